import { type FactDeclaration, known } from "../fact.ts";
import { stringListFact } from "../fact-type.ts";
import { everyReason } from "../gaps.ts";
import { eachOnce, unknownFor } from "../known.ts";
import type { NodeCredentialSubject } from "../subject.ts";
import { loadPieces } from "./load-pieces.ts";
import { nodeLoad } from "./node-load.ts";

export const loadEvidence: FactDeclaration<NodeCredentialSubject, readonly string[]> = {
  name: "load.evidence",
  type: stringListFact,
  mayBeAbsent: false,
  reasons: everyReason,
  reads: nodeLoad.reads,
  doc: "Which piece of evidence says what is loaded, in words: the first that speaks of E2, E3, E1, E4, E5, E6. Only the first, so that reading more never takes back what was said.",
  derive: (subject, read) => {
    const state = read(nodeLoad);
    if (state.state === "unknown") return unknownFor(state.reasons);
    for (const piece of loadPieces) {
      const testimony = piece.judge(subject, read, undefined);
      if (testimony === "unknown") return unknownFor(eachOnce(piece.lacks(subject, read)));
      if (testimony === "same" || testimony === "changed")
        return known([piece.words[testimony] ?? testimony]);
    }
    return known([]);
  },
};
