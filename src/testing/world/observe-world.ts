import type { Profile } from "../../profile/profile.ts";
import {
  type ClusterObject,
  type CredentialEntryRecord,
  objectKey,
  type Snapshot,
  type SnapshotGap,
  type TalosNodeRecord,
} from "../../snapshot/snapshot.ts";
import { formatTimestamp, Timestamp } from "../../time/time.ts";
import { hex64 } from "./events.ts";
import { declaredNow, type Marker, type World, type WorldNode } from "./world.ts";

/** What of a world gets into a snapshot. Whatever is not collected becomes a gap: nothing is forged. */
export interface Collected {
  /** Whether proofs carry boot ids and uids. Unbound ones are taken at their word where no history is collected. */
  readonly boundProofs: boolean;
  /** By node name: what Talos was asked. */
  readonly talos: Readonly<Record<string, { readonly config: boolean; readonly times: boolean }>>;
  readonly declaredContent: boolean;
  readonly history: boolean;
  readonly handOffs: boolean;
  readonly image: boolean;
}

const proofPrefix = "proof.example/";
const host = "registry.example";
const secretKey = { namespace: "flux-system", name: "registry-pull", key: ".dockerconfigjson" };
const imageFile = "clusters/prod/operator.yaml";
const keys = {
  revision: `${proofPrefix}revision`,
  image: `${proofPrefix}image`,
  uid: `${proofPrefix}uid`,
  bootId: `${proofPrefix}boot-id`,
};

/** The profile of every world's cluster. */
export function profileOfWorlds(collected: Pick<Collected, "boundProofs" | "history">): Profile {
  return {
    apiVersion: "fleetwarrant.dev/v1alpha1",
    kind: "Profile",
    metadata: { name: "world" },
    spec: {
      credentials: [
        {
          name: "registry",
          host,
          declared: {
            file: "clusters/prod/secret.enc.yaml",
            pointer: "/stringData/config",
            secret: secretKey,
          },
          live: [secretKey],
          history: collected.history,
          proof: {
            revision: keys.revision,
            image: keys.image,
            ...(collected.boundProofs ? { uid: keys.uid, bootId: keys.bootId } : {}),
          },
          image: {
            repository: "registry.example/operator",
            tag: { file: imageFile, pointer: "/tag" },
          },
        },
      ],
      nodes: { talosCollected: true, minutesPerReboot: 5 },
    },
  };
}

/** Writes down what a reader of the cluster would have seen. */
export function observeWorld(world: World, collected: Collected): Snapshot {
  const objects = world.nodes.map(
    (node) => [nodeKey(node.name), nodeObject(node, collected)] as const,
  );
  return {
    apiVersion: "fleetwarrant.dev/v1alpha1",
    kind: "Snapshot",
    takenAt: instant(world.nowSeconds),
    objects: Object.fromEntries(objects),
    coverage: [{ kind: "v1/Node", complete: true }],
    talos: Object.fromEntries(world.nodes.map((node) => [node.name, talosRecord(node, collected)])),
    credentials: { registry: credentialRecord(world, collected) },
    git: {
      files: collected.image ? { [imageFile]: { values: { "/tag": tagOf(world.image) } } } : {},
    },
    proofs: collected.handOffs ? handOffs(world, collected) : [],
    gaps: gapsOf(world, collected),
  };
}

function nodeKey(name: string): string {
  return objectKey("v1", "Node", undefined, name);
}

function tagOf(image: string): string {
  return image.slice(image.lastIndexOf(":") + 1);
}

function instant(seconds: number): string {
  return formatTimestamp(new Timestamp(seconds, 0));
}

function nodeObject(node: WorldNode, collected: Collected): ClusterObject {
  const { name, uid, role, marker, isMarkerInConfig } = node;
  const shown = marker === undefined ? {} : annotationsOf(marker, collected);
  // Talos owns what it writes; while the Node still shows what the config has dropped it owns that as well.
  const owned = { "talos.dev/owned-annotations": JSON.stringify(Object.keys(shown).sort()) };
  const index = Number(name.slice(name.lastIndexOf("-") + 1));
  return {
    apiVersion: "v1",
    kind: "Node",
    metadata: {
      name,
      uid,
      labels: role === "control-plane" ? { "node-role.kubernetes.io/control-plane": "" } : {},
      annotations: { ...shown, ...(marker !== undefined || isMarkerInConfig ? owned : {}) },
      ...(node.isLeaving ? { deletionTimestamp: instant(node.runtimeStartedAtSeconds) } : {}),
    },
    spec: {},
    status: {
      addresses: [{ type: "InternalIP", address: `10.0.${role === "worker" ? 1 : 0}.${index}` }],
      conditions: [
        {
          type: "Ready",
          status: "True",
          lastTransitionTime: instant(node.runtimeStartedAtSeconds + 30),
        },
      ],
      nodeInfo: {
        bootID: node.bootId,
        machineID: `machine-${uid}`,
        osImage: `Talos (${node.restartsRuntime ? "v1.14.0" : "v1.13.8"})`,
      },
    },
  };
}

function annotationsOf(marker: Marker, { boundProofs }: Collected): Record<string, string> {
  const { revision, image, uid, bootId } = marker;
  const claim = { [keys.revision]: revision, [keys.image]: image };
  return boundProofs ? { ...claim, [keys.uid]: uid, [keys.bootId]: bootId } : claim;
}

function talosRecord(node: WorldNode, collected: Collected): TalosNodeRecord {
  const { config = false, times = false } = collected.talos[node.name] ?? {};
  const { marker, isMarkerInConfig } = node;
  const nodeAnnotations =
    marker !== undefined && isMarkerInConfig ? annotationsOf(marker, collected) : {};
  const active = {
    documents: [
      { kind: "v1alpha1", nodeAnnotations, digests: {} },
      {
        kind: "RegistryAuthConfig",
        name: host,
        registryAuth: [entryOf(node.configured)],
        digests: {},
      },
    ],
  };
  return {
    ...(times
      ? {
          runtimeStartedAt: instant(node.runtimeStartedAtSeconds),
          registryConfigUpdatedAt: instant(node.configChangedAtSeconds),
        }
      : {}),
    ...(config ? { machineConfig: { active } } : {}),
  };
}

function entryOf(credential: string): CredentialEntryRecord {
  return {
    host,
    kind: "basic",
    consistent: true,
    fingerprint: {
      alg: "hmac-sha256/v1",
      keyId: "world",
      value: hex64(`credential ${credential}`),
    },
  };
}

type CredentialRecordOfWorld = NonNullable<Snapshot["credentials"]>[string];

function credentialRecord(world: World, collected: Collected): CredentialRecordOfWorld {
  const { credential, revision } = declaredNow(world);
  const live = {
    [`${secretKey.namespace}/${secretKey.name}`]: { entries: [entryOf(world.liveSecret)] },
  };
  const declared = {
    revision,
    ...(collected.history
      ? { firstDeclaredAt: instant(Math.min(...declaredAt(world, credential))) }
      : {}),
    ...(collected.declaredContent ? { entries: [entryOf(credential)] } : {}),
  };
  return { declared, live, ...(collected.history ? { previous: previousOf(world) } : {}) };
}

/** When a credential was put in force, in order, under whatever ciphertext. */
function declaredAt(world: World, credential: string): readonly number[] {
  return world.declarations
    .filter((each) => each.credential === credential)
    .map(({ atSeconds }) => atSeconds);
}

/**
 * Every ciphertext that was ever declared but the one in force, once each, with the first and the last day of
 * its credential; the declared credential under an older ciphertext is among them.
 */
function previousOf(world: World): NonNullable<CredentialRecordOfWorld["previous"]> {
  const now = declaredNow(world);
  const byRevision = new Map(world.declarations.map((each) => [each.revision, each]));
  byRevision.delete(now.revision);
  return [...byRevision.values()].map(({ credential, revision }) => {
    const { fingerprint } = entryOf(credential);
    const days = declaredAt(world, credential);
    return {
      revision,
      firstDeclaredAt: instant(Math.min(...days)),
      lastDeclaredAt: instant(Math.max(...days)),
      ...(fingerprint === undefined ? {} : { fingerprint }),
    };
  });
}

function handOffs(world: World, { boundProofs }: Collected): NonNullable<Snapshot["proofs"]> {
  return world.handOffs.map(({ revision, image, nodes }) => ({
    version: boundProofs ? 2 : 1,
    credential: "registry",
    credentialRevision: revision,
    image,
    nodes: nodes.map(({ name, uid, bootId }) =>
      boundProofs ? { name, uid, bootId } : { name, uid },
    ),
  }));
}

function gapsOf(world: World, collected: Collected): readonly SnapshotGap[] {
  const gaps: SnapshotGap[] = [];
  for (const { name } of world.nodes) {
    // A time that was not read is simply not there; a gap says that the config may lack something.
    if (collected.talos[name]?.config !== true)
      gaps.push({ part: "talos", name, reason: "Unreachable" });
  }
  if (!collected.handOffs) gaps.push({ part: "proofs", reason: "NotRead" });
  return gaps;
}
