import type { Profile, ProfileCredential } from "../../../profile/profile.ts";
import type { World } from "../world.ts";
import type { Named } from "./collected.ts";

/** Where things are in a world's cluster, as far as it is to be collected; somebody's own profile as it is. */
export function profileOfWorld({ names, credentials, gate }: World, named: Named): Profile {
  if (names.profile !== undefined) return names.profile;
  const inWorld = new Set(credentials.map(({ name }) => name));
  return {
    apiVersion: "fleetwarrant.dev/v1alpha1",
    kind: "Profile",
    metadata: { name: "world" },
    spec: {
      ...(gate === undefined ? {} : { gates: [names.gate] }),
      credentials: names.credentials
        .filter(({ name }) => inWorld.has(name))
        .map((credential) => credentialOf(credential, named)),
      nodes: {
        talosCollected: named.talos,
        etcdCollected: named.etcd,
        rendered: named.rendered,
        ownership: names.ownership,
        autoscaled: { label: names.autoscaled.label },
        lease: names.lease,
        fences: [names.fence],
        minutesPerReboot: 5,
      },
    },
  };
}

function credentialOf(credential: ProfileCredential, named: Named): ProfileCredential {
  const { revision, image, uid, bootId } = credential.proof;
  return {
    ...credential,
    history: named.history,
    proof: {
      revision,
      ...(image === undefined ? {} : { image }),
      ...(named.binds === "nothing" || uid === undefined ? {} : { uid }),
      ...(named.binds === "nothing" || bootId === undefined ? {} : { bootId }),
    },
  };
}
