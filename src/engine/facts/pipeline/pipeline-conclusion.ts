import { type FactDeclaration, known } from "../fact.ts";
import { boolFact, stringFact } from "../fact-type.ts";
import { everyReason } from "../gaps.ts";
import type { StepSubject } from "../subject.ts";
import { absentUnlessHidden } from "./step-record.ts";

export const pipelineConclusion: FactDeclaration<StepSubject, string> = {
  name: "pipeline.conclusion",
  type: stringFact,
  mayBeAbsent: true,
  reasons: everyReason,
  reads: ["/pipeline/conclusion"],
  doc: "Conclusion of the whole job or run; absent when its record gives none. A green run says nothing about a skipped step.",
  derive: ({ source }, _read, note) => {
    const { pipeline } = source.snapshot;
    if (pipeline?.conclusion !== undefined) {
      note?.(["pipeline", "conclusion"], pipeline.conclusion);
      return known(pipeline.conclusion);
    }
    return absentUnlessHidden(source, "conclusion", "the conclusion of the run");
  },
};

export const stepIsLast: FactDeclaration<StepSubject, boolean> = {
  name: "step.isLast",
  type: boolFact,
  mayBeAbsent: false,
  reasons: [],
  reads: [],
  doc: "It is the last of the steps that the profile requires: what is said of the whole run is said of it, once.",
  derive: ({ source, stepId }) =>
    known(source.profile.spec.pipeline?.requiredSteps?.at(-1)?.id === stepId),
};
