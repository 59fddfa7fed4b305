import { credentialSharedOf } from "../credential/credential-shared.ts";
import { type FactDeclaration, known, type UnknownReason } from "../fact.ts";
import { intFact } from "../fact-type.ts";
import { everyReason } from "../gaps.ts";
import { eachOnce, unknownFor } from "../known.ts";
import type { CredentialSubject } from "../subject.ts";
import { claimUnbound } from "./claim-unbound.ts";
import { nodeCredentialReader } from "./node-credential-readers.ts";
import { nodesSharedOf } from "./nodes-shared.ts";

export const claimsUnbound: FactDeclaration<CredentialSubject, number> = {
  name: "claims.unbound",
  type: intFact,
  mayBeAbsent: false,
  reasons: everyReason,
  reads: claimUnbound.reads,
  doc: "How many nodes count as having the credential loaded only by a proof that names no run of the runtime and was taken at its word.",
  derive: (subject) => {
    const shared = nodesSharedOf(subject.source);
    if (credentialSharedOf(subject).history.isCollected) return known(0);
    const reasons: UnknownReason[] = [...shared.unseen()];
    let count = 0;
    for (const { key, object } of subject.source.index.ofKind("v1/Node")) {
      const reader = nodeCredentialReader({ ...subject, nodeKey: key, node: object });
      const unbound = reader.read(claimUnbound);
      if (unbound.state === "unknown") reasons.push(...unbound.reasons);
      else if (unbound.state === "value" && unbound.value) count += 1;
    }
    if (reasons.length === 0) return known(count);
    return unknownFor(eachOnce(reasons), { atLeast: count });
  },
};
