import type { ClusterObject } from "../../../../snapshot/snapshot.ts";
import { numberAt } from "../../read-object.ts";
import { conditionOf } from "../conditions.ts";
import { countIn, current, fewer, inProgress, type ObjectStatus } from "./object-status.ts";

/** kstatus `core.go`, `replicasetConditions`. */
export function judgeReplicaSet(object: ClusterObject): ObjectStatus {
  const failure = conditionOf(object, "ReplicaFailure");
  if (failure?.status === "True") {
    return inProgress("ReplicaFailure", "cannot create its pods", failure.path);
  }
  const want = numberAt(object, ["spec", "replicas"]) ?? 1;
  const extra = countIn(object, "replicas") - want;
  return (
    fewer(object, { reason: "LessLabelled", field: "fullyLabeledReplicas", want }) ??
    fewer(object, { reason: "LessAvailable", field: "availableReplicas", want }) ??
    fewer(object, { reason: "LessReady", field: "readyReplicas", want }) ??
    (extra > 0
      ? inProgress("ExtraPods", `${extra} still to be terminated`, ["status", "replicas"])
      : current(["status", "replicas"]))
  );
}
