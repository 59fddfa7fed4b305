import { absent, type FactDeclaration, known } from "../fact.ts";
import { stringFact } from "../fact-type.ts";
import { everyReason } from "../gaps.ts";
import { unknownFor } from "../known.ts";
import type { NodeCredentialSubject } from "../subject.ts";
import { handOff } from "./hand-off.ts";
import { judgeHandOffs } from "./hand-off-judgement.ts";

export const handOffProblem: FactDeclaration<NodeCredentialSubject, string> = {
  name: "handOff.problem",
  type: stringFact,
  mayBeAbsent: true,
  reasons: everyReason,
  reads: handOff.reads,
  doc: "Why no hand-off speaks for this node although there are some: each was ignored, or the node is not listed, or is listed with another UID. Absent when one does, or when none was handed in.",
  derive: (subject, read) => {
    const state = read(handOff);
    if (state.state === "absent") return absent;
    const { isOpen, reasons, otherUid, rejections } = judgeHandOffs(subject);
    if (state.state === "unknown") return unknownFor(reasons);
    if (state.value === "accepted" || state.value === "none") return absent;
    if (isOpen) return unknownFor(reasons, { present: true });
    if (state.value === "rejected") return known(rejections.join("; "));
    if (otherUid === undefined) return known("no hand-off lists this node");
    return known(`the hand-off lists uid ${otherUid} for this name, the node is another`);
  },
};
