import type { ClusterObject } from "../../../../snapshot/snapshot.ts";
import { textAt } from "../../read-object.ts";
import { current, inProgress, type ObjectStatus } from "./object-status.ts";

/** kstatus `core.go`, `serviceConditions`. */
export function judgeService(object: ClusterObject): ObjectStatus {
  const path = ["spec", "type"];
  const isWaiting =
    textAt(object, path) === "LoadBalancer" && (textAt(object, ["spec", "clusterIP"]) ?? "") === "";
  return isWaiting ? inProgress("NoIPAssigned", "has no address", path) : current(path);
}
