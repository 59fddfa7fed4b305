import type { ClusterObject } from "../../../../snapshot/snapshot.ts";
import { conditionOf } from "../conditions.ts";
import { current, failed, inProgress, type ObjectStatus } from "./object-status.ts";

/** kstatus `core.go`, `crdConditions`. */
export function judgeDefinition(object: ClusterObject): ObjectStatus {
  const names = conditionOf(object, "NamesAccepted");
  if (names?.status === "False") return failed(names.reason, "its names are taken", names.path);
  const established = conditionOf(object, "Established");
  if (established?.status === "True") return current(established.path);
  return established?.status === "False" && established.reason !== "Installing"
    ? failed(established.reason, "is not established", established.path)
    : inProgress("Installing", "is not established yet", established?.path ?? ["status"]);
}
