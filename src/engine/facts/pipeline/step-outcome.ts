import { type Fact, type FactDeclaration, known, type Note } from "../fact.ts";
import { enumFact } from "../fact-type.ts";
import { everyReason } from "../gaps.ts";
import { unknownFor } from "../known.ts";
import type { StepSubject } from "../subject.ts";
import { requiredStep } from "./required-steps.ts";
import { hiddenOutcome, notReadable, notRecorded, stepRecord } from "./step-record.ts";

export const outcomes = ["success", "failure", "skipped", "cancelled"] as const;
export type StepOutcome = (typeof outcomes)[number];

export const stepOutcome: FactDeclaration<StepSubject, StepOutcome> = {
  name: "step.outcome",
  type: enumFact("StepOutcome", outcomes),
  mayBeAbsent: true,
  reasons: everyReason,
  reads: ["/pipeline/steps/<step>/outcome", "/pipeline/steps/<step>/conclusion"],
  doc: "How the step ended by itself: its outcome, before `continue-on-error` turns it into a conclusion. Where no outcome is recorded the conclusion, unless that is success and the profile says `continueOnError` of the step, when it may have failed. Absent when all steps were read and this one is not among them.",
  derive: (subject, _read, note) => outcomeOf(subject, note),
};

/** How a step of the pipeline ended, by itself. */
export function outcomeOf(subject: StepSubject, note?: Note): Fact<StepOutcome> {
  const step = stepRecord(subject);
  if (step.state === "absent") return step;
  if (step.state === "unknown") {
    const present = step.present === true;
    return unknownFor(step.reasons, { present });
  }
  const field = step.value.outcome === undefined ? "conclusion" : "outcome";
  const word = step.value[field];
  if (word === undefined) return notRecorded(subject.stepId, "outcome");
  const outcome = outcomes.find((one) => one === word);
  if (outcome === undefined) return notReadable(subject.stepId, "outcome");
  const mayHide = field === "conclusion" && requiredStep(subject)?.continueOnError === true;
  if (mayHide && outcome === "success") return hiddenOutcome(subject.stepId);
  note?.(["pipeline", "steps", subject.stepId, field], outcome);
  return known(outcome);
}
