import type { ClusterObject } from "../../../../snapshot/snapshot.ts";
import { numberAt, textAt } from "../../read-object.ts";
import { countIn, current, fewer, inProgress, type ObjectStatus } from "./object-status.ts";

const DESIRED = "desiredNumberScheduled";

/**
 * kstatus `core.go`, `daemonsetConditions`: with OnDelete as well it asks for every pod to be of the newest
 * template, so that it waits for ever where nobody deletes pods.
 */
export function judgeDaemonSet(object: ClusterObject): ObjectStatus {
  if (object.metadata.generation === undefined) {
    return inProgress("NoGeneration", "has no generation", ["metadata"]);
  }
  if (numberAt(object, ["status", "observedGeneration"]) === undefined) {
    return inProgress("NoObservedGeneration", "was not observed yet", ["status"]);
  }
  const want = numberAt(object, ["status", DESIRED]);
  if (want === undefined) return inProgress("NoDesiredNumber", "has no counts yet", ["status"]);
  return (
    fewer(object, { reason: "LessCurrent", field: "currentNumberScheduled", want }) ??
    fewer(object, { reason: "LessUpdated", field: "updatedNumberScheduled", want }) ??
    fewer(object, { reason: "LessAvailable", field: "numberAvailable", want }) ??
    fewer(object, { reason: "LessReady", field: "numberReady", want }) ??
    current(["status", DESIRED])
  );
}

/**
 * How many pods somebody has to delete before the DaemonSet can become current; 0 where it replaces them itself. A node
 * that has no pod yet gets one of the newest template.
 */
export function deletionsAwaited(object: ClusterObject): number {
  if (textAt(object, ["spec", "updateStrategy", "type"]) !== "OnDelete") return 0;
  const pods = Math.min(countIn(object, DESIRED), countIn(object, "currentNumberScheduled"));
  return Math.max(0, pods - countIn(object, "updatedNumberScheduled"));
}
