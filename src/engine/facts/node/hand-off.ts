import { type Fact, type FactDeclaration, known } from "../fact.ts";
import { enumFact } from "../fact-type.ts";
import { everyReason } from "../gaps.ts";
import { unknownFor } from "../known.ts";
import type { NodeCredentialSubject } from "../subject.ts";
import { HAND_OFF_STATES, type HandOffState, judgeHandOffs } from "./hand-off-judgement.ts";

export const handOff: FactDeclaration<NodeCredentialSubject, HandOffState> = {
  name: "handOff",
  type: enumFact("HandOffState", HAND_OFF_STATES),
  mayBeAbsent: false,
  reasons: everyReason,
  reads: [
    "/proofs",
    "/credentials/<name>/declared/revision",
    "/objects/v1~1Node~1~1<node>/metadata/uid",
  ],
  doc: "What the hand-offs say about this node: accepted (one for the declared credential lists its name and UID), notListed, rejected (none was accepted, each as a whole) or none (none was handed in).",
  derive: (subject, _read, note) => {
    const { possible, listings, reasons } = judgeHandOffs(subject);
    for (const { reading, listed } of note === undefined ? [] : listings) {
      note?.(["proofs", `${reading.at}`, "nodes", `${listed.at}`, "uid"], listed.uid);
    }
    const [state] = possible;
    return state !== undefined && possible.length === 1
      ? facts[state]
      : unknownFor(reasons, { oneOf: possible });
  },
};

const facts: Readonly<Record<HandOffState, Fact<HandOffState>>> = {
  none: known("none"),
  rejected: known("rejected"),
  notListed: known("notListed"),
  accepted: known("accepted"),
};
