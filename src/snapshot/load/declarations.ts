import type { ProfileCredential } from "../../profile/profile.ts";
import type { KeyedFingerprint, SnapshotGap } from "../snapshot.ts";
import type { LoadLog } from "./load-log.ts";
import type { Place } from "./place.ts";

/** One ciphertext that was declared, or a credential whose ciphertexts are not told apart. */
export interface Declaration {
  readonly revision?: string | undefined;
  readonly fingerprint?: KeyedFingerprint | undefined;
  readonly firstDeclaredAt?: string | undefined;
  /** When it was last put in force; undefined where that is not known. */
  readonly lastDeclaredAt?: string | undefined;
  readonly revoked?: boolean | undefined;
  readonly place: Place;
}

/** What one source tells of the declarations of a credential. */
export interface DeclarationSource {
  /** The profile's name for the credential. */
  readonly credential: string;
  /** It lists every declaration there ever was, up to the day it was made. */
  readonly isWhole: boolean;
  readonly declarations: readonly Declaration[];
  readonly place: Place;
}

/** Whether two fingerprints stand for one credential; undefined where that cannot be told. */
export function isSameCredential(
  a: KeyedFingerprint | undefined,
  b: KeyedFingerprint | undefined,
): boolean | undefined {
  if (a === undefined || b === undefined || a.alg !== b.alg || a.keyId !== b.keyId)
    return undefined;
  return a.value === b.value;
}

/** True if the profile says that the history of this credential is collected; else the notices say why it is not read. */
export function isHistoryWanted(
  { name, history }: ProfileCredential,
  { document }: Place,
  { notices }: LoadLog,
): boolean {
  if (history === true) return true;
  const cure = "the profile does not say `history: true` for it";
  notices.push(`${document.file}: the history of \`${name}\` is not read: ${cure}`);
  return false;
}

/** Why the history of a credential is not known whole. It bears on nothing else of the credential. */
export function historyGap(
  credential: string,
  reason: SnapshotGap["reason"],
  detail: string,
): SnapshotGap {
  return { part: "credentials", name: `${credential}/previous`, reason, detail };
}
