import type { ClusterObject } from "../../../../snapshot/snapshot.ts";
import { conditionOf } from "../conditions.ts";
import { countIn, current, failed, inProgress, type ObjectStatus } from "./object-status.ts";

/** `fluxcd/pkg` `runtime/statusreaders/job.go`, not kstatus' own rule: Flux waits until a Job has completed. */
export function judgeJob(object: ClusterObject): ObjectStatus {
  const complete = conditionOf(object, "Complete");
  if (complete?.status === "True") return current(complete.path);
  const failure = conditionOf(object, "Failed");
  if (failure?.status === "True") {
    return failed("JobFailed", `failed after ${countIn(object, "failed")} tries`, failure.path);
  }
  return inProgress("JobInProgress", "has not completed", ["status"]);
}
