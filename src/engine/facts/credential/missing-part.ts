import type { Snapshot, SnapshotGap, UnknownReasonCode } from "../../../snapshot/snapshot.ts";
import type { UnknownReason } from "../fact.ts";

/** Gives the gaps that bear on one name of a part, those of the whole part included. */
export type GapsOf = (part: SnapshotGap["part"], name?: string) => readonly SnapshotGap[];

/** A gap may carry any reason of the closed list, so a fact that passes gaps on may as well. */
export const everyReason: readonly UnknownReasonCode[] = [
  "NotRead",
  "Forbidden",
  "Unreachable",
  "Partial",
  "Unparsable",
  "Withheld",
  "Incomparable",
  "Skewed",
  "Inconsistent",
  "NotRecorded",
];

const none: readonly SnapshotGap[] = [];

/** Indexes the gaps by part and name once, so that asking for each node's stays linear. */
export function createGapsOf({ gaps = none }: Pick<Snapshot, "gaps">): GapsOf {
  const byName = new Map<string, SnapshotGap[]>();
  for (const gap of gaps) {
    const at = keyOf(gap.part, gap.name);
    const earlier = byName.get(at);
    if (earlier === undefined) byName.set(at, [gap]);
    else earlier.push(gap);
  }
  if (byName.size === 0) return () => none;
  return (part, name) => {
    const whole = byName.get(keyOf(part, undefined)) ?? none;
    const named = name === undefined ? none : (byName.get(keyOf(part, name)) ?? none);
    return named.length === 0 ? whole : [...whole, ...named];
  };
}

function keyOf(part: string, name: string | undefined): string {
  return name === undefined ? part : `${part}/${name}`;
}

/** Why something expected is not there: the gaps that say so, or that nobody read it. */
export function missingReasons(
  gaps: readonly SnapshotGap[],
  detail: string,
  cure: string,
): readonly UnknownReason[] {
  if (gaps.length === 0) return [{ code: "NotRead", detail, cure }];
  return gaps.map((gap) => ({
    code: gap.reason,
    detail: gap.detail === undefined ? detail : `${detail}: ${gap.detail}`,
    cure,
  }));
}

/** The reasons in their order, each once. */
export function eachOnce(reasons: readonly UnknownReason[]): readonly UnknownReason[] {
  if (reasons.length < 2) return reasons;
  const byText = new Map<string, UnknownReason>();
  for (const reason of reasons) {
    const at = `${reason.code} ${reason.detail}`;
    if (!byText.has(at)) byText.set(at, reason);
  }
  return [...byText.values()];
}
