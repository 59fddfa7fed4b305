import type { ProfileCredential } from "../../../profile/profile.ts";
import type { CredentialRecord, KeyedFingerprint } from "../../../snapshot/snapshot.ts";
import { isFarAhead } from "../clock-skew.ts";
import { known, type UnknownReason } from "../fact.ts";
import { missingReasons } from "../gaps.ts";
import { compareInstants } from "../instant-text.ts";
import { eachOnce, type Known, unknownFor } from "../known.ts";
import type { FactSource } from "../subject.ts";
import {
  credentialRecord,
  type DeclaredCredential,
  historyGaps,
  snapshotWith,
} from "./declared-credential.ts";
import { doubtfulHistory, type FirstDeclared, firstDeclared } from "./first-declared.ts";
import { compareFingerprints } from "./host-auth.ts";

/** A credential that was declared before, and is not certainly the one that is declared now. */
export interface OtherCredential {
  /** It is certainly another one; else it may be the declared one, encrypted anew. */
  readonly isAnother: boolean;
  readonly revision: string | undefined;
  readonly fingerprint: KeyedFingerprint | undefined;
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
  readonly others: Seen<OtherCredential>;
  readonly first: FirstDeclared;
  /** Another credential was declared since the declared one first was. */
  readonly changedSince: Known<boolean>;
  /** Whether a revision is one of the declared credential's, whose ciphertext may have been made anew. */
  readonly isDeclared: (revision: string) => Known<boolean>;
  /**
   * The same of what a pull was tried with. Where no history is collected another revision than the declared one may be
   * the same credential: a proof of it is no proof all the same, but a pull says nothing.
   */
  readonly wasTriedWith: (revision: string) => Known<boolean>;
}

/** A list and why it may be longer than what was seen; empty: it is whole. */
export interface Seen<T> {
  readonly seen: readonly T[];
  readonly unseen: readonly UnknownReason[];
}

type Previous = NonNullable<CredentialRecord["previous"]>[number];

export function readDeclarationHistory(
  source: FactSource,
  credential: ProfileCredential,
  declared: DeclaredCredential,
): DeclarationHistory {
  const isCollected = credential.history === true;
  const list = isCollected ? readPrevious(source, credential) : notCollected;
  const others = othersOf(list.seen, declared);
  const first = firstDeclared(declared, list.seen, list.unseen);
  const answers = new Map<string, Known<boolean>>();
  const isOfDeclared = (revision: string): Known<boolean> => {
    const answer = answers.get(revision) ?? isDeclared(revision, declared, list);
    answers.set(revision, answer);
    return answer;
  };
  return {
    isCollected,
    others: { seen: others, unseen: list.unseen },
    first,
    changedSince: changedSince(others, list.unseen, first),
    isDeclared: isOfDeclared,
    wasTriedWith: (revision) => {
      const answer = isOfDeclared(revision);
      const isOther = answer.state === "value" && !answer.value;
      return isOther && !isCollected ? unknownFor([untoldHistory(credential.name)]) : answer;
    },
  };
}

/** An open list where something about this credential was not read: the history is not known whole. */
function readPrevious(source: FactSource, { name }: ProfileCredential): Seen<Previous> {
  const previous = credentialRecord(source.snapshot, name)?.previous;
  const gaps = historyGaps(source, name);
  const seen = (previous ?? []).map((entry) => withoutDaysAhead(entry, source));
  if (previous !== undefined && gaps.length === 0) return { seen, unseen: [] };
  const what = previous === undefined ? "not read" : "not all read";
  return {
    seen,
    unseen: missingReasons(gaps, {
      detail: `which credentials were declared before \`${name}\` ${what}`,
      cure: snapshotWith(name, "previous"),
    }),
  };
}

/** A day that lies long after takenAt tells nothing of when it was declared. */
function withoutDaysAhead(entry: Previous, source: FactSource): Previous {
  const { firstDeclaredAt, lastDeclaredAt, ...rest } = entry;
  return {
    ...rest,
    ...(firstDeclaredAt === undefined || isFarAhead(firstDeclaredAt, source)
      ? {}
      : { firstDeclaredAt }),
    ...(lastDeclaredAt === undefined || isFarAhead(lastDeclaredAt, source)
      ? {}
      : { lastDeclaredAt }),
  };
}

const notCollected: Seen<Previous> = { seen: [], unseen: [] };

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
      revision: entry.revision,
      fingerprint: entry.fingerprint,
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
  unseen: readonly UnknownReason[],
  { at, by }: FirstDeclared,
): Known<boolean> {
  if (others.length === 0) return unseen.length === 0 ? known(false) : unknownFor(unseen);
  if (others.some((other) => other.isAnother && isDeclaredSince(other, by) === true)) {
    return known(true);
  }
  if (at.state === "unknown") return unknownFor(eachOnce([...at.reasons, ...unseen]));
  const reasons = [...unseen];
  for (const other of others) {
    const isSince = isDeclaredSince(other, at.value);
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
  instant: string | undefined,
): boolean | undefined {
  if (isAtOrAfter(firstDeclaredAt, instant) === true) return true;
  return isAtOrAfter(lastDeclaredAt, instant);
}

function isAtOrAfter(text: string | undefined, instant: string | undefined): boolean | undefined {
  const isDated = text !== undefined && instant !== undefined;
  const order = isDated ? compareInstants(text, instant) : undefined;
  return order === undefined ? undefined : order >= 0;
}

/** Why it is not known which revisions are of the declared credential, and since when. */
export function untoldHistory(name: string): UnknownReason {
  return {
    code: "NotRecorded",
    detail: `the history of declarations of \`${name}\` is not collected`,
    cure: `set \`history: true\` in the profile, and ${snapshotWith(name, "previous")}`,
  };
}

const undatedEnd: UnknownReason = {
  code: "NotRecorded",
  detail:
    "the history does not say when another credential was last declared, so Git may have come back to it",
  cure: "record `lastDeclaredAt` for each credential in a CredentialHistory",
};

function isDeclared(
  revision: string,
  declared: DeclaredCredential,
  { seen, unseen }: Seen<Previous>,
): Known<boolean> {
  const current = declared.revision;
  if (current.state === "value" && current.value === revision) return known(true);
  const named = seen.find((entry) => entry.revision === revision);
  const comparison = compareFingerprints(named?.fingerprint, declared.fingerprint);
  if (named !== undefined && comparison === "same") return known(true);
  if (current.state === "unknown") return unknownFor([...current.reasons, ...unseen]);
  const reasons = declared.state.state === "unknown" ? declared.state.reasons : [doubtfulHistory];
  if (named !== undefined) return comparison === "changed" ? known(false) : unknownFor(reasons);
  // An entry without its revision may have been this one, and so may one that was not seen.
  const isDoubtful = seen.some(
    (entry) =>
      entry.revision === undefined &&
      compareFingerprints(entry.fingerprint, declared.fingerprint) !== "changed",
  );
  const doubts = [...(isDoubtful ? reasons : []), ...unseen];
  return doubts.length > 0 ? unknownFor(eachOnce(doubts)) : known(false);
}
