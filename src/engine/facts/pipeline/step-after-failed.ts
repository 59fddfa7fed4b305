import { absent, type Fact, type FactDeclaration, known } from "../fact.ts";
import { stringFact } from "../fact-type.ts";
import { everyReason } from "../gaps.ts";
import { reasonsOf, unknownFor } from "../known.ts";
import type { FactSource, StepSubject } from "../subject.ts";
import { orderedSteps } from "./required-steps.ts";
import { outcomeOf } from "./step-outcome.ts";

export const stepAfterFailed: FactDeclaration<StepSubject, string> = {
  name: "step.afterFailed",
  type: stringFact,
  mayBeAbsent: true,
  reasons: everyReason,
  reads: ["/pipeline/steps"],
  doc: "The first step before this one, as the profile lists them, that failed or was cancelled: those after it are skipped unless the workflow says otherwise. Absent where none did, and where the profile gives this one no place in an order.",
  derive: ({ source, stepId }) => source.once(judgeFailures).get(stepId) ?? absent,
};

/** For each step that has a place in the order: the first failed one before it. Goes through all steps once. */
function judgeFailures(source: FactSource): ReadonlyMap<string, Fact<string>> {
  const judged = new Map<string, Fact<string>>();
  let before: Fact<string> = absent;
  for (const { id } of orderedSteps(source)) {
    judged.set(id, before);
    before = firstOf(before, source, id);
  }
  return judged;
}

/** What is not known of an earlier step may have been the first failure. */
function firstOf(before: Fact<string>, source: FactSource, id: string): Fact<string> {
  if (before.state === "value") return before;
  const outcome = outcomeOf({ source, stepId: id });
  if (outcome.state === "absent") return before;
  const hasFailed =
    outcome.state === "value" && (outcome.value === "failure" || outcome.value === "cancelled");
  if (before.state === "absent" && hasFailed) return known(id);
  if (before.state === "absent" && outcome.state === "value") return before;
  const reasons = reasonsOf([before, outcome]);
  return unknownFor(reasons, { present: hasFailed || isPresent(before) });
}

function isPresent(fact: Fact<string>): boolean {
  return fact.state === "unknown" && fact.present === true;
}
