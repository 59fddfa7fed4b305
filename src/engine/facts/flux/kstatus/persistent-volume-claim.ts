import type { ClusterObject } from "../../../../snapshot/snapshot.ts";
import { textAt } from "../../read-object.ts";
import { current, inProgress, type ObjectStatus } from "./object-status.ts";

const phases = ["Pending", "Bound", "Lost"];

/** kstatus `core.go`, `pvcConditions`. */
export function judgeClaim(object: ClusterObject): ObjectStatus {
  const path = ["status", "phase"];
  const phase = textAt(object, path) ?? "";
  if (phase === "Bound") return current(path);
  return inProgress("NotBound", `is ${phases.includes(phase) ? phase : "in no phase"}`, path);
}
