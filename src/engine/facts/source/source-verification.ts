import { absent, type FactDeclaration, known, type Note } from "../fact.ts";
import { enumFact } from "../fact-type.ts";
import { everyReason } from "../gaps.ts";
import { type Known, reasonsOf, unknownFor } from "../known.ts";
import type { LiveObject } from "../live-object.ts";
import { recordAt, textAt } from "../read-object.ts";
import type { SourceSubject } from "../subject.ts";
import { declaredVerification } from "./declared-verification.ts";
import { liveSource } from "./live-source.ts";
import { spellVerification, type VerificationText } from "./verification.ts";

const states = ["same", "changed", "notLive", "notDeclared", "none"] as const;
export type VerificationState = (typeof states)[number];

export const sourceVerification: FactDeclaration<SourceSubject, VerificationState> = {
  name: "source.verification",
  type: enumFact("VerificationState", states),
  mayBeAbsent: true,
  reasons: everyReason,
  reads: [
    "/git/files/<file>/verifications",
    "/rendered/verifications",
    "/objects/source.toolkit.fluxcd.io~1v1~1OCIRepository~1<namespace>~1<name>/spec/verify",
  ],
  doc: "How Git declares that artifacts are verified, against the OCIRepository in the cluster: the same, changed (both verify, by another provider, key or identity), notLive (declared, and the cluster verifies nothing), notDeclared (the cluster verifies what Git does not declare), none. Absent where the cluster has no such OCIRepository.",
  derive: (subject, _read, note) => {
    const found = liveSource(subject);
    if (found.state === "absent") return absent;
    const declared = declaredVerification(subject, note);
    const live = verificationOf(found, note);
    if (declared.state === "value" && live.state === "value")
      return known(compare(declared.value, live.value));
    const oneOf = [...possible(declared, live), ...(found.state === "unknown" ? [null] : [])];
    return unknownFor<VerificationState>(reasonsOf([declared, live]), {
      oneOf,
      present: found.state === "value",
    });
  },
};

function verificationOf(found: LiveObject, note: Note | undefined): Known<VerificationText> {
  if (found.state === "unknown") return unknownFor(found.reasons);
  if (found.state === "absent") return known(undefined);
  const { key, object } = found.value;
  const verify = recordAt(object, ["spec", "verify"]);
  note?.(["objects", key, "spec", "verify", "provider"], textAt(verify, ["provider"]) ?? null);
  return known(spellVerification(verify));
}

function compare(declared: VerificationText, live: VerificationText): VerificationState {
  if (declared === live) return live === undefined ? "none" : "same";
  if (live === undefined) return "notLive";
  return declared === undefined ? "notDeclared" : "changed";
}

/** What remains possible while one side is known, or none. */
function possible(
  declared: Known<VerificationText>,
  live: Known<VerificationText>,
): readonly VerificationState[] {
  return states.filter((state) => {
    const isDeclared = state === "same" || state === "changed" || state === "notLive";
    const isLive = state === "same" || state === "changed" || state === "notDeclared";
    return (
      (declared.state !== "value" || isDeclared === (declared.value !== undefined)) &&
      (live.state !== "value" || isLive === (live.value !== undefined))
    );
  });
}
