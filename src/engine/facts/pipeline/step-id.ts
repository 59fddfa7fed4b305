import { type FactDeclaration, known } from "../fact.ts";
import { stringFact } from "../fact-type.ts";
import type { StepSubject } from "../subject.ts";

export const stepId: FactDeclaration<StepSubject, string> = {
  name: "step.id",
  type: stringFact,
  mayBeAbsent: false,
  reasons: [],
  reads: [],
  doc: "The profile's id of a step that the pipeline must have run.",
  derive: (subject) => known(subject.stepId),
};
