import { type FactDeclaration, known } from "../fact.ts";
import { stringFact } from "../fact-type.ts";
import type { GateSubject } from "../subject.ts";

export const gateName: FactDeclaration<GateSubject, string> = {
  name: "gate.name",
  type: stringFact,
  mayBeAbsent: false,
  reasons: [],
  reads: [],
  doc: "The profile's name for the gate.",
  derive: ({ gate }) => known(gate.name),
};
