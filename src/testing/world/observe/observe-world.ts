import {
  type ClusterObject,
  objectKey,
  type Snapshot,
  type SnapshotGap,
} from "../../../snapshot/snapshot.ts";
import { declaredLogins } from "../declared-logins.ts";
import type { World } from "../world.ts";
import type { Collected } from "./collected.ts";
import { instant } from "./names-of-worlds.ts";
import { observeCredential, observeHandOffs, observeProbes } from "./observe-credential.ts";
import { gateCoverage, observeGatedWorkload, observeGateFiles } from "./observe-gate.ts";
import { observeNode } from "./observe-node.ts";
import { observeOwnership, ownershipCoverage } from "./observe-ownership.ts";
import { machineConfigRecord, observeTalos } from "./observe-talos.ts";

/** Writes down what a reader of the cluster would have seen. */
export function observeWorld(world: World, collected: Collected): Snapshot {
  const { credentials, gate, names } = world;
  const objects = objectsOf(world, collected);
  const isGateSeen = gate !== undefined && collected.gate;
  return {
    apiVersion: "fleetwarrant.dev/v1alpha1",
    kind: "Snapshot",
    metadata: { name: "world", cluster: "uid-kube-system" },
    takenAt: instant(world.nowSeconds),
    objects: Object.fromEntries(objects.map((object) => [keyOf(object), object])),
    coverage: [
      ...(collected.unlisted.length === 0 ? [{ kind: "v1/Node", complete: true }] : []),
      ...(isGateSeen ? gateCoverage(names.gate) : []),
      ...(collected.ownershipObjects ? ownershipCoverage(names) : []),
    ],
    talos: talosOf(world, collected),
    credentials: Object.fromEntries(
      credentials.map((each) => [each.name, observeCredential(names, each, collected)]),
    ),
    git: {
      files: {
        ...(collected.image ? imageFiles(world) : {}),
        ...(isGateSeen ? observeGateFiles(names.gate, gate) : {}),
      },
    },
    ...renderedOf(world, collected),
    proofs: collected.handOffs
      ? credentials.flatMap((each) => observeHandOffs(each, collected.named))
      : [],
    probes: collected.probes ? credentials.flatMap(observeProbes) : [],
    gaps: gapsOf(world, collected),
  };
}

function objectsOf(world: World, collected: Collected): readonly ClusterObject[] {
  const nodes = world.nodes.flatMap((node, place) =>
    collected.unlisted.includes(node.name)
      ? []
      : [observeNode(world, node, { place, named: collected.named })],
  );
  return [
    ...nodes,
    ...(world.gate === undefined || !collected.gate ? [] : observeGatedWorkload(world, world.gate)),
    ...(collected.ownershipObjects ? observeOwnership(world) : []),
  ];
}

function keyOf({ apiVersion, kind, metadata }: ClusterObject): string {
  return objectKey(apiVersion, kind, metadata.namespace, metadata.name);
}

function talosOf(world: World, collected: Collected): NonNullable<Snapshot["talos"]> {
  if (!collected.named.talos) return {};
  return Object.fromEntries(
    world.nodes.flatMap((node) => {
      const record = observeTalos(world, node, collected);
      return record === undefined ? [] : [[node.name, record]];
    }),
  );
}

/** Two tags may stand in one file. */
function imageFiles({ credentials, names }: World): NonNullable<Snapshot["git"]>["files"] {
  const files: Record<string, { values: Record<string, string> }> = {};
  for (const { name, image, imageBase } of credentials) {
    const named = names.credentials.find((each) => each.name === name)?.image;
    if (named === undefined) continue;
    const { file, pointer } = named.tag;
    files[file] = { values: { ...files[file]?.values, [pointer]: image.slice(imageBase.length) } };
  }
  return files;
}

/** What Git renders for each node: it knows the declared logins and the settings, and no proof. */
function renderedOf(world: World, { named, rendered }: Collected): Pick<Snapshot, "rendered"> {
  if (!named.rendered || !rendered) return {};
  const config = { logins: declaredLogins(world), markers: {}, settings: world.settings };
  const record = machineConfigRecord(world, config, named);
  return {
    rendered: {
      machineConfigs: Object.fromEntries(world.nodes.map(({ name }) => [name, record])),
    },
  };
}

function gapsOf(world: World, collected: Collected): readonly SnapshotGap[] {
  const { named, talos } = collected;
  const gaps: SnapshotGap[] = [];
  for (const { name } of named.talos ? world.nodes : []) {
    // A time that was not read is simply not there; a gap says that the config may lack something.
    if (talos[name]?.active !== true) gaps.push({ part: "talos", name, reason: "Unreachable" });
  }
  if (!collected.handOffs) gaps.push({ part: "proofs", reason: "NotRead" });
  if (!collected.probes) gaps.push({ part: "probes", reason: "NotRead" });
  if (named.rendered && !collected.rendered) gaps.push({ part: "rendered", reason: "NotRead" });
  return gaps;
}
