import { absent, type FactDeclaration, known } from "../fact.ts";
import { boolFact, enumFact, stringFact } from "../fact-type.ts";
import { everyReason } from "../gaps.ts";
import { outcomeOf, outcomes, type StepOutcome } from "../pipeline/step-outcome.ts";
import { judgeSuppressed } from "../pipeline/step-suppressed.ts";
import type { SourceSubject } from "../subject.ts";

export const sourceWrittenBy: FactDeclaration<SourceSubject, string> = {
  name: "source.writtenBy",
  type: stringFact,
  mayBeAbsent: true,
  reasons: [],
  reads: [],
  doc: "Id of the pipeline step that writes the declaration to the cluster; absent where the profile names none.",
  derive: ({ named }) => (named.writtenBy === undefined ? absent : known(named.writtenBy)),
};

export const sourceWriterOutcome: FactDeclaration<SourceSubject, StepOutcome> = {
  name: "source.writerOutcome",
  type: enumFact("StepOutcome", outcomes),
  mayBeAbsent: true,
  reasons: everyReason,
  reads: ["/pipeline/steps/<step>"],
  doc: "How that step ended in the run that was read; absent where the profile names none, or the run has no such step.",
  derive: ({ source, named }, _read, note) =>
    named.writtenBy === undefined ? absent : outcomeOf({ source, stepId: named.writtenBy }, note),
};

export const sourceWriterSuppressed: FactDeclaration<SourceSubject, boolean> = {
  name: "source.writerSuppressed",
  type: boolFact,
  mayBeAbsent: false,
  reasons: everyReason,
  reads: ["/git/files"],
  doc: "A declared gate suppresses that step; false where the profile names none.",
  derive: ({ source, named }, _read, note) =>
    named.writtenBy === undefined
      ? known(false)
      : judgeSuppressed({ source, stepId: named.writtenBy }, note),
};
