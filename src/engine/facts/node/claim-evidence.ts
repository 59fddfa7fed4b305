import { handOffCure } from "../credential/hand-offs.ts";
import type { UnknownReason } from "../fact.ts";
import type { ClaimJudgement } from "./claim.ts";
import { judgeHandOffClaim } from "./hand-off-claim.ts";
import { handOffProblem } from "./hand-off-problem.ts";
import type { LoadPiece, Testimony } from "./load-piece.ts";
import { judgeMarkerClaim } from "./marker-claim.ts";

/** E2: an accepted hand-off names this node, and its claim still holds. */
export const handOffEvidence: LoadPiece = {
  words: { same: "E2: an accepted hand-off names this node and its uid" },
  judge: (subject, read, note) => testimonyOf(judgeHandOffClaim(subject, read, note)),
  lacks: (subject, read) => {
    const claim = judgeHandOffClaim(subject, read, undefined);
    if (claim.state === "unknown") return claim.reasons;
    if (claim.state === "holds") return [];
    const problem = read(handOffProblem);
    const known = problem.state === "value" ? `: ${problem.value}` : "";
    return [voidClaim("NotRead", `the hand-off: ${claim.problem}${known}`, handOffCure)];
  },
};

/** E3: the marker on the Node names the declared credential, and its claim still holds. */
export const markerEvidence: LoadPiece = {
  words: { same: "E3: the marker on the Node names the declared credential" },
  judge: (subject, read, note) => testimonyOf(judgeMarkerClaim(subject, read, note)),
  lacks: (subject, read) => {
    const claim = judgeMarkerClaim(subject, read, undefined);
    if (claim.state === "unknown") return claim.reasons;
    return claim.state === "holds"
      ? []
      : [voidClaim("NotRecorded", `the marker: ${claim.problem}`)];
  },
};

function testimonyOf({ state }: ClaimJudgement): Testimony {
  if (state === "holds") return "same";
  return state === "void" ? "nothing" : "unknown";
}

function voidClaim(code: UnknownReason["code"], detail: string, cure?: string): UnknownReason {
  return cure === undefined ? { code, detail } : { code, detail, cure };
}
