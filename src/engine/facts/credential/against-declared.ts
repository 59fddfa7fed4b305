import { type Fact, known, type UnknownFact, type UnknownReason, unknown } from "../fact.ts";
import { unknownFor } from "../known.ts";
import type { DeclaredCredential } from "./declared-credential.ts";
import { compareFingerprints, type HostAuth } from "./host-auth.ts";

export const AUTH_COMPARISONS = ["same", "changed", "absent", "invalid"] as const;
export type AuthComparison = (typeof AUTH_COMPARISONS)[number];

const same: Fact<AuthComparison> = known("same");
const changed: Fact<AuthComparison> = known("changed");
const absentAuth: Fact<AuthComparison> = known("absent");
const invalid: Fact<AuthComparison> = known("invalid");

/**
 * Compares what a consumer holds for the host with what is declared (docs/unknowns.md §5).
 *
 * @param where - Says for people which consumer's entry it is.
 */
export function compareWithDeclared(
  auth: HostAuth,
  declared: DeclaredCredential,
  where: string,
): Fact<AuthComparison> {
  switch (auth.state) {
    case "absent":
      return absentAuth;
    case "invalid":
      return invalid;
    case "undecided":
      return unknown("Incomparable", `${where} has two entries that cannot be compared`, {
        cure: oneKey,
        present: true,
        oneOf: ["same", "changed", "invalid"],
      });
    case "withheld":
      return unknown(
        "Withheld",
        `${where} has a login that is redacted or kept by a credential helper`,
        {
          cure: unmasked,
          present: true,
          oneOf: ["same", "changed", "invalid"],
        },
      );
    case "one":
      return compareEntry(auth, declared, where);
  }
}

const unmasked = "give it as it is: logins are fingerprinted, never kept";
const notNamed: UnknownReason = {
  code: "NotRecorded",
  detail: "the profile does not collect the content of the declared credential",
  cure: "name its Secret under `declared.secret` of the profile and give that decrypted",
};
const oneKey = "fingerprints made with one key (--fingerprint-key)";

function compareEntry(
  { entry }: Extract<HostAuth, { state: "one" }>,
  declared: DeclaredCredential,
  where: string,
): Fact<AuthComparison> {
  if (declared.state.state === "unknown") return either(declared.state);
  if (declared.state.value === "notCollected") return either(unknownFor([notNamed]));
  if (declared.state.value !== "valid") {
    return either(
      unknown(
        "Inconsistent",
        `the declared credential is ${declared.state.value}: nothing to compare with`,
      ),
    );
  }
  switch (compareFingerprints(entry.fingerprint, declared.fingerprint)) {
    case "same":
      return same;
    case "changed":
      return changed;
    case "withheld":
      return either(unknown("Withheld", `a fingerprint is kept out: ${where} or the declared one`));
    case "incomparable":
      return either(
        unknown("Incomparable", keysOf(entry.fingerprint, declared, where), { cure: oneKey }),
      );
  }
}

function keysOf(
  fingerprint: { readonly keyId: string } | undefined,
  declared: DeclaredCredential,
  where: string,
): string {
  return `${where} is fingerprinted with key ${fingerprint?.keyId}, the declared one with ${declared.fingerprint?.keyId}`;
}

function either({ reasons }: UnknownFact<unknown>): Fact<AuthComparison> {
  return unknownFor(reasons, { present: true, oneOf: ["same", "changed"] });
}
