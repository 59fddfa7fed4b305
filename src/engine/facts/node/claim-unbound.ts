import { everyReason } from "../credential/missing-part.ts";
import { type Fact, type FactDeclaration, known } from "../fact.ts";
import { boolFact } from "../fact-type.ts";
import type { NodeCredentialSubject } from "../subject.ts";
import type { ClaimJudgement } from "./claim.ts";
import { judgeHandOffClaim } from "./hand-off-claim.ts";
import { load } from "./load.ts";
import { judgeMarkerClaim } from "./marker-claim.ts";
import { credentialSharedOf } from "./node-credential-shared.ts";
import { runtimeEvidence } from "./runtime-evidence.ts";

export const claimUnbound: FactDeclaration<NodeCredentialSubject, boolean> = {
  name: "claim.unbound",
  type: boolFact,
  mayBeAbsent: false,
  reasons: everyReason,
  reads: load.reads,
  doc: "The credential counts as loaded only because a proof says so that names no boot, and no history of declarations is collected to hold it against. It was taken at its word.",
  derive: (subject, read) => {
    if (credentialSharedOf(subject).history.isCollected) return no;
    const claims = [
      judgeHandOffClaim(subject, read, undefined),
      judgeMarkerClaim(subject, read, undefined),
    ];
    if (!claims.some(mayBeWord)) return no;
    const state = read(load);
    if (state.state === "unknown") return { state: "unknown", reasons: state.reasons };
    if (state.state === "value" && state.value === "changed") return no;
    const runtime = runtimeEvidence.judge(subject, read, undefined);
    if (runtime === "same" || claims.some(isFirm)) return no;
    const reasons = claims.flatMap((claim) => (claim.state === "unknown" ? claim.reasons : []));
    if (runtime === "unknown") reasons.push(...runtimeEvidence.lacks(subject, read));
    if (claims.some(isUnsure)) reasons.push(versionUnsure);
    return reasons.length === 0 ? yes : { state: "unknown", reasons };
  },
};

const yes: Fact<boolean> = known(true);
const no: Fact<boolean> = known(false);
const versionUnsure = {
  code: "NotRead",
  detail: "the Talos version, which says whether a boot id binds a proof",
} as const;

function mayBeWord(claim: ClaimJudgement): boolean {
  if (claim.state !== "holds") return claim.state === "unknown";
  return claim.basis === "word" || claim.basis === "unsure";
}

function isFirm(claim: ClaimJudgement): boolean {
  return claim.state === "holds" && (claim.basis === "run" || claim.basis === "history");
}

function isUnsure(claim: ClaimJudgement): boolean {
  return claim.state === "holds" && claim.basis === "unsure";
}
