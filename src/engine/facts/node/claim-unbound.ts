import { credentialSharedOf } from "../credential/credential-shared.ts";
import { type Fact, type FactDeclaration, known, type UnknownReason } from "../fact.ts";
import { boolFact } from "../fact-type.ts";
import { everyReason } from "../gaps.ts";
import { eachOnce, unknownFor } from "../known.ts";
import type { NodeCredentialSubject } from "../subject.ts";
import type { ClaimJudgement } from "./claim.ts";
import { judgeHandOffClaim } from "./hand-off-claim.ts";
import { judgeMarkerClaim } from "./marker-claim.ts";
import { nodeLoad } from "./node-load.ts";
import { runtimeEvidence } from "./runtime-evidence.ts";

export const claimUnbound: FactDeclaration<NodeCredentialSubject, boolean> = {
  name: "claim.unbound",
  type: boolFact,
  mayBeAbsent: false,
  reasons: everyReason,
  reads: nodeLoad.reads,
  doc: "The credential counts as loaded only because a proof says so that names no run of the runtime (a boot or, from Talos 1.14 on, its start), and no history of declarations is collected to hold it against. It was taken at its word.",
  derive: (subject, read) => {
    if (credentialSharedOf(subject).history.isCollected) return no;
    const claims = [
      judgeHandOffClaim(subject, read, undefined),
      judgeMarkerClaim(subject, read, undefined),
    ];
    if (!claims.some(mayBeWord)) return no;
    const state = read(nodeLoad);
    if (state.state === "unknown") return unknownFor(state.reasons);
    if (state.state === "value" && state.value === "changed") return no;
    const runtime = runtimeEvidence.judge(subject, read, undefined);
    if (runtime === "same" || claims.some(isFirm)) return no;
    const reasons = claims.flatMap(doubtsAbout);
    if (runtime === "unknown") reasons.push(...runtimeEvidence.lacks(subject, read));
    return reasons.length === 0 ? yes : unknownFor(eachOnce(reasons));
  },
};

const yes: Fact<boolean> = known(true);
const no: Fact<boolean> = known(false);
function mayBeWord(claim: ClaimJudgement): boolean {
  return claim.state === "unknown" || (claim.state === "holds" && claim.basis === "word");
}

function isFirm(claim: ClaimJudgement): boolean {
  return claim.state === "holds" && claim.basis !== "word";
}

/** Why a claim may turn out to be firm. */
function doubtsAbout(claim: ClaimJudgement): readonly UnknownReason[] {
  if (claim.state === "unknown") return claim.reasons;
  return claim.state === "holds" ? claim.doubts : [];
}
