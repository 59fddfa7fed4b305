import { type FactDeclaration, known } from "../fact.ts";
import { stringListFact } from "../fact-type.ts";
import { everyReason } from "../gaps.ts";
import { eachOnce, reasonsOf, unknownFor } from "../known.ts";
import type { CredentialSubject } from "../subject.ts";
import { credentialSharedOf } from "./credential-shared.ts";
import { rejectionText } from "./hand-offs.ts";

export const handOffsRejected: FactDeclaration<CredentialSubject, readonly string[]> = {
  name: "handOffs.rejected",
  type: stringListFact,
  mayBeAbsent: false,
  reasons: everyReason,
  reads: ["/proofs", "/credentials/<name>/declared/revision"],
  doc: "Why each hand-off that does not count was ignored as a whole. Those for other credentials of the profile are not listed.",
  derive: (subject, _read, note) => {
    const { readings, open } = credentialSharedOf(subject).handOffs;
    const reasons = eachOnce([...open, ...reasonsOf(readings)]);
    if (reasons.length > 0) return unknownFor(reasons);
    const rejected = readings.filter((reading) => reading.state === "rejected");
    for (const { at, problem } of rejected) note?.(["proofs", `${at}`], problem);
    return known(rejected.map(rejectionText));
  },
};
