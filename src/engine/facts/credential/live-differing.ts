import { type FactDeclaration, known } from "../fact.ts";
import { stringListFact } from "../fact-type.ts";
import { everyReason } from "../gaps.ts";
import { reasonsOf, unknownFor } from "../known.ts";
import type { CredentialSubject } from "../subject.ts";
import { live } from "./live.ts";
import { liveSecretsOf } from "./live-secrets.ts";

export const liveDiffering: FactDeclaration<CredentialSubject, readonly string[]> = {
  name: "live.differing",
  type: stringListFact,
  mayBeAbsent: false,
  reasons: everyReason,
  reads: live.reads,
  doc: "The live Secrets, `namespace/name`, that do not hold the declared credential. Unknown while one of them is.",
  derive: (subject) => {
    const secrets = liveSecretsOf(subject);
    const reasons = reasonsOf(secrets.map(({ state }) => state));
    if (reasons.length > 0) return unknownFor(reasons);
    return known(
      secrets.flatMap(({ name, state }) =>
        state.state === "value" && state.value === "same" ? [] : [name],
      ),
    );
  },
};
