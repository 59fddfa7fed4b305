import type { ValuePath } from "../../../input/source-document.ts";
import type { ClusterObject } from "../../../snapshot/snapshot.ts";
import { numberAt, valueAt } from "../read-object.ts";
import { conditionOf } from "./conditions.ts";

export const kustomizationStates = [
  "suspended",
  "terminating",
  "stalled",
  "blockedOnDependency",
  "failingRetrying",
  "inFlight",
  "unobserved",
  "idleReady",
  "idleNotReady",
] as const;
export type KustomizationState = (typeof kustomizationStates)[number];

/** The state of a Kustomization, and where in the object it is told. */
export interface StateReading {
  readonly state: KustomizationState;
  readonly path: ValuePath;
}

/**
 * Which state its own status tells. A suspended one has stale conditions; a failing one keeps Reconciling
 * and does not observe its generation; the check of dependencies sets Ready alone (kustomize-controller).
 */
export function kustomizationState(object: ClusterObject): StateReading {
  // kustomize-controller finalizes before it looks whether it is suspended.
  if (typeof object.metadata.deletionTimestamp === "string") {
    return { state: "terminating", path: ["metadata", "deletionTimestamp"] };
  }
  const suspend = ["spec", "suspend"];
  if (valueAt(object, suspend) === true) return { state: "suspended", path: suspend };
  const ready = conditionOf(object, "Ready");
  const stalled = conditionOf(object, "Stalled");
  const reconciling = conditionOf(object, "Reconciling");
  if (stalled?.status === "True") return { state: "stalled", path: stalled.path };
  if (ready?.status === "False" && ready.reason === "DependencyNotReady") {
    return { state: "blockedOnDependency", path: ready.path };
  }
  if (reconciling?.status === "True") {
    const isRetrying = reconciling.reason === "ProgressingWithRetry";
    return { state: isRetrying ? "failingRetrying" : "inFlight", path: reconciling.path };
  }
  if (ready?.status === "False") return { state: "idleNotReady", path: ready.path };
  if (ready?.status !== "True" || !isObserved(object)) {
    return { state: "unobserved", path: ["status", "observedGeneration"] };
  }
  return { state: "idleReady", path: ready.path };
}

export function isObserved(object: ClusterObject): boolean {
  return numberAt(object, ["status", "observedGeneration"]) === object.metadata.generation;
}
