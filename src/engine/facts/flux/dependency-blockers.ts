import type { ClusterObject } from "../../../snapshot/snapshot.ts";
import type { Fact, UnknownReason } from "../fact.ts";
import type { FactSource } from "../subject.ts";
import type { Blocker } from "./blocker.ts";
import { checkDependency, dependenciesOf } from "./dependency.ts";
import { findObject } from "./find-object.ts";
import { formatObjectId, type ObjectId } from "./object-id.ts";
import type { Waited } from "./waited-blockers.ts";

const details = {
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
  asked: { readonly revision: Fact<string>; readonly isSaid: boolean },
): Waited {
  const blockers: Blocker[] = [];
  const reasons: UnknownReason[] = [];
  for (const dependency of dependenciesOf(object)) {
    const found = findObject(source, dependency.id);
    const check = checkDependency(object, dependency, { found, revision: asked.revision });
    if (check.state === "unknown") reasons.push(...check.reasons);
    if (check.state !== "unmet") continue;
    blockers.push({
      object: formatObjectId(dependency.id),
      via: "dependency",
      edge: asked.isSaid ? "proven" : "derived",
      reason: check.part,
      places: check.places,
      ...(check.part === "DependencyMissing"
        ? missing(dependency.id)
        : { detail: details[check.part], healing: "mayHeal", target: dependency.id }),
    });
  }
  return { blockers, reasons, attemptReasons: reasons };
}

function missing({ kind }: ObjectId): Pick<Blocker, "detail" | "healing" | "target"> {
  return { detail: `there is no such ${kind}`, healing: "needsCommit", target: undefined };
}
