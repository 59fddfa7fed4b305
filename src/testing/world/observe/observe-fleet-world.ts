import type { Profile } from "../../../profile/profile.ts";
import {
  type ClusterObject,
  objectKey,
  type Snapshot,
  type SnapshotGap,
  type StepRecord,
} from "../../../snapshot/snapshot.ts";
import type { FleetWorld, FleetWorldNode, FleetWorldPod } from "../fleet-world.ts";
import { wantedTemplate } from "../fleet-world.ts";
import {
  AUTOSCALED_LABEL,
  GATE_MARKER_KEY,
  gatedDaemonSet,
  gateFiles,
  instant,
  OWNER_KEY,
  PHASE_KEY,
  RECOVERY_KEY,
} from "./names-of-worlds.ts";
import { gateOfWorlds } from "./observe-gate-world.ts";

/** What of a fleet gets into a snapshot; whatever does not leaves a gap. */
export interface CollectedFleet {
  readonly daemonSet: boolean;
  readonly revisions: boolean;
  readonly records: boolean;
  readonly git: boolean;
  /** Places of nodes whose Node was not listed; empty: the list is whole. */
  readonly unlistedNodes: readonly number[];
  /** Places of nodes whose pod was not listed. */
  readonly unlistedPods: readonly number[];
}

export const wholeFleet: CollectedFleet = {
  daemonSet: true,
  revisions: true,
  records: true,
  git: true,
  unlistedNodes: [],
  unlistedPods: [],
};

const labels = { app: "agent" };
const { namespace } = gatedDaemonSet;
/** Of a day in October 2026, which is over in every world. */
const ACTIVATED_ON = "2026-10-01";

/** Writes down what a reader of the cluster would have seen. */
export function observeFleetWorld(
  world: FleetWorld,
  collected: CollectedFleet = wholeFleet,
): Snapshot {
  const objects = objectsOf(world, collected);
  return {
    apiVersion: "fleetwarrant.dev/v1alpha1",
    kind: "Snapshot",
    metadata: { name: "world", cluster: "uid-kube-system" },
    takenAt: instant(world.nowSeconds),
    objects: Object.fromEntries(objects.map((object) => [keyOf(object), object])),
    coverage: coverageOf(collected),
    git: { files: collected.git ? filesOf(world) : {} },
    ...(collected.records ? { steps: world.records.map((record) => recordOf(record, world)) } : {}),
    gaps: gapsOf(collected),
  };
}

/** Where things are in every such world. */
export function profileOfFleet({ gate }: FleetWorld): Profile {
  const { ownership: _, ...gateOfFleet } = gateOfWorlds;
  return {
    apiVersion: "fleetwarrant.dev/v1alpha1",
    kind: "Profile",
    metadata: { name: "world" },
    spec: {
      ...(gate === "none" ? {} : { gates: [gateOfFleet] }),
      fleets: [{ daemonSet: gatedDaemonSet, stepsRecorded: true }],
      nodes: {
        ownership: { owner: OWNER_KEY, phase: PHASE_KEY, recovery: RECOVERY_KEY },
        autoscaled: { label: AUTOSCALED_LABEL },
      },
    },
  };
}

export function hashOfTemplate(template: string): string {
  return `hash-${template}`;
}

function keyOf({ apiVersion, kind, metadata }: ClusterObject): string {
  return objectKey(apiVersion, kind, metadata.namespace, metadata.name);
}

function objectsOf(world: FleetWorld, collected: CollectedFleet): readonly ClusterObject[] {
  const { unlistedNodes, unlistedPods } = collected;
  return [
    ...(collected.daemonSet ? [daemonSetOf(world)] : []),
    ...(collected.revisions ? revisionsOf(world) : []),
    ...world.nodes.flatMap((node, place) =>
      unlistedNodes.includes(place) ? [] : [nodeOf(node, place)],
    ),
    ...world.nodes.flatMap((node, place) =>
      node.pod === undefined || unlistedPods.includes(place) ? [] : [podOf(world, node, node.pod)],
    ),
  ];
}

function coverageOf(collected: CollectedFleet): Snapshot["coverage"] {
  const { daemonSet, revisions, unlistedNodes, unlistedPods } = collected;
  return [
    ...(daemonSet ? [{ kind: "apps/v1/DaemonSet", namespace, complete: true }] : []),
    ...(revisions ? [{ kind: "apps/v1/ControllerRevision", namespace, complete: true }] : []),
    ...(unlistedNodes.length === 0 ? [{ kind: "v1/Node", complete: true }] : []),
    ...(unlistedPods.length === 0 ? [{ kind: "v1/Pod", namespace, complete: true }] : []),
  ];
}

function gapsOf({ records, git, unlistedNodes }: CollectedFleet): readonly SnapshotGap[] {
  const reason = "NotRead";
  return [
    ...(records ? [] : [{ part: "steps", reason } as const]),
    ...(git ? [] : [{ part: "git", name: gateFiles.kustomization, reason } as const]),
    ...(unlistedNodes.length === 0 ? [] : [{ part: "objects", name: "v1/Node", reason } as const]),
  ];
}

function filesOf({ gate }: FleetWorld): NonNullable<Snapshot["git"]>["files"] {
  if (gate !== "declared") return { [gateFiles.kustomization]: { components: [], markers: [] } };
  const pointer = "/spec/updateStrategy/type";
  return {
    [gateFiles.kustomization]: {
      components: [gateFiles.component],
      markers: [{ key: GATE_MARKER_KEY, value: ACTIVATED_ON, line: 3 }],
    },
    [gateFiles.componentFile]: {
      strategies: [{ kind: "DaemonSet", ...gatedDaemonSet, pointer, value: "OnDelete" }],
    },
  };
}

function recordOf(
  { node, template, podUid, atSeconds, result, judgedAtSeconds }: FleetWorld["records"][number],
  { recordsTellPod }: FleetWorld,
): StepRecord {
  return {
    daemonSet: `${namespace}/${gatedDaemonSet.name}`,
    node,
    revision: hashOfTemplate(template),
    at: instant(atSeconds),
    ...(recordsTellPod ? { pod: podUid } : {}),
    ...(result === undefined ? {} : { result, verifiedAt: instant(judgedAtSeconds) }),
  };
}

function ownedBy({ daemonSet }: FleetWorld): Pick<ClusterObject["metadata"], "ownerReferences"> {
  const { name } = gatedDaemonSet;
  const uid = uidOf(daemonSet);
  return {
    ownerReferences: [{ apiVersion: "apps/v1", kind: "DaemonSet", name, uid, controller: true }],
  };
}

function uidOf(daemonSet: number): string {
  return `uid-daemonset-${daemonSet}`;
}

function templateOf(template: string): Record<string, unknown> {
  return {
    metadata: { labels },
    spec: { containers: [{ name: "agent", image: `registry.example/agent:${template}` }] },
  };
}

/** Counted as its controller counts; while it has not seen the newest template, by the one before. */
function daemonSetOf(world: FleetWorld): ClusterObject {
  const { strategy, generation, isObserved, nodes, templates } = world;
  const counted = isObserved ? wantedTemplate(world) : templates.at(-2);
  const count = (isCounted: (pod: FleetWorldPod) => boolean): number =>
    nodes.filter(({ pod }) => pod !== undefined && isCounted(pod)).length;
  const updated = count(({ template }) => template === counted);
  const ready = count((pod) => pod.isReady);
  return {
    apiVersion: "apps/v1",
    kind: "DaemonSet",
    metadata: { ...gatedDaemonSet, uid: uidOf(world.daemonSet), generation, labels },
    spec: {
      selector: { matchLabels: labels },
      template: templateOf(wantedTemplate(world)),
      updateStrategy: { type: strategy },
    },
    status: {
      observedGeneration: isObserved ? generation : generation - 1,
      desiredNumberScheduled: nodes.length,
      currentNumberScheduled: count(() => true),
      numberMisscheduled: 0,
      numberReady: ready,
      // Zero counts are left out (cluster-semantics §3.1).
      ...(updated === 0 ? {} : { updatedNumberScheduled: updated }),
      ...(ready === 0 ? {} : { numberAvailable: ready }),
    },
  };
}

/** A template that the controller has not seen has no revision yet, or still its old number. */
function revisionsOf(world: FleetWorld): readonly ClusterObject[] {
  const { templates, isObserved } = world;
  const seen = isObserved ? templates : templates.slice(0, -1);
  return seen.map((template, place) => ({
    apiVersion: "apps/v1",
    kind: "ControllerRevision",
    metadata: {
      namespace,
      name: `agent-${hashOfTemplate(template)}`,
      uid: `uid-revision-${world.daemonSet}-${template}`,
      labels: { ...labels, "controller-revision-hash": hashOfTemplate(template) },
      ...ownedBy(world),
    },
    revision: world.generation - templates.length + place + 1,
    data: { spec: { template: templateOf(template) } },
  }));
}

function nodeOf(node: FleetWorldNode, place: number): ClusterObject {
  const { name, uid, role, isAutoscaled, isReady, isLeaving, isHeld } = node;
  return {
    apiVersion: "v1",
    kind: "Node",
    metadata: {
      name,
      uid,
      labels: {
        ...(role === "control-plane" ? { "node-role.kubernetes.io/control-plane": "" } : {}),
        ...(isAutoscaled ? { [AUTOSCALED_LABEL]: "true" } : {}),
      },
      annotations: isHeld ? { [OWNER_KEY]: "somebody", [PHASE_KEY]: "claimed" } : {},
    },
    spec: isLeaving
      ? { taints: [{ key: "ToBeDeletedByClusterAutoscaler", effect: "NoSchedule" }] }
      : {},
    status: {
      addresses: [{ type: "InternalIP", address: `10.0.0.${place + 1}` }],
      conditions: [{ type: "Ready", status: isReady ? "True" : "Unknown" }],
    },
  };
}

function podOf(
  world: FleetWorld,
  { name: nodeName }: FleetWorldNode,
  { uid, template, createdAtSeconds, isReady, isTerminating }: FleetWorldPod,
): ClusterObject {
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: {
      namespace,
      name: `agent-${uid}`,
      uid,
      creationTimestamp: instant(createdAtSeconds),
      labels: { ...labels, "controller-revision-hash": hashOfTemplate(template) },
      ...ownedBy(world),
      ...(isTerminating ? { deletionTimestamp: instant(world.nowSeconds) } : {}),
    },
    spec: { nodeName, containers: [{ name: "agent" }] },
    status: {
      phase: "Running",
      conditions: [{ type: "Ready", status: isReady ? "True" : "False" }],
    },
  };
}
