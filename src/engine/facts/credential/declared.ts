import type { FactDeclaration } from "../fact.ts";
import { enumFact } from "../fact-type.ts";
import { everyReason } from "../gaps.ts";
import type { CredentialSubject } from "../subject.ts";
import { credentialSharedOf } from "./credential-shared.ts";
import { DECLARED_STATES, type DeclaredState } from "./declared-credential.ts";

export const declared: FactDeclaration<CredentialSubject, DeclaredState> = {
  name: "declared",
  type: enumFact("DeclaredState", DECLARED_STATES),
  mayBeAbsent: false,
  reasons: everyReason,
  reads: ["/credentials/<name>/declared/entries"],
  doc: "Whether Git declares a credential for the host that all consumers read alike: `missing` when the decrypted config has no entry for it, `invalid` when consumers would read it differently. `notCollected` where the profile names no Secret that holds it and none was handed in.",
  derive: (subject, _read, note) => {
    const { state } = credentialSharedOf(subject).declared;
    if (state.state === "value") {
      note?.(["credentials", subject.credential.name, "declared", "entries"], state.value);
    }
    return state;
  },
};
