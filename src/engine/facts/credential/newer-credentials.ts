import type { KeyedFingerprint } from "../../../snapshot/snapshot.ts";
import type { UnknownReason } from "../fact.ts";
import { compareInstants } from "../instant-text.ts";
import { eachOnce } from "../known.ts";
import type { CredentialShared } from "./credential-shared.ts";
import type { OtherCredential } from "./declaration-history.ts";
import { doubtfulHistory, type FirstDeclared } from "./first-declared.ts";
import { compareFingerprints } from "./host-auth.ts";

/** Credentials that were first declared after the declared one, and what may be such. */
export interface NewerCredentials {
  /** There certainly are none. */
  readonly isEmpty: boolean;
  /** The newer credential that a revision certainly is of, or why it may be of one; neither: it is not. */
  readonly ofRevision: (revision: string) => Newer;
  /** The same for what a config holds; undefined where that was kept out. */
  readonly ofFingerprint: (fingerprint: KeyedFingerprint | undefined) => Newer;
}

export interface Newer {
  readonly credential?: OtherCredential;
  readonly doubts: readonly UnknownReason[];
}

const notNewer: Newer = { doubts: [] };

/** What the history knows of credentials that are newer than the declared one. */
export function findNewer({ declared, history }: CredentialShared): NewerCredentials {
  const { seen, unseen } = history.others;
  const { first } = history;
  const certain = seen.filter((other) => isNewer(other, first) === true);
  const doubtful = seen.filter((other) => isNewer(other, first) === undefined);
  const doubts = [...(first.at.state === "unknown" ? first.at.reasons : []), doubtfulHistory];
  const newerBy = (is: (other: OtherCredential) => boolean | undefined): Newer => {
    const credential = certain.find((other) => is(other) === true);
    if (credential !== undefined) return { credential, doubts: [] };
    const mayBe =
      certain.some((other) => is(other) === undefined) ||
      doubtful.some((other) => is(other) !== false);
    return { doubts: eachOnce([...(mayBe ? doubts : []), ...unseen]) };
  };
  return {
    isEmpty: certain.length === 0 && doubtful.length === 0 && unseen.length === 0,
    ofRevision: (revision) => {
      const newer = newerBy((other) =>
        other.revision === undefined ? undefined : other.revision === revision,
      );
      if (newer.credential !== undefined) return newer;
      const isDeclared = history.isDeclared(revision);
      return isDeclared.state === "value" && isDeclared.value ? notNewer : newer;
    },
    ofFingerprint: (fingerprint) => {
      if (compareFingerprints(fingerprint, declared.fingerprint) === "same") return notNewer;
      return newerBy((other) => isSame(fingerprint, other.fingerprint));
    },
  };
}

/** Whether it was first declared after that; undefined where the history does not tell, or it may be the declared one. */
function isNewer(
  { firstDeclaredAt, isAnother }: OtherCredential,
  { at, by }: FirstDeclared,
): boolean | undefined {
  if (by === undefined || firstDeclaredAt === undefined) return undefined;
  const order = compareInstants(firstDeclaredAt, by);
  if (order === undefined) return undefined;
  if (order > 0) return isAnother || undefined;
  // It may be newer than an earlier day on which the declared one was first declared.
  return at.state === "value" ? false : undefined;
}

function isSame(
  a: KeyedFingerprint | undefined,
  b: KeyedFingerprint | undefined,
): boolean | undefined {
  const comparison = compareFingerprints(a, b);
  if (comparison === "same") return true;
  return comparison === "changed" ? false : undefined;
}
