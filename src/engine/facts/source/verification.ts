import type { Verification } from "../../../generated/snapshot-types.ts";
import { asJson } from "../../../input/as-json.ts";
import type { DeepReadonly } from "../../../input/json-value.ts";
import { canonicalJson } from "../../../snapshot/canonical-json.ts";
import { listAt, textAt } from "../read-object.ts";

/** One way to verify artifacts, in one spelling; undefined where there is none. */
export type VerificationText = string | undefined;

/** Flux takes cosign where nothing is said. */
const DEFAULT_PROVIDER = "cosign";

/**
 * The declaration in one spelling, so that equal ones are equal texts: identities are alternatives, so their order does not count,
 * and what is empty is not there.
 */
export function spellVerification(
  verify: DeepReadonly<Verification> | undefined,
): VerificationText {
  if (verify === undefined) return undefined;
  const identities = listAt(verify, ["matchOIDCIdentity"]).map((one) =>
    canonicalJson([textAt(one, ["issuer"]) ?? "", textAt(one, ["subject"]) ?? ""]),
  );
  const provider = textAt(verify, ["provider"]) ?? "";
  return canonicalJson(
    asJson([
      provider === "" ? DEFAULT_PROVIDER : provider,
      textAt(verify, ["secretRef", "name"]) ?? "",
      [...new Set(identities)].sort(),
    ]),
  );
}
