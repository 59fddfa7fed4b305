import type { FleetSubject, GatedFleetSubject } from "../../../../src/engine/facts/subject.ts";
import type { JsonObject, JsonValue } from "../../../../src/input/json-value.ts";
import type { ProfileGate } from "../../../../src/profile/profile.ts";
import {
  type ClusterObject,
  objectKey,
  type Snapshot,
  type SnapshotCoverage,
  type StepRecord,
} from "../../../../src/snapshot/snapshot.ts";
import { sourceOf } from "../derive.ts";
import { declaredFiles, gate } from "../gate/gate-subject.ts";

export const daemonSetKey = "apps/v1/DaemonSet/kube-system/cilium";
export const deploymentKey = "apps/v1/Deployment/kube-system/cluster-autoscaler";
export const helmReleaseKey = "helm.toolkit.fluxcd.io/v2/HelmRelease/kube-system/cilium";
const daemonSetUid = "5f0c0000-0000-4000-8000-000000000001";

const owner = {
  apiVersion: "apps/v1",
  kind: "DaemonSet",
  name: "cilium",
  uid: daemonSetUid,
  controller: true,
};

const initNames = [
  "config",
  "mount-cgroup",
  "apply-sysctl-overwrites",
  "mount-bpf-fs",
  "clean-cilium-state",
];

interface TemplateCase {
  readonly image: string;
  /** Extra annotations: they make one template differ from another. */
  readonly annotations?: JsonObject;
  readonly hasSpireSocket?: boolean;
}

/** The agent's template: one container and five init containers of one image, as in the seed. */
export function agentTemplate({
  image,
  annotations = {},
  hasSpireSocket = false,
}: TemplateCase): JsonObject {
  const spire = { name: "spire-agent-socket", mountPath: "/run/spire/sockets" };
  return {
    metadata: { labels: { "k8s-app": "cilium" }, annotations },
    spec: {
      hostNetwork: true,
      containers: [
        {
          name: "cilium-agent",
          image: `quay.io/cilium/cilium:${image}`,
          env: [{ name: "K8S_NODE_NAME", value: "digest:0123456789abcdef" }],
          volumeMounts: [
            { name: "bpf-maps", mountPath: "/sys/fs/bpf" },
            ...(hasSpireSocket ? [spire] : []),
          ],
        },
      ],
      initContainers: initNames.map((name) => ({ name, image: `quay.io/cilium/cilium:${image}` })),
      volumes: [
        { name: "bpf-maps", hostPath: { path: "/sys/fs/bpf" } },
        ...(hasSpireSocket
          ? [{ name: "spire-agent-socket", hostPath: { path: "/run/spire" } }]
          : []),
      ],
    },
  };
}

export interface RevisionCase {
  readonly hash: string;
  readonly number: number;
  readonly createdAt: string;
  readonly template: JsonObject;
}

/** The five revisions of the seed, with its numbers, dates and images. */
export const seedRevisions: readonly RevisionCase[] = [
  {
    hash: "7f7c864994",
    number: 19,
    createdAt: "2026-07-25T22:59:29Z",
    template: agentTemplate({ image: "v1.20.0-rc.0", hasSpireSocket: true }),
  },
  {
    hash: "6c5d4b3a20",
    number: 20,
    createdAt: "2026-07-28T18:19:31Z",
    template: agentTemplate({
      image: "v1.20.0-rc.0",
      hasSpireSocket: true,
      annotations: { nodePort: "1" },
    }),
  },
  {
    hash: "6c5d4b3a23",
    number: 23,
    createdAt: "2026-08-01T13:44:46Z",
    template: agentTemplate({ image: "v1.20.0-rc.1", hasSpireSocket: true }),
  },
  {
    hash: "6c5d4b3a26",
    number: 26,
    createdAt: "2026-08-03T08:09:07Z",
    template: agentTemplate({ image: "v1.20.0-rc.1" }),
  },
  {
    hash: "6c5d4b3a27",
    number: 27,
    createdAt: "2026-08-05T20:45:20Z",
    template: agentTemplate({ image: "v1.20.0" }),
  },
];

export function revisionKey(hash: string): string {
  return objectKey("apps/v1", "ControllerRevision", "kube-system", `cilium-${hash}`);
}

export function revisionObject({ hash, number, createdAt, template }: RevisionCase): ClusterObject {
  return {
    apiVersion: "apps/v1",
    kind: "ControllerRevision",
    metadata: {
      name: `cilium-${hash}`,
      namespace: "kube-system",
      uid: `revision-${hash}`,
      creationTimestamp: createdAt,
      labels: { "controller-revision-hash": hash, "k8s-app": "cilium" },
      ownerReferences: [owner],
    },
    revision: number,
    data: { spec: { template: { ...withNullTime(template), $patch: "replace" } } },
  };
}

/** As the API server stores it. */
function withNullTime(template: JsonObject): JsonObject {
  const { metadata } = template;
  return { ...template, metadata: { ...(metadata as JsonObject), creationTimestamp: null } };
}

export interface PodCase {
  readonly name: string;
  readonly hash?: string;
  /** Null: not bound yet. */
  readonly node?: string | null;
  /** The node that its affinity names. */
  readonly madeFor?: string;
  readonly generation?: string;
  readonly createdAt?: string;
  readonly startedAt?: string;
  readonly isTerminating?: boolean;
  readonly phase?: string;
  readonly uid?: string;
  /** Null: its status lacks the condition, as that of a pod that is not bound does. */
  readonly isReady?: boolean | null;
}

export function podKey(name: string): string {
  return objectKey("v1", "Pod", "kube-system", name);
}

export function podObject(pod: PodCase): ClusterObject {
  const { name, hash, node = `node-of-${name}`, generation = "14" } = pod;
  const { createdAt = "2026-07-28T10:00:00Z", startedAt = createdAt, phase = "Running" } = pod;
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: {
      name,
      namespace: "kube-system",
      uid: `pod-${name}`,
      ...(createdAt === "" ? {} : { creationTimestamp: createdAt }),
      ...(pod.isTerminating === true ? { deletionTimestamp: "2026-08-06T17:00:00Z" } : {}),
      labels: {
        "k8s-app": "cilium",
        "pod-template-generation": generation,
        ...(hash === undefined ? {} : { "controller-revision-hash": hash }),
      },
      ownerReferences: [{ ...owner, uid: pod.uid ?? daemonSetUid }],
    },
    spec: {
      ...(node === null ? {} : { nodeName: node }),
      ...(pod.madeFor === undefined ? {} : { affinity: affinityTo(pod.madeFor) }),
    },
    status: {
      phase,
      ...(startedAt === "" ? {} : { startTime: startedAt }),
      ...readiness(pod.isReady === undefined ? (node === null ? null : true) : pod.isReady),
    },
  };
}

/** As the DaemonSet's controller writes it. */
function affinityTo(node: string): JsonObject {
  const matchFields = [{ key: "metadata.name", operator: "In", values: [node] }];
  return {
    nodeAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{ matchFields }] },
    },
  };
}

function readiness(isReady: boolean | null): JsonObject {
  if (isReady === null) return {};
  return { conditions: [{ type: "Ready", status: isReady ? "True" : "False" }] };
}

/** Agents a1, a2, … of one revision, each on a node of its own. */
export function agents(
  count: number,
  hash: string,
  rest: Partial<PodCase> = {},
): readonly PodCase[] {
  return Array.from({ length: count }, (_, index) => ({
    name: `${hash}-a${index + 1}`,
    hash,
    ...rest,
  }));
}

const seedStatus: JsonObject = {
  currentNumberScheduled: 9,
  desiredNumberScheduled: 9,
  numberMisscheduled: 0,
  numberReady: 9,
  numberAvailable: 9,
  observedGeneration: 24,
};

export interface FleetCase {
  readonly revisions?: readonly RevisionCase[];
  readonly pods?: readonly PodCase[];
  /** The template of the newest of `revisions` unless given. */
  readonly template?: JsonObject;
  readonly status?: JsonObject | null;
  readonly metadata?: Partial<ClusterObject["metadata"]>;
  readonly strategy?: JsonObject;
  readonly objects?: Readonly<Record<string, ClusterObject>>;
  readonly coverage?: readonly SnapshotCoverage[];
  readonly gaps?: Snapshot["gaps"];
  readonly at?: string;
  readonly gate?: ProfileGate;
  /** Records of steps; undefined: no document speaks of any. */
  readonly steps?: readonly StepRecord[];
  readonly stepsRecorded?: boolean;
  /** What was seen before. */
  readonly earlier?: FleetCase;
}

/** A step of the fleet, recorded and verified. */
export function stepOf(node: string, revision: string, rest: Partial<StepRecord> = {}): StepRecord {
  return {
    daemonSet: "kube-system/cilium",
    node,
    revision,
    at: "2026-08-06T09:00:00Z",
    result: "verified",
    ...rest,
  };
}

export const wholeCoverage: readonly SnapshotCoverage[] = [
  { kind: "apps/v1/DaemonSet", complete: true },
  { kind: "apps/v1/ControllerRevision", namespace: "kube-system", complete: true },
  { kind: "v1/Pod", namespace: "kube-system", selector: "k8s-app=cilium", complete: true },
];

export function daemonSetObject({ revisions = seedRevisions, ...given }: FleetCase): ClusterObject {
  const newest = [...revisions].sort((a, b) => a.number - b.number).at(-1);
  return {
    apiVersion: "apps/v1",
    kind: "DaemonSet",
    metadata: {
      name: "cilium",
      namespace: "kube-system",
      uid: daemonSetUid,
      generation: 24,
      annotations: { "deprecated.daemonset.template.generation": "19" },
      ...given.metadata,
    },
    spec: {
      updateStrategy: given.strategy ?? { type: "OnDelete" },
      selector: { matchLabels: { "k8s-app": "cilium" } },
      template: given.template ?? newest?.template ?? {},
    },
    ...(given.status === null ? {} : { status: given.status ?? seedStatus }),
  };
}

/** The seed's fleet on 2026-08-06, but for what is given: nine agents on revision 19, 27 desired. */
export function fleetSnapshot(given: FleetCase = {}): Partial<Snapshot> {
  const { revisions = seedRevisions, pods = agents(9, "7f7c864994") } = given;
  return {
    git: { files: declaredFiles },
    objects: {
      [daemonSetKey]: daemonSetObject(given),
      ...Object.fromEntries(revisions.map((one) => [revisionKey(one.hash), revisionObject(one)])),
      ...Object.fromEntries(pods.map((one) => [podKey(one.name), podObject(one)])),
      ...given.objects,
    },
    coverage: given.coverage ?? wholeCoverage,
    gaps: given.gaps ?? [],
    ...(given.steps === undefined ? {} : { steps: given.steps }),
  };
}

export function fleetOf(
  snapshot: Partial<Snapshot>,
  given: Pick<FleetCase, "at" | "gate" | "stepsRecorded" | "earlier"> = {},
): GatedFleetSubject {
  const over = given.gate ?? gate;
  const earlier = given.earlier && fleetOf(fleetSnapshot(given.earlier), given.earlier).source;
  const { helmRelease } = over;
  return {
    source: {
      ...sourceOf(snapshot, { gates: [over] }, given.at),
      ...(earlier === undefined ? {} : { earlier }),
    },
    gate: over,
    daemonSet: { namespace: "kube-system", name: "cilium" },
    ...(helmRelease === undefined ? {} : { helmRelease }),
    ...(given.stepsRecorded === undefined ? {} : { stepsRecorded: given.stepsRecorded }),
  };
}

/** A fleet that no gate is over. */
export function ungatedFleet(given: FleetCase = {}): FleetSubject {
  const { gate: _gate, ...subject } = fleetSubject(given);
  return subject;
}

export function fleetSubject(given: FleetCase = {}): GatedFleetSubject {
  return fleetOf(fleetSnapshot(given), given);
}

export function deploymentObject(
  annotations: Readonly<Record<string, string>>,
  rest: { readonly spec?: JsonObject; readonly status?: JsonObject | null } = {},
): ClusterObject {
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: {
      name: "cluster-autoscaler",
      namespace: "kube-system",
      uid: "autoscaler",
      annotations,
    },
    spec: rest.spec ?? { replicas: 0 },
    ...(rest.status === null ? {} : { status: rest.status ?? {} }),
  };
}

export function helmReleaseObject(
  conditions: JsonValue | undefined,
  generation = 3,
): ClusterObject {
  return {
    apiVersion: "helm.toolkit.fluxcd.io/v2",
    kind: "HelmRelease",
    metadata: { name: "cilium", namespace: "kube-system", uid: "helm-release", generation },
    status: conditions === undefined ? {} : { conditions },
  };
}
