import { type FactDeclaration, known } from "../fact.ts";
import { stringListFact } from "../fact-type.ts";
import { everyReason } from "../gaps.ts";
import { judgeDeclared } from "../gate/gate-declaration.ts";
import { reasonsOf, unknownFor } from "../known.ts";
import type { StepSubject } from "../subject.ts";
import { gatesOver } from "./gates-over.ts";

export const stepGates: FactDeclaration<StepSubject, readonly string[]> = {
  name: "step.gates",
  type: stringListFact,
  mayBeAbsent: false,
  reasons: everyReason,
  reads: ["/git/files"],
  doc: "Names of the declared gates that suppress this step, in the profile's order; known once the declaration of every such gate is.",
  derive: (subject, _read, note) => {
    const judged = gatesOver(subject).map((gate) => ({
      name: gate.name,
      declared: judgeDeclared(subject.source, gate, note),
    }));
    const reasons = reasonsOf(judged.map(({ declared }) => declared));
    if (reasons.length > 0) return unknownFor(reasons);
    const isUp = judged.filter(({ declared }) => declared.state === "value" && declared.value);
    return known(isUp.map(({ name }) => name));
  },
};
