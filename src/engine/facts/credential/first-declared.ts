import type { ValuePath } from "../../../input/source-document.ts";
import type { CredentialRecord } from "../../../snapshot/snapshot.ts";
import { known, type UnknownReason } from "../fact.ts";
import { compareInstants } from "../instant-text.ts";
import { eachOnce, type Known, unknownFor } from "../known.ts";
import type { DeclaredCredential } from "./declared-credential.ts";
import { compareFingerprints } from "./host-auth.ts";

type Previous = NonNullable<CredentialRecord["previous"]>[number];

/** When the declared credential was first declared. */
export interface FirstDeclared {
  readonly at: Known<string>;
  /** The earliest day that is known of; the first one may be earlier. */
  readonly by: string | undefined;
  /** Where that day stands in the credential's record. */
  readonly path: ValuePath;
}

export const doubtfulHistory: UnknownReason = {
  code: "NotRecorded",
  detail:
    "the history has a credential without its first day, which none long after takenAt is, or without a comparable fingerprint",
  cure: "record both for each credential in a CredentialHistory",
};

/**
 * An earlier entry may be the declared credential under another ciphertext: then it was first declared on the day of that.
 *
 * @param unseen - Why there may be further entries.
 */
export function firstDeclared(
  declared: DeclaredCredential,
  previous: readonly Previous[],
  unseen: readonly UnknownReason[],
): FirstDeclared {
  const recorded = declared.firstDeclaredAt;
  const days = [
    ...(recorded.state === "value"
      ? [{ day: recorded.value, path: ["declared", "firstDeclaredAt"] }]
      : []),
    ...previous.flatMap((entry, index) => {
      const day = entry.firstDeclaredAt;
      if (day === undefined || isDeclared(entry, declared) !== true) return [];
      return [{ day, path: ["previous", `${index}`, "firstDeclaredAt"] }];
    }),
  ];
  const [earliest] = days.sort((a, b) => compareInstants(a.day, b.day) ?? 0);
  const by = earliest?.day;
  const mayBeEarlier = previous.some(
    (entry) => isDeclared(entry, declared) !== false && isUndatedOrBefore(entry, by),
  );
  const reasons = [
    ...(recorded.state === "unknown" ? recorded.reasons : []),
    ...(mayBeEarlier ? [doubtfulHistory] : []),
    ...unseen,
  ];
  const isKnown = by !== undefined && reasons.length === 0;
  return {
    at: isKnown ? known(by) : unknownFor(eachOnce(reasons)),
    by,
    path: earliest?.path ?? ["declared", "firstDeclaredAt"],
  };
}

/** Undefined where that cannot be told. */
function isDeclared(
  { revision, fingerprint }: Previous,
  declared: DeclaredCredential,
): boolean | undefined {
  if (declared.revision.state === "value" && revision === declared.revision.value) return true;
  const comparison = compareFingerprints(fingerprint, declared.fingerprint);
  if (comparison === "same") return true;
  return comparison === "changed" ? false : undefined;
}

function isUndatedOrBefore({ firstDeclaredAt }: Previous, by: string | undefined): boolean {
  if (firstDeclaredAt === undefined || by === undefined) return true;
  return (compareInstants(firstDeclaredAt, by) ?? -1) < 0;
}
