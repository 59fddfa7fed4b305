import type { Note, ReadFact, UnknownReason } from "../fact.ts";
import { eachOnce, unknownFor } from "../known.ts";
import type { NodeCredentialSubject } from "../subject.ts";
import { type ClaimBasis, type ClaimJudgement, judgeClaim } from "./claim.ts";
import { judgeHandOffs, type Listing } from "./hand-off-judgement.ts";

/** Whether some hand-off proves that the node's runtime works with the declared credential (E2). */
export function judgeHandOffClaim(
  subject: NodeCredentialSubject,
  read: ReadFact<NodeCredentialSubject>,
  note: Note | undefined,
): ClaimJudgement {
  const { listings, reasons: doubts, possible } = judgeHandOffs(subject);
  if (!possible.includes("accepted")) return notListed;
  const reasons: UnknownReason[] = [];
  let best: ClaimJudgement | undefined;
  let problem: ClaimJudgement = notListed;
  for (const listing of listings) {
    const claim = judgeClaim(listing.listed.bootId, subject, read, undefined);
    if (claim.state === "void") problem = claim;
    else if (claim.state === "unknown") reasons.push(...claim.reasons);
    else if (listing.isCertain) {
      reasons.push(...claim.doubts);
      noteListing(listing, subject, { read, note });
      best =
        best?.state === "holds" && strength[best.basis] >= strength[claim.basis] ? best : claim;
    }
  }
  reasons.push(...doubts);
  if (best?.state === "holds") return { ...best, doubts: eachOnce(reasons) };
  return reasons.length === 0 ? problem : unknownFor(eachOnce(reasons));
}

const notListed: ClaimJudgement = { state: "void", problem: "no hand-off names this node and uid" };

const strength: Readonly<Record<ClaimBasis, number>> = { word: 0, history: 1, run: 2 };

function noteListing(
  { reading, listed }: Listing,
  subject: NodeCredentialSubject,
  {
    read,
    note,
  }: { readonly read: ReadFact<NodeCredentialSubject>; readonly note: Note | undefined },
): void {
  if (note === undefined) return;
  const at = ["proofs", `${reading.at}`];
  note([...at, "credentialRevision"], reading.document.revision);
  note([...at, "nodes", `${listed.at}`], `lists ${subject.node.metadata.name} with its uid`);
  judgeClaim(listed.bootId, subject, read, note);
}
