import type { ClusterObject } from "../../../../snapshot/snapshot.ts";
import { textAt } from "../../read-object.ts";
import { conditionOf } from "../conditions.ts";
import { current, failed, inProgress, type ObjectStatus } from "./object-status.ts";

/** kstatus `core.go`, `podConditions`, but for crash loops, which a snapshot does not hold. */
export function judgePod(object: ClusterObject): ObjectStatus {
  const path = ["status", "phase"];
  const phase = textAt(object, path);
  if (phase === "Succeeded" || phase === "Failed") return current(path);
  const ready = conditionOf(object, "Ready");
  if (phase === "Running") {
    return ready?.status === "True"
      ? current(ready.path)
      : inProgress("PodRunningNotReady", "runs and is not ready", ready?.path ?? path);
  }
  const scheduled = conditionOf(object, "PodScheduled");
  return scheduled?.status === "False" && scheduled.reason === "Unschedulable"
    ? failed("PodUnschedulable", "no node takes it", scheduled.path)
    : inProgress("PodPending", "has not started", path);
}
