import {
  type Fact,
  type FactDeclaration,
  known,
  type ReadFact,
  type UnknownReason,
} from "../fact.ts";
import { enumFact } from "../fact-type.ts";
import { everyReason } from "../gaps.ts";
import { eachOnce, unknownFor } from "../known.ts";
import type { NodeCredentialSubject } from "../subject.ts";
import { loadPieces } from "./load-pieces.ts";

export const LOAD_STATES = ["same", "changed"] as const;
export type LoadState = (typeof LOAD_STATES)[number];

export const nodeLoad: FactDeclaration<NodeCredentialSubject, LoadState> = {
  name: "load",
  type: enumFact("LoadState", LOAD_STATES),
  mayBeAbsent: false,
  reasons: everyReason,
  reads: [
    "/talos/<node>",
    "/objects/v1~1Node~1~1<node>",
    "/credentials/<name>",
    "/proofs",
    "/probes",
  ],
  doc: "What the node's container runtime works with, against what Git declares. Each piece of evidence narrows it; where pieces contradict each other it is unknown.",
  derive: (subject, read, note) => {
    const words: string[] = [];
    const contesting: UnknownReason[] = [];
    let isSame = false;
    let isChanged = false;
    for (const piece of loadPieces) {
      const testimony = piece.judge(subject, read, note);
      if (testimony === "nothing" || testimony === "unknown") continue;
      if (testimony === "same") isSame = true;
      else if (testimony === "changed") isChanged = true;
      else contesting.push(...piece.lacks(subject, read));
      words.push(piece.words[testimony] ?? testimony);
    }
    if (isSame && (isChanged || contesting.length > 0)) {
      return unknownFor([contradiction(words), ...eachOnce(contesting)]);
    }
    if (isSame) return same;
    return isChanged ? changed : unknownFor(lacking(subject, read));
  },
};

const same: Fact<LoadState> = known("same");
const changed: Fact<LoadState> = known("changed");

function contradiction(words: readonly string[]): UnknownReason {
  return {
    code: "Inconsistent",
    detail: words.join("; but "),
    cure: "read all of it at one time; if it still disagrees, one of these was recorded wrongly: leave that out or mend it",
  };
}

/** What each piece lacks, told once. */
function lacking(
  subject: NodeCredentialSubject,
  read: ReadFact<NodeCredentialSubject>,
): readonly UnknownReason[] {
  return eachOnce(loadPieces.flatMap((piece) => piece.lacks(subject, read)));
}
