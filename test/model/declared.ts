import type { KeyedFingerprint } from "../../src/snapshot/snapshot.ts";
import type { Asked } from "./cluster.ts";
import { EITHER, type Possible } from "./possible.ts";

// node-decision.md, "Three questions": D, what Git declares. unknowns.md §5: how fingerprints compare.

type Asking = Omit<Asked, "node">;

export function recordOf({
  snapshot,
  credential,
}: Asking): NonNullable<Asking["snapshot"]["credentials"]>[string] {
  return snapshot.credentials?.[credential.name] ?? {};
}

export function declaredRevision(asking: Asking): string | undefined {
  return recordOf(asking).declared?.revision;
}

export function declaredFingerprint(asking: Asking): KeyedFingerprint | undefined {
  return declaredEntry(asking)?.fingerprint;
}

function declaredEntry(asking: Asking) {
  return recordOf(asking).declared?.entries?.find(({ host }) => host === asking.credential.host);
}

/** Row 3: whether the declared credential is there, and every consumer reads it in the same way. */
export function isDeclaredValid(asking: Asking): Possible<boolean> {
  if (recordOf(asking).declared?.entries === undefined)
    return asking.credential.declared.secret === undefined ? [true] : EITHER;
  const entry = declaredEntry(asking);
  return [entry?.consistent === true && entry.fingerprint !== undefined];
}

/** §5: fingerprints of two keys or recipes may be of one login, or not. */
export function isSameLogin(
  one: KeyedFingerprint | undefined,
  other: KeyedFingerprint | undefined,
): Possible<boolean> {
  if (one === undefined || other === undefined) return EITHER;
  if (one.alg !== other.alg || one.keyId !== other.keyId) return EITHER;
  return [one.value === other.value];
}
