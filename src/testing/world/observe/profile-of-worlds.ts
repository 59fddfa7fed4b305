import type { Profile } from "../../../profile/profile.ts";
import type { World } from "../world.ts";
import type { WorldCredential } from "../world-credential.ts";
import type { Named } from "./collected.ts";
import {
  AUTOSCALED_LABEL,
  fencedObject,
  GATE_MARKER_KEY,
  gatedDaemonSet,
  gateFiles,
  imageFileOf,
  leaseName,
  OWNER_KEY,
  PHASE_KEY,
  proofKeysOf,
  RECOVERY_KEY,
  secretOf,
} from "./names-of-worlds.ts";

/** Where things are in a world's cluster, as far as it is to be collected. */
export function profileOfWorld(world: World, named: Named): Profile {
  return {
    apiVersion: "fleetwarrant.dev/v1alpha1",
    kind: "Profile",
    metadata: { name: "world" },
    spec: {
      ...(world.gate === undefined ? {} : { gates: [gate] }),
      credentials: world.credentials.map((credential) => credentialOf(credential, named)),
      nodes: {
        talosCollected: named.talos,
        etcdCollected: named.etcd,
        rendered: named.rendered,
        ownership: { owner: OWNER_KEY, phase: PHASE_KEY, recovery: RECOVERY_KEY },
        autoscaled: { label: AUTOSCALED_LABEL },
        lease: leaseName,
        fences: [{ ...fencedObject, owner: OWNER_KEY }],
        minutesPerReboot: 5,
      },
    },
  };
}

type ProfileCredential = NonNullable<Profile["spec"]["credentials"]>[number];

function credentialOf({ name, host }: WorldCredential, named: Named): ProfileCredential {
  const keys = proofKeysOf(name);
  const { uid, bootId } = keys;
  return {
    name,
    host,
    declared: {
      file: `clusters/prod/${name}.enc.yaml`,
      pointer: "/stringData/config",
      secret: secretOf(name),
    },
    live: [secretOf(name)],
    history: named.history,
    proof: {
      revision: keys.revision,
      image: keys.image,
      ...(named.binds === "nothing" ? {} : { uid, bootId }),
    },
    image: {
      repository: `${host}/operator`,
      tag: { file: imageFileOf(name), pointer: "/tag" },
    },
  };
}

const gate: NonNullable<Profile["spec"]["gates"]>[number] = {
  name: "agent-rollout",
  declared: {
    kustomization: gateFiles.kustomization,
    component: gateFiles.component,
    strategy: {
      kind: "DaemonSet",
      namespace: gatedDaemonSet.namespace,
      name: gatedDaemonSet.name,
      pointer: "/spec/updateStrategy/type",
    },
  },
  marker: { key: GATE_MARKER_KEY },
  daemonSet: gatedDaemonSet,
};
