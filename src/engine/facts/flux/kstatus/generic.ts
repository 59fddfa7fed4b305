import type { ClusterObject } from "../../../../snapshot/snapshot.ts";
import { numberAt } from "../../read-object.ts";
import { conditionOf, conditionsOf } from "../conditions.ts";
import { current, failed, inProgress, type ObjectStatus } from "./object-status.ts";

/** What is asked of any object before its kind's own rule; undefined where it says nothing (kstatus `generic.go`). */
export function judgeGeneric(object: ClusterObject): ObjectStatus | undefined {
  const { deletionTimestamp, generation } = object.metadata;
  if (typeof deletionTimestamp === "string") {
    const path = ["metadata", "deletionTimestamp"];
    return { word: "Terminating", reason: "Terminating", detail: "is being deleted", path };
  }
  const observed = numberAt(object, ["status", "observedGeneration"]);
  if (generation !== undefined && observed !== undefined && observed !== generation) {
    const detail = `generation ${generation}, observed ${observed}`;
    return inProgress("LatestGenerationNotObserved", detail, ["status", "observedGeneration"]);
  }
  for (const { type, status, reason, path } of conditionsOf(object)) {
    if (status !== "True") continue;
    if (type === "Reconciling") return inProgress(reason, "is being reconciled", path);
    if (type === "Stalled") return failed(reason, "is stalled", path);
  }
  return undefined;
}

/** A kind without a rule of its own: by its Ready condition; without one it is taken for current. */
export function judgeByReady(object: ClusterObject): ObjectStatus {
  const ready = conditionOf(object, "Ready");
  if (ready === undefined) return current(["metadata", "uid"]);
  return ready.status === "True"
    ? current(ready.path)
    : inProgress(ready.reason, "is not ready", ready.path);
}
