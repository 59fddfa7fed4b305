import type { ClusterObject, Snapshot } from "../../../snapshot/snapshot.ts";
import type { World, WorldGate } from "../world.ts";
import type { WorldNode } from "../world-node.ts";
import { GATE_MARKER_KEY, gatedDaemonSet, gateFiles, instant } from "./names-of-worlds.ts";

const labels = { app: "agent" };
const daemonSetUid = "uid-daemonset-agent";
const owner = {
  apiVersion: "apps/v1",
  kind: "DaemonSet",
  name: gatedDaemonSet.name,
  uid: daemonSetUid,
  controller: true,
};

/** The gated DaemonSet, its newest two revisions and its pods. */
export function observeGatedWorkload(world: World, gate: WorldGate): readonly ClusterObject[] {
  const stale = gate.revision - 1;
  const count = world.nodes.filter(({ podRevision }) => podRevision === gate.revision).length;
  return [
    daemonSet(gate, { desired: world.nodes.length, updated: count }),
    controllerRevision(stale),
    controllerRevision(gate.revision),
    ...world.nodes.map((node) =>
      pod(node, node.podRevision < gate.revision ? stale : gate.revision),
    ),
  ];
}

export const gateCoverage: Snapshot["coverage"] = [
  "apps/v1/DaemonSet",
  "apps/v1/ControllerRevision",
  "v1/Pod",
].map((kind) => ({ kind, namespace: gatedDaemonSet.namespace, complete: true }));

/** What Git says of the gate: listed with its marker, and holding, or not listed. */
export function observeGateFiles({ isHeld }: WorldGate): NonNullable<Snapshot["git"]>["files"] {
  if (!isHeld) return { [gateFiles.kustomization]: { components: [], markers: [] } };
  const { namespace, name } = gatedDaemonSet;
  const pointer = "/spec/updateStrategy/type";
  return {
    [gateFiles.kustomization]: {
      components: [gateFiles.component],
      markers: [{ key: GATE_MARKER_KEY, value: "2026-07-24", line: 3 }],
    },
    [gateFiles.componentFile]: {
      strategies: [{ kind: "DaemonSet", namespace, name, pointer, value: "OnDelete" }],
    },
  };
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
  { isHeld, revision }: WorldGate,
  { desired, updated }: { readonly desired: number; readonly updated: number },
): ClusterObject {
  return {
    apiVersion: "apps/v1",
    kind: "DaemonSet",
    metadata: { ...gatedDaemonSet, uid: daemonSetUid, generation: revision, labels },
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

function controllerRevision(revision: number): ClusterObject {
  return {
    apiVersion: "apps/v1",
    kind: "ControllerRevision",
    metadata: {
      namespace: gatedDaemonSet.namespace,
      name: `agent-${hashOf(revision)}`,
      uid: `uid-revision-${revision}`,
      creationTimestamp: instant(1_784_000_000 + revision),
      labels: { ...labels, "controller-revision-hash": hashOf(revision) },
      ownerReferences: [owner],
    },
    revision,
    data: { spec: { template: template(revision) } },
  };
}

function pod(node: WorldNode, revision: number): ClusterObject {
  // Made after the boot, so it bounds the start of the runtime from above where nothing else restarts that.
  const startedAt = instant(node.runtimeStartedAtSeconds + 40);
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: {
      namespace: gatedDaemonSet.namespace,
      name: `agent-${node.name}`,
      uid: `uid-pod-${node.name}-${revision}`,
      creationTimestamp: startedAt,
      labels: { ...labels, "controller-revision-hash": hashOf(revision) },
      ownerReferences: [owner],
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
