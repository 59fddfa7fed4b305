import type { ClusterObject } from "../../../snapshot/snapshot.ts";
import type { Fact, UnknownReason } from "../fact.ts";
import type { FactSource } from "../subject.ts";
import type { Blocker } from "./blocker.ts";
import { checkDependency, dependenciesOf } from "./dependency.ts";
import { findObject } from "./find-object.ts";
import { formatObjectId } from "./object-id.ts";
import type { Waited } from "./waited-blockers.ts";

const details = {
  DependencyMissing: "there is no such Kustomization",
  NotReady: "is not ready",
  GenerationNotObserved: "has not been reconciled at its newest generation",
  RevisionOutdated: "has not applied the revision that their source offers",
} as const;

/**
 * Every dependency that Flux's own check would refuse: Flux itself names the first only. `isSaid`: it says that
 * one of them keeps it, so that which they are is proven.
 */
export function dependencyBlockers(
  source: FactSource,
  object: ClusterObject,
  asked: { readonly id: string; readonly revision: Fact<string>; readonly isSaid: boolean },
): Waited {
  const blockers: Blocker[] = [];
  const reasons: UnknownReason[] = [];
  for (const dependency of dependenciesOf(object)) {
    const found = findObject(source, dependency.id);
    const check = checkDependency(object, dependency, { found, revision: asked.revision });
    if (check.state === "unknown") reasons.push(...check.reasons);
    if (check.state !== "unmet") continue;
    const isMissing = check.part === "DependencyMissing";
    blockers.push({
      object: formatObjectId(dependency.id),
      via: "dependency",
      edge: asked.isSaid ? "proven" : "derived",
      reason: check.part,
      detail: details[check.part],
      healing: isMissing ? "needsCommit" : "mayHeal",
      target: isMissing ? undefined : dependency.id,
      places: check.places,
    });
  }
  return { blockers, reasons, attemptReasons: reasons };
}
