import type { ProfileCredential } from "../../../profile/profile.ts";
import type { CredentialRecord } from "../../../snapshot/snapshot.ts";
import { known, type UnknownFact, type UnknownReason } from "../fact.ts";
import { gapsOf, missingReasons } from "../gaps.ts";
import { compareInstants } from "../instant-text.ts";
import { eachOnce, type Known, reasonsOf, unknownFor } from "../known.ts";
import type { FactSource } from "../subject.ts";
import { credentialRecord, type DeclaredCredential, snapshotWith } from "./declared-credential.ts";
import { compareFingerprints } from "./host-auth.ts";

/** A credential that was declared before, and is not certainly the one that is declared now. */
export interface OtherCredential {
  /** It is certainly another one; else it may be the declared one, encrypted anew. */
  readonly isAnother: boolean;
  readonly firstDeclaredAt: string | undefined;
  /** When it was last put in force. */
  readonly lastDeclaredAt: string | undefined;
  readonly revoked: boolean | undefined;
  /** Its place in the record's `previous`. */
  readonly at: number;
}

/** What was declared before; consulted only where the profile says that it is collected. */
export interface DeclarationHistory {
  readonly isCollected: boolean;
  readonly others: Known<readonly OtherCredential[]>;
  /** Another credential was declared since the declared one first was. */
  readonly changedSince: Known<boolean>;
  /** Whether a revision is one of the declared credential's, whose ciphertext may have been made anew. */
  readonly isDeclared: (revision: string) => Known<boolean>;
}

type Previous = NonNullable<CredentialRecord["previous"]>[number];

export function readDeclarationHistory(
  source: FactSource,
  credential: ProfileCredential,
  declared: DeclaredCredential,
): DeclarationHistory {
  const isCollected = credential.history === true;
  const previous = isCollected
    ? credentialRecord(source.snapshot, credential.name)?.previous
    : notCollected;
  const unread = unknownFor(
    missingReasons(gapsOf(source).on("credentials", credential.name), {
      detail: `which credentials were declared before \`${credential.name}\` not read`,
      cure: snapshotWith(credential.name, "previous"),
    }),
  );
  const others = previous === undefined ? unread : known(othersOf(previous, declared));
  const answers = new Map<string, Known<boolean>>();
  return {
    isCollected,
    others,
    changedSince: others.state === "value" ? changedSince(others.value, declared) : unread,
    isDeclared: (revision) => {
      const answer = answers.get(revision) ?? isDeclared(revision, declared, previous ?? unread);
      answers.set(revision, answer);
      return answer;
    },
  };
}

const notCollected: readonly Previous[] = [];

function othersOf(
  previous: readonly Previous[],
  declared: DeclaredCredential,
): readonly OtherCredential[] {
  const others: OtherCredential[] = [];
  for (const [at, entry] of previous.entries()) {
    const comparison = compareFingerprints(entry.fingerprint, declared.fingerprint);
    const isSameText =
      declared.revision.state === "value" && entry.revision === declared.revision.value;
    if (comparison === "same" || isSameText) continue;
    others.push({
      isAnother: comparison === "changed",
      firstDeclaredAt: entry.firstDeclaredAt,
      lastDeclaredAt: entry.lastDeclaredAt,
      revoked: entry.revoked,
      at,
    });
  }
  return others;
}

function changedSince(
  others: readonly OtherCredential[],
  { firstDeclaredAt }: DeclaredCredential,
): Known<boolean> {
  if (others.length === 0) return known(false);
  if (firstDeclaredAt.state === "unknown") return unknownFor(firstDeclaredAt.reasons);
  const reasons: UnknownReason[] = [];
  for (const other of others) {
    const isSince = isDeclaredSince(other, firstDeclaredAt.value);
    if (isSince === true && other.isAnother) return known(true);
    if (isSince === undefined && other.firstDeclaredAt !== undefined) reasons.push(undatedEnd);
    else if (isSince !== false) reasons.push(doubtfulHistory);
  }
  return reasons.length > 0 ? unknownFor(eachOnce(reasons)) : known(false);
}

/**
 * Whether it was declared, for the first time or again, at or after an instant; undefined where the days that
 * were recorded do not tell.
 */
function isDeclaredSince(
  { firstDeclaredAt, lastDeclaredAt }: OtherCredential,
  instant: string,
): boolean | undefined {
  if (isAtOrAfter(firstDeclaredAt, instant) === true) return true;
  return isAtOrAfter(lastDeclaredAt, instant);
}

function isAtOrAfter(text: string | undefined, instant: string): boolean | undefined {
  const order = text === undefined ? undefined : compareInstants(text, instant);
  return order === undefined ? undefined : order >= 0;
}

const undatedEnd: UnknownReason = {
  code: "NotRecorded",
  detail: "the history does not say when another credential was last declared, so Git may have come back to it",
  cure: "record `lastDeclaredAt` for each credential in `previous` of the Snapshot document that carries it",
};

export const doubtfulHistory: UnknownReason = {
  code: "NotRecorded",
  detail: "the history has a credential without its first day or a comparable fingerprint",
  cure: "record both for each credential in `previous` of the Snapshot document that carries it",
};

function isDeclared(
  revision: string,
  declared: DeclaredCredential,
  previous: readonly Previous[] | UnknownFact<never>,
): Known<boolean> {
  const current = declared.revision;
  if (current.state === "value" && current.value === revision) return known(true);
  if ("state" in previous) return unknownFor(reasonsOf([current, previous]));
  const named = previous.find((entry) => entry.revision === revision);
  const comparison = compareFingerprints(named?.fingerprint, declared.fingerprint);
  if (named !== undefined && comparison === "same") return known(true);
  if (current.state === "unknown") return unknownFor(current.reasons);
  const doubt = unknownFor(
    declared.state.state === "unknown" ? declared.state.reasons : [doubtfulHistory],
  );
  if (named !== undefined) return comparison === "changed" ? known(false) : doubt;
  // An entry without its revision may have been this one.
  const isDoubtful = previous.some(
    (entry) =>
      entry.revision === undefined &&
      compareFingerprints(entry.fingerprint, declared.fingerprint) !== "changed",
  );
  return isDoubtful ? doubt : known(false);
}
