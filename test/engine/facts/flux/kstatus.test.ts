import { describe, expect, it } from "vitest";
import { deletionsAwaited } from "../../../../src/engine/facts/flux/kstatus/daemon-set.ts";
import { judgeObject } from "../../../../src/engine/facts/flux/kstatus/judge-object.ts";
import type { JsonObject } from "../../../../src/input/json-value.ts";
import { condition, objectOf } from "./flux-cluster.ts";

// Rows follow kstatus `core.go` and `generic.go`, and Flux's own reader of Jobs.

interface Row {
  readonly why: string;
  readonly spec?: JsonObject;
  readonly status?: JsonObject;
  readonly metadata?: JsonObject;
  /** Reason of what is not current; empty of what is. */
  readonly reason: string;
  /** Default: InProgress where there is a reason. */
  readonly word?: string;
}

function check(apiVersion: string, kind: string, rows: readonly Row[]): void {
  describe(kind, () => {
    it.each(rows)("is $reason: $why", ({ spec, status, metadata, reason, word }) => {
      const object = objectOf(apiVersion, kind, "a/b", {
        ...(metadata === undefined ? {} : { metadata }),
        spec: spec ?? {},
        status: { observedGeneration: 1, ...status },
      });
      const judged = judgeObject(object);
      expect(judged.reason).toBe(reason);
      expect(judged.word).toBe(word ?? (reason === "" ? "Current" : "InProgress"));
    });
  });
}

const rolled = { replicas: 3, updatedReplicas: 3, readyReplicas: 3, availableReplicas: 3 };
const available = [
  condition("Available", "True"),
  condition("Progressing", "True", { reason: "NewReplicaSetAvailable" }),
];

check("apps/v1", "Deployment", [
  {
    why: "all of it is there",
    spec: { replicas: 3 },
    status: { ...rolled, conditions: available },
    reason: "",
  },
  { why: "none is wanted", spec: { replicas: 0 }, status: { conditions: available }, reason: "" },
  {
    why: "one is wanted where nothing is said",
    status: { conditions: available },
    reason: "LessReplicas",
  },
  {
    why: "one is of the older template",
    spec: { replicas: 3 },
    status: { ...rolled, updatedReplicas: 2, conditions: available },
    reason: "LessUpdated",
  },
  {
    why: "an older one has to go",
    spec: { replicas: 3 },
    status: { ...rolled, replicas: 4, conditions: available },
    reason: "ExtraPods",
  },
  {
    why: "one is not available",
    spec: { replicas: 3 },
    status: { ...rolled, availableReplicas: 2, conditions: available },
    reason: "LessAvailable",
  },
  {
    why: "one is not ready",
    spec: { replicas: 3 },
    status: { ...rolled, readyReplicas: 2, conditions: available },
    reason: "LessReady",
  },
  {
    why: "it is not Available",
    spec: { replicas: 3 },
    status: rolled,
    reason: "DeploymentNotAvailable",
  },
  {
    why: "with a deadline, its newest ReplicaSet has to be available",
    spec: { replicas: 3, progressDeadlineSeconds: 600 },
    status: { ...rolled, conditions: [condition("Available", "True")] },
    reason: "ReplicaSetNotAvailable",
  },
  {
    why: "2^31 - 1 is no deadline",
    spec: { replicas: 3, progressDeadlineSeconds: 2_147_483_647 },
    status: { ...rolled, conditions: [condition("Available", "True")] },
    reason: "",
  },
  {
    why: "it made no progress for too long, whatever its counts",
    spec: { replicas: 3 },
    status: {
      ...rolled,
      conditions: [
        ...available,
        condition("Progressing", "False", { reason: "ProgressDeadlineExceeded" }),
      ].reverse(),
    },
    reason: "ProgressDeadlineExceeded",
    word: "Failed",
  },
  {
    why: "its newest generation was not observed",
    metadata: { generation: 2 },
    reason: "LatestGenerationNotObserved",
  },
  {
    why: "it is being deleted",
    metadata: { deletionTimestamp: "2026-08-06T17:00:00Z" },
    reason: "Terminating",
    word: "Terminating",
  },
]);

const set = { replicas: 3, readyReplicas: 3, currentReplicas: 3, updatedReplicas: 3 };

check("apps/v1", "StatefulSet", [
  {
    why: "all of one revision",
    spec: { replicas: 3 },
    status: { ...set, currentRevision: "r1", updateRevision: "r1" },
    reason: "",
  },
  {
    why: "OnDelete, whatever its pods run",
    spec: { replicas: 3, updateStrategy: { type: "OnDelete" } },
    status: { replicas: 1 },
    reason: "",
  },
  {
    why: "one is missing",
    spec: { replicas: 3 },
    status: { ...set, replicas: 2 },
    reason: "LessReplicas",
  },
  {
    why: "one is not ready",
    spec: { replicas: 3 },
    status: { ...set, readyReplicas: 2 },
    reason: "LessReady",
  },
  {
    why: "one too many",
    spec: { replicas: 3 },
    status: { ...set, replicas: 4 },
    reason: "ExtraPods",
  },
  {
    why: "its newest revision is not rolled out",
    spec: { replicas: 3 },
    status: { ...set, currentRevision: "r1", updateRevision: "r2" },
    reason: "RevisionMismatch",
  },
  {
    why: "not all are of the current one",
    spec: { replicas: 3 },
    status: { ...set, currentReplicas: 2 },
    reason: "LessCurrent",
  },
  {
    why: "its partition is short of one",
    spec: { replicas: 3, updateStrategy: { rollingUpdate: { partition: 1 } } },
    status: { ...set, updatedReplicas: 1 },
    reason: "PartitionRollout",
  },
  {
    why: "its partition is through",
    spec: { replicas: 3, updateStrategy: { rollingUpdate: { partition: 1 } } },
    status: { ...set, updatedReplicas: 2 },
    reason: "",
  },
]);

const fleet = {
  desiredNumberScheduled: 9,
  currentNumberScheduled: 9,
  updatedNumberScheduled: 9,
  numberAvailable: 9,
  numberReady: 9,
};

check("apps/v1", "DaemonSet", [
  { why: "all of it is there", status: fleet, reason: "" },
  { why: "no node wants one", status: { desiredNumberScheduled: 0 }, reason: "" },
  { why: "it has no counts", reason: "NoDesiredNumber" },
  {
    why: "one node has none",
    status: { ...fleet, currentNumberScheduled: 8 },
    reason: "LessCurrent",
  },
  {
    why: "one is of the older template",
    status: { ...fleet, updatedNumberScheduled: 8 },
    reason: "LessUpdated",
  },
  {
    why: "OnDelete as well: the seed's case, with a count left out",
    spec: { updateStrategy: { type: "OnDelete" } },
    status: {
      desiredNumberScheduled: 9,
      currentNumberScheduled: 9,
      numberAvailable: 9,
      numberReady: 9,
    },
    reason: "LessUpdated",
  },
  {
    why: "one is not available",
    status: { ...fleet, numberAvailable: 8 },
    reason: "LessAvailable",
  },
  { why: "one is not ready", status: { ...fleet, numberReady: 8 }, reason: "LessReady" },
]);

check("batch/v1", "Job", [
  { why: "it completed", status: { conditions: [condition("Complete", "True")] }, reason: "" },
  {
    why: "it failed",
    status: { failed: 3, conditions: [condition("Failed", "True")] },
    reason: "JobFailed",
    word: "Failed",
  },
  {
    why: "it runs: Flux waits, unlike kstatus",
    status: { active: 1, startTime: "2026-08-06T17:00:00Z" },
    reason: "JobInProgress",
  },
]);

check("v1", "PersistentVolumeClaim", [
  { why: "it is bound", status: { phase: "Bound" }, reason: "" },
  { why: "it is pending", status: { phase: "Pending" }, reason: "NotBound" },
  { why: "it has no phase", reason: "NotBound" },
]);

check("v1", "Pod", [
  { why: "it is through, well or not", status: { phase: "Failed" }, reason: "" },
  {
    why: "it is ready",
    status: { phase: "Running", conditions: [condition("Ready", "True")] },
    reason: "",
  },
  { why: "it runs and is not ready", status: { phase: "Running" }, reason: "PodRunningNotReady" },
  {
    why: "no node takes it",
    status: {
      phase: "Pending",
      conditions: [condition("PodScheduled", "False", { reason: "Unschedulable" })],
    },
    reason: "PodUnschedulable",
    word: "Failed",
  },
  { why: "it has not started", status: { phase: "Pending" }, reason: "PodPending" },
]);

check("apps/v1", "ReplicaSet", [
  {
    why: "all of it is there",
    spec: { replicas: 1 },
    status: { replicas: 1, fullyLabeledReplicas: 1, availableReplicas: 1, readyReplicas: 1 },
    reason: "",
  },
  {
    why: "it cannot create pods",
    status: { conditions: [condition("ReplicaFailure", "True")] },
    reason: "ReplicaFailure",
  },
  { why: "one is missing", spec: { replicas: 1 }, reason: "LessLabelled" },
  { why: "one too many", spec: { replicas: 0 }, status: { replicas: 1 }, reason: "ExtraPods" },
]);

check("v1", "Service", [
  { why: "it needs no address", spec: { type: "ClusterIP" }, reason: "" },
  { why: "a load balancer without one", spec: { type: "LoadBalancer" }, reason: "NoIPAssigned" },
  {
    why: "a load balancer with one",
    spec: { type: "LoadBalancer", clusterIP: "10.0.0.1" },
    reason: "",
  },
]);

check("apiextensions.k8s.io/v1", "CustomResourceDefinition", [
  {
    why: "it is established",
    status: { conditions: [condition("Established", "True")] },
    reason: "",
  },
  {
    why: "its names are taken",
    status: { conditions: [condition("NamesAccepted", "False", { reason: "ListKindConflict" })] },
    reason: "ListKindConflict",
    word: "Failed",
  },
  {
    why: "it is being installed",
    status: { conditions: [condition("Established", "False", { reason: "Installing" })] },
    reason: "Installing",
  },
  {
    why: "it was refused",
    status: { conditions: [condition("Established", "False", { reason: "NotAccepted" })] },
    reason: "NotAccepted",
    word: "Failed",
  },
]);

check("postgresql.cnpg.io/v1", "Cluster", [
  { why: "it is ready", status: { conditions: [condition("Ready", "True")] }, reason: "" },
  {
    why: "it is not",
    status: { conditions: [condition("Ready", "False", { reason: "ClusterIsNotReady" })] },
    reason: "ClusterIsNotReady",
  },
  { why: "it says nothing: taken for current", reason: "" },
  {
    why: "it is reconciled",
    status: {
      conditions: [
        condition("Ready", "True"),
        condition("Reconciling", "True", { reason: "Progressing" }),
      ],
    },
    reason: "Progressing",
  },
  {
    why: "it is stalled",
    status: { conditions: [condition("Stalled", "True", { reason: "RetriesExceeded" })] },
    reason: "RetriesExceeded",
    word: "Failed",
  },
]);

describe("deletions that an OnDelete DaemonSet waits for", () => {
  it.each([
    { type: "OnDelete", updated: 0, deletions: 9 },
    // A node that has no pod yet gets one of the newest template.
    { type: "OnDelete", updated: 0, pods: 8, deletions: 8 },
    // One that is to go keeps its pod for a while.
    { type: "OnDelete", updated: 0, pods: 10, deletions: 9 },
    { type: "OnDelete", updated: 8, deletions: 1 },
    { type: "OnDelete", updated: 9, deletions: 0 },
    // More than are wanted any more.
    { type: "OnDelete", updated: 10, deletions: 0 },
    { type: "RollingUpdate", updated: 0, deletions: 0 },
  ])("$type with $updated of 9: $deletions", ({ type, updated, pods = 9, deletions }) => {
    const object = objectOf("apps/v1", "DaemonSet", "a/b", {
      spec: { updateStrategy: { type } },
      status: {
        desiredNumberScheduled: 9,
        currentNumberScheduled: pods,
        updatedNumberScheduled: updated,
      },
    });
    expect(deletionsAwaited(object)).toBe(deletions);
  });
});
