import { type FactDeclaration, known } from "../fact.ts";
import { stringListFact } from "../fact-type.ts";
import type { CredentialSubject } from "../subject.ts";
import { live } from "./live.ts";
import { liveSecretsOf } from "./live-secrets.ts";
import { eachOnce, everyReason } from "./missing-part.ts";

export const liveDiffering: FactDeclaration<CredentialSubject, readonly string[]> = {
  name: "live.differing",
  type: stringListFact,
  mayBeAbsent: false,
  reasons: everyReason,
  reads: live.reads,
  doc: "The live Secrets, `namespace/name`, that do not hold the declared credential. Unknown while one of them is.",
  derive: (subject) => {
    const secrets = liveSecretsOf(subject);
    const reasons = secrets.flatMap(({ state }) =>
      state.state === "unknown" ? state.reasons : [],
    );
    if (reasons.length > 0) return { state: "unknown", reasons: eachOnce(reasons) };
    return known(
      secrets.flatMap(({ name, state }) =>
        state.state === "value" && state.value === "same" ? [] : [name],
      ),
    );
  },
};
