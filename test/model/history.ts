import { type Asked, maxSkewMs, ms, takenAtMs } from "./cluster.ts";
import { declaredFingerprint, declaredRevision, isSameLogin, recordOf } from "./declared.ts";
import { EITHER, type Possible } from "./possible.ts";

// node-decision.md, "Ever declared": about the credential and not its ciphertext, and about the first time.

type Asking = Omit<Asked, "node">;

/** Something declared before, under another ciphertext. */
export interface Earlier {
  readonly revision: string | undefined;
  readonly isDeclaredOne: Possible<boolean>;
  readonly firstMs: number | undefined;
  readonly lastMs: number | undefined;
  readonly isRevoked: boolean;
}

export type History = "notCollected" | "unread" | readonly Earlier[];

export function historyOf(asking: Asking): History {
  if (asking.credential.history !== true) return "notCollected";
  const { previous } = recordOf(asking);
  if (previous === undefined) return "unread";
  return previous.map(({ revision, fingerprint, firstDeclaredAt, lastDeclaredAt, revoked }) => ({
    revision,
    isDeclaredOne: isSameLogin(fingerprint, declaredFingerprint(asking)),
    firstMs: dayMs(asking, firstDeclaredAt),
    lastMs: dayMs(asking, lastDeclaredAt) ?? dayMs(asking, firstDeclaredAt),
    isRevoked: revoked === true,
  }));
}

/** Decision 0015: a day further ahead of the evidence than parts may be read apart tells nothing. */
function dayMs(asking: Asking, instant: string | undefined): number | undefined {
  if (instant === undefined || ms(instant) > takenAtMs(asking) + maxSkewMs(asking))
    return undefined;
  return ms(instant);
}

/** When the declared credential was declared for the first time, under whatever ciphertext. */
export function declaredFirstMs(asking: Asking): number | undefined {
  const history = historyOf(asking);
  if (history === "notCollected" || history === "unread") return undefined;
  const days = [
    dayMs(asking, recordOf(asking).declared?.firstDeclaredAt),
    ...history.filter(isOwn).map(({ firstMs }) => firstMs),
  ];
  return days.some((day) => day === undefined)
    ? undefined
    : Math.min(...days.filter((day) => day !== undefined));
}

const isOwn = ({ isDeclaredOne }: Earlier): boolean => isDeclaredOne.includes(true);

/** Those that are or may be of another credential. */
export function othersOf(history: readonly Earlier[]): readonly Earlier[] {
  return history.filter(({ isDeclaredOne }) => isDeclaredOne.includes(false));
}

/** A marker that is malformed names no credential. */
export const isRevision = (text: string): boolean => /^[0-9a-f]{64}$/.test(text);

/** Whether a revision is one of the declared credential. Decision 0015: without a history only its own is. */
export function isRevisionOfDeclared(asking: Asking, revision: string): Possible<boolean> {
  if (revision === declaredRevision(asking)) return [true];
  if (!isRevision(revision)) return [false];
  const history = historyOf(asking);
  if (history === "notCollected") return [false];
  if (history === "unread") return EITHER;
  return history.find((each) => each.revision === revision)?.isDeclaredOne ?? [false];
}
