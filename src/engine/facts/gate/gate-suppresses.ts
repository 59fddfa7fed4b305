import { type FactDeclaration, known } from "../fact.ts";
import { stringListFact } from "../fact-type.ts";
import type { GateSubject } from "../subject.ts";

export const gateSuppresses: FactDeclaration<GateSubject, readonly string[]> = {
  name: "gate.suppresses",
  type: stringListFact,
  mayBeAbsent: false,
  reasons: [],
  reads: [],
  doc: "Ids of the pipeline steps that the profile says are skipped while the gate is declared.",
  derive: ({ gate }) => known(gate.suppresses ?? []),
};
