import { absent, type FactDeclaration, known } from "../fact.ts";
import { intFact } from "../fact-type.ts";
import { unknownFor } from "../known.ts";
import type { FleetSubject } from "../subject.ts";

/** How many a list fact names: what conditions compare, while messages tell the list. */
export function countOf(
  list: FactDeclaration<FleetSubject, readonly string[]>,
  { name, doc }: { readonly name: string; readonly doc: string },
): FactDeclaration<FleetSubject, number> {
  return {
    name,
    type: intFact,
    mayBeAbsent: list.mayBeAbsent,
    reasons: list.reasons,
    reads: list.reads,
    doc,
    derive: (subject, read, note) => {
      const fact = note === undefined ? read(list) : list.derive(subject, read, note);
      if (fact.state === "unknown") return unknownFor(fact.reasons);
      return fact.state === "absent" ? absent : known(fact.value.length);
    },
  };
}
