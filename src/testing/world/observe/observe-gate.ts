import { componentKustomization, markerFile } from "../../../profile/profile.ts";
import type { ClusterObject, Snapshot } from "../../../snapshot/snapshot.ts";
import type { NamedGate } from "../cluster-names.ts";
import type { World, WorldGate } from "../world.ts";
import type { WorldNode } from "../world-node.ts";
import { instant } from "./names-of-worlds.ts";

const labels = { app: "agent" };
const daemonSetUid = "uid-daemonset-agent";

type Name = NamedGate["daemonSet"];

const ownerOf = ({ name }: Name) => ({
  apiVersion: "apps/v1",
  kind: "DaemonSet",
  name,
  uid: daemonSetUid,
  controller: true,
});

/** The gated DaemonSet, its newest two revisions and its pods. */
export function observeGatedWorkload(world: World, gate: WorldGate): readonly ClusterObject[] {
  const stale = gate.revision - 1;
  const name = world.names.gate.daemonSet;
  const count = world.nodes.filter(({ podRevision }) => podRevision === gate.revision).length;
  return [
    daemonSet(name, gate, { desired: world.nodes.length, updated: count }),
    controllerRevision(name, stale),
    controllerRevision(name, gate.revision),
    ...world.nodes.map((node) =>
      pod(name, node, node.podRevision < gate.revision ? stale : gate.revision),
    ),
  ];
}

export function gateCoverage({ daemonSet: { namespace } }: NamedGate): Snapshot["coverage"] {
  return ["apps/v1/DaemonSet", "apps/v1/ControllerRevision", "v1/Pod"].map((kind) => ({
    kind,
    namespace,
    complete: true,
  }));
}

/** What Git says of the gate: listed with its marker, and holding, or not listed. */
export function observeGateFiles(
  gate: NamedGate,
  { isHeld }: WorldGate,
): NonNullable<Snapshot["git"]>["files"] {
  const { kustomization, component, strategy } = gate.declared;
  const written = isHeld ? [{ key: gate.marker.key, value: "2026-07-24", line: 3 }] : [];
  const files: NonNullable<Snapshot["git"]>["files"] = {
    [kustomization]: { components: isHeld ? [component] : [] },
    ...(isHeld
      ? {
          [componentKustomization(gate)]: {
            strategies: [{ ...strategy, value: "OnDelete" }],
          },
        }
      : {}),
  };
  const dated = markerFile(gate);
  return { ...files, [dated]: { ...files[dated], markers: written } };
}

function hashOf(revision: number): string {
  return `hash-${revision}`;
}

function template(revision: number): Record<string, unknown> {
  return {
    metadata: { labels },
    spec: { containers: [{ name: "agent", image: `registry.example/agent:v${revision}` }] },
  };
}

function daemonSet(
  name: Name,
  { isHeld, revision }: WorldGate,
  { desired, updated }: { readonly desired: number; readonly updated: number },
): ClusterObject {
  return {
    apiVersion: "apps/v1",
    kind: "DaemonSet",
    metadata: { ...name, uid: daemonSetUid, generation: revision, labels },
    spec: {
      selector: { matchLabels: labels },
      template: template(revision),
      updateStrategy: { type: isHeld ? "OnDelete" : "RollingUpdate" },
    },
    status: {
      observedGeneration: revision,
      desiredNumberScheduled: desired,
      currentNumberScheduled: desired,
      updatedNumberScheduled: updated,
      numberReady: desired,
      numberAvailable: desired,
      numberMisscheduled: 0,
    },
  };
}

function controllerRevision(name: Name, revision: number): ClusterObject {
  return {
    apiVersion: "apps/v1",
    kind: "ControllerRevision",
    metadata: {
      namespace: name.namespace,
      name: `${name.name}-${hashOf(revision)}`,
      uid: `uid-revision-${revision}`,
      creationTimestamp: instant(1_784_000_000 + revision),
      labels: { ...labels, "controller-revision-hash": hashOf(revision) },
      ownerReferences: [ownerOf(name)],
    },
    revision,
    data: { spec: { template: template(revision) } },
  };
}

function pod(name: Name, node: WorldNode, revision: number): ClusterObject {
  // Made after the boot, so it bounds the start of the runtime from above where nothing else restarts that.
  const startedAt = instant(node.runtimeStartedAtSeconds + 40);
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: {
      namespace: name.namespace,
      name: `${name.name}-${node.name}`,
      uid: `uid-pod-${node.name}-${revision}`,
      creationTimestamp: startedAt,
      labels: { ...labels, "controller-revision-hash": hashOf(revision) },
      ownerReferences: [ownerOf(name)],
    },
    spec: {
      nodeName: node.name,
      containers: [{ name: "agent", image: `registry.example/agent:v${revision}` }],
    },
    status: {
      phase: "Running",
      startTime: startedAt,
      containerStatuses: [
        { name: "agent", ready: true, restartCount: 0, state: { running: { startedAt } } },
      ],
    },
  };
}
