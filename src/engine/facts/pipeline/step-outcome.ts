import { type FactDeclaration, known } from "../fact.ts";
import { enumFact } from "../fact-type.ts";
import { everyReason } from "../gaps.ts";
import { unknownFor } from "../known.ts";
import type { StepSubject } from "../subject.ts";
import { notReadable, notRecorded, stepRecord } from "./step-record.ts";

const outcomes = ["success", "failure", "skipped", "cancelled"] as const;
export type StepOutcome = (typeof outcomes)[number];

export const stepOutcome: FactDeclaration<StepSubject, StepOutcome> = {
  name: "step.outcome",
  type: enumFact("StepOutcome", outcomes),
  mayBeAbsent: true,
  reasons: everyReason,
  reads: ["/pipeline/steps/<step>/outcome", "/pipeline/steps/<step>/conclusion"],
  doc: "How the step ended by itself: its outcome, before `continue-on-error` turns it into a conclusion; the conclusion where no outcome is recorded. Absent when the pipeline was read and has no such step.",
  derive: (subject, _read, note) => {
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
    note?.(["pipeline", "steps", subject.stepId, field], outcome);
    return known(outcome);
  },
};
