import { absent, type FactDeclaration, known } from "../fact.ts";
import { enumFact } from "../fact-type.ts";
import { everyReason } from "../gaps.ts";
import { unknownFor } from "../known.ts";
import type { StepSubject } from "../subject.ts";
import { outcomes, type StepOutcome } from "./step-outcome.ts";
import { notReadable, stepRecord } from "./step-record.ts";

export const stepConclusion: FactDeclaration<StepSubject, StepOutcome> = {
  name: "step.conclusion",
  type: enumFact("StepConclusion", outcomes),
  mayBeAbsent: true,
  reasons: everyReason,
  reads: ["/pipeline/steps/<step>/conclusion"],
  doc: "What the run made of the step: success of one that failed under `continue-on-error`. Absent when the record does not say, or has no such step.",
  derive: (subject, _read, note) => {
    const step = stepRecord(subject);
    if (step.state === "unknown") return unknownFor(step.reasons);
    if (step.state === "absent" || step.value.conclusion === undefined) return absent;
    const conclusion = outcomes.find((one) => one === step.value.conclusion);
    if (conclusion === undefined) return notReadable(subject.stepId, "conclusion");
    note?.(["pipeline", "steps", subject.stepId, "conclusion"], conclusion);
    return known(conclusion);
  },
};
