import { type FactDeclaration, known } from "../fact.ts";
import { stringFact } from "../fact-type.ts";
import type { SourceSubject } from "../subject.ts";

export const sourceName: FactDeclaration<SourceSubject, string> = {
  name: "source.name",
  type: stringFact,
  mayBeAbsent: false,
  reasons: [],
  reads: [],
  doc: "The profile's name for the source.",
  derive: ({ named }) => known(named.name),
};
