import { type Fact, type FactDeclaration, known, type Note } from "../fact.ts";
import { boolFact } from "../fact-type.ts";
import { everyReason } from "../gaps.ts";
import { judgeDeclared } from "../gate/gate-declaration.ts";
import { reasonsOf, unknownFor } from "../known.ts";
import type { StepSubject } from "../subject.ts";
import { gatesOver } from "./gates-over.ts";

export const stepSuppressed: FactDeclaration<StepSubject, boolean> = {
  name: "step.suppressed",
  type: boolFact,
  mayBeAbsent: false,
  reasons: everyReason,
  reads: ["/git/files"],
  doc: "A gate that the profile says suppresses this step is declared. One declared gate is enough, whatever is known of the others.",
  derive: (subject, _read, note) => judgeSuppressed(subject, note),
};

/** Whether a gate that suppresses the step is declared. */
export function judgeSuppressed(subject: StepSubject, note: Note | undefined): Fact<boolean> {
  const judged = gatesOver(subject).map((gate) => judgeDeclared(subject.source, gate, note));
  if (judged.some((one) => one.state === "value" && one.value)) return known(true);
  const reasons = reasonsOf(judged);
  return reasons.length === 0 ? known(false) : unknownFor(reasons);
}
