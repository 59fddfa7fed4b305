import type { ClusterObject } from "../../../../snapshot/snapshot.ts";
import { numberAt } from "../../read-object.ts";
import { conditionOf } from "../conditions.ts";
import { countIn, current, failed, fewer, inProgress, type ObjectStatus } from "./object-status.ts";

/** kstatus `core.go`, `deploymentConditions`. */
export function judgeDeployment(object: ClusterObject): ObjectStatus {
  const progressing = conditionOf(object, "Progressing");
  if (progressing?.reason === "ProgressDeadlineExceeded") {
    return failed(progressing.reason, "made no progress for too long", progressing.path);
  }
  const want = numberAt(object, ["spec", "replicas"]) ?? 1;
  const updated = countIn(object, "updatedReplicas");
  return (
    fewer(object, { reason: "LessReplicas", field: "replicas", want }) ??
    fewer(object, { reason: "LessUpdated", field: "updatedReplicas", want }) ??
    pendingTermination(object, want) ??
    fewer(object, { reason: "LessAvailable", field: "availableReplicas", want: updated }) ??
    fewer(object, { reason: "LessReady", field: "readyReplicas", want }) ??
    judgeConditions(object)
  );
}

function pendingTermination(object: ClusterObject, want: number): ObjectStatus | undefined {
  const extra = countIn(object, "replicas") - want;
  return extra > 0
    ? inProgress("ExtraPods", `${extra} still to be terminated`, ["status", "replicas"])
    : undefined;
}

function judgeConditions(object: ClusterObject): ObjectStatus {
  const progressing = conditionOf(object, "Progressing");
  const available = conditionOf(object, "Available");
  const deadline = numberAt(object, ["spec", "progressDeadlineSeconds"]);
  const hasNewest =
    progressing?.status === "True" && progressing.reason === "NewReplicaSetAvailable";
  // Without a deadline the controller keeps no such condition; 2^31 - 1 is its way to say none.
  if (!hasNewest && deadline !== undefined && deadline !== 2 ** 31 - 1) {
    return inProgress("ReplicaSetNotAvailable", "its newest ReplicaSet is not available", [
      "status",
      "conditions",
    ]);
  }
  return available?.status === "True"
    ? current(available.path)
    : inProgress("DeploymentNotAvailable", "is not available", ["status", "conditions"]);
}
