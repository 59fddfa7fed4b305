import type { ClusterObject } from "../../../../snapshot/snapshot.ts";
import { numberAt, textAt } from "../../read-object.ts";
import { countIn, current, fewer, inProgress, type ObjectStatus } from "./object-status.ts";

/** kstatus `core.go`, `stsConditions`: with OnDelete it is current whatever its pods run. */
export function judgeStatefulSet(object: ClusterObject): ObjectStatus {
  const strategy = ["spec", "updateStrategy", "type"];
  if (textAt(object, strategy) === "OnDelete") return current(strategy);
  const want = numberAt(object, ["spec", "replicas"]) ?? 1;
  const extra = countIn(object, "replicas") - want;
  return (
    fewer(object, { reason: "LessReplicas", field: "replicas", want }) ??
    fewer(object, { reason: "LessReady", field: "readyReplicas", want }) ??
    (extra > 0
      ? inProgress("ExtraPods", `${extra} still to be terminated`, ["status", "replicas"])
      : judgeRevision(object, want))
  );
}

function judgeRevision(object: ClusterObject, want: number): ObjectStatus {
  const partition = numberAt(object, ["spec", "updateStrategy", "rollingUpdate", "partition"]);
  if (partition !== undefined) {
    return (
      fewer(object, {
        reason: "PartitionRollout",
        field: "updatedReplicas",
        want: want - partition,
      }) ?? current(["status", "updatedReplicas"])
    );
  }
  const path = ["status", "updateRevision"];
  const isOld = textAt(object, ["status", "currentRevision"]) !== textAt(object, path);
  return (
    fewer(object, { reason: "LessCurrent", field: "currentReplicas", want }) ??
    (isOld
      ? inProgress("RevisionMismatch", "its newest revision is not rolled out", path)
      : current(path))
  );
}
