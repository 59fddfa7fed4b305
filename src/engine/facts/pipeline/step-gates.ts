import { type FactDeclaration, known } from "../fact.ts";
import { stringListFact } from "../fact-type.ts";
import { judgeDeclared } from "../gate/gate-declaration.ts";
import { gapReasons, reasonsOf } from "../gate/not-read.ts";
import type { StepSubject } from "../subject.ts";
import { gatesOver } from "./gates-over.ts";

export const stepGates: FactDeclaration<StepSubject, readonly string[]> = {
  name: "step.gates",
  type: stringListFact,
  mayBeAbsent: false,
  reasons: gapReasons,
  reads: ["/git/files"],
  doc: "Names of the declared gates that suppress this step, in the profile's order; known once the declaration of every such gate is.",
  derive: (subject, _read, note) => {
    const { snapshot } = subject.source;
    const judged = gatesOver(subject).map((gate) => ({
      name: gate.name,
      declared: judgeDeclared(snapshot, gate, note),
    }));
    const reasons = reasonsOf(judged.map(({ declared }) => declared));
    if (reasons.length > 0) return { state: "unknown", reasons };
    const isUp = judged.filter(({ declared }) => declared.state === "value" && declared.value);
    return known(isUp.map(({ name }) => name));
  },
};
