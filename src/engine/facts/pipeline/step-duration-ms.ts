import { absent, type FactDeclaration, known } from "../fact.ts";
import { intFact } from "../fact-type.ts";
import { everyReason } from "../gaps.ts";
import { unknownFor } from "../known.ts";
import type { StepSubject } from "../subject.ts";
import { stepRecord } from "./step-record.ts";

export const stepDurationMs: FactDeclaration<StepSubject, number> = {
  name: "step.durationMs",
  type: intFact,
  mayBeAbsent: true,
  reasons: everyReason,
  reads: ["/pipeline/steps/<step>/durationMs"],
  doc: "How long the step ran, in whole milliseconds, rounded down; absent when the record does not say, or has no such step.",
  derive: (subject, _read, note) => {
    const step = stepRecord(subject);
    if (step.state === "unknown") return unknownFor(step.reasons);
    if (step.state === "absent" || step.value.durationMs === undefined) return absent;
    note?.(["pipeline", "steps", subject.stepId, "durationMs"], step.value.durationMs);
    return known(Math.floor(step.value.durationMs));
  },
};
