import { gapsFor } from "../../../snapshot/coverage.ts";
import type { Snapshot, SnapshotGap, UnknownReasonCode } from "../../../snapshot/snapshot.ts";
import type { UnknownFact, UnknownReason } from "../fact.ts";

/** Why what was looked for in a snapshot may be unknown: those that its gaps give, and unreadable content. */
export const gapReasons: readonly UnknownReasonCode[] = [
  "NotRead",
  "Forbidden",
  "Unreachable",
  "Partial",
  "Skewed",
  "Unparsable",
];

/** Something that a snapshot might hold: a part of it, and which one there. */
export interface Sought {
  readonly part: SnapshotGap["part"];
  readonly name: string;
  /** What was looked for and where, for people. */
  readonly detail: string;
  /** The command or file that would supply it. */
  readonly cure: string;
}

/** Unknown because it is not in the snapshot: for the reasons that its gaps give, else simply not read. */
export function notRead(
  snapshot: Snapshot,
  { part, name, detail, cure }: Sought,
): UnknownFact<never> {
  const gaps = gapsFor(snapshot, part, name);
  if (gaps.length === 0) return { state: "unknown", reasons: [{ code: "NotRead", detail, cure }] };
  return {
    state: "unknown",
    reasons: gaps.map((gap) => ({
      code: gap.reason,
      detail: gap.detail === undefined ? detail : `${detail}: ${gap.detail}`,
      cure,
    })),
  };
}

/** The reasons of all that is unknown among `facts`, each once, in order. */
export function reasonsOf(
  facts: Iterable<{ readonly state: string; readonly reasons?: readonly UnknownReason[] }>,
): readonly UnknownReason[] {
  const reasons = new Map<string, UnknownReason>();
  for (const fact of facts) {
    for (const reason of fact.reasons ?? []) {
      const key = `${reason.code} ${reason.detail}`;
      if (!reasons.has(key)) reasons.set(key, reason);
    }
  }
  return [...reasons.values()];
}
