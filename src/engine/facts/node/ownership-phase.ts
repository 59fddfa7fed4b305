import { absent, type FactDeclaration, known } from "../fact.ts";
import { stringFact } from "../fact-type.ts";
import { unknownFor } from "../known.ts";
import type { NodeSubject } from "../subject.ts";
import { holdsOf } from "./holds.ts";

export const ownershipPhase: FactDeclaration<NodeSubject, string> = {
  name: "ownership.phase",
  type: stringFact,
  mayBeAbsent: true,
  reasons: ["NotRead"],
  reads: ["/objects/v1~1Node~1~1<node>/metadata/annotations"],
  doc: "How far the holder of this Node got: the phase of its recovery record if that is valid, else the phase annotation (claimed, mutating). Absent where nobody holds it, or nothing is recorded.",
  derive: ({ source, nodeKey }) => {
    const hold = holdsOf(source).get(nodeKey);
    if (typeof hold?.problem === "object") return unknownFor(hold.problem);
    const phase = hold?.record?.phase ?? hold?.phase;
    return phase === undefined ? absent : known(phase);
  },
};
