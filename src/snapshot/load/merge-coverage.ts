import { groupBy } from "../../input/group-by.ts";
import type { Profile } from "../../profile/profile.ts";
import { compareInstants } from "../instant.ts";
import type { SnapshotCoverage, SnapshotGap } from "../snapshot.ts";
import { instantMs } from "./instant.ts";

/** What says that something was listed, by who says it. */
export interface CoverageSources {
  /** From what lists of objects look like. */
  readonly lists: readonly SnapshotCoverage[];
  readonly snapshots: readonly SnapshotCoverage[];
  readonly manifests: readonly SnapshotCoverage[];
}

/**
 * One entry a scope. It is complete if all that speak of it say so; a manifest outranks what the form of a list
 * suggests, for the whole kind, because only it knows with which scope the list was read.
 */
export function mergeCoverage({
  lists,
  snapshots,
  manifests,
}: CoverageSources): readonly SnapshotCoverage[] {
  const stated = new Set(manifests.map(({ kind }) => kind));
  const statedScopes = new Set(manifests.map(scopeOf));
  return [
    ...joinScopes([
      ...lists.filter(({ kind }) => !stated.has(kind)),
      ...snapshots.filter((entry) => !statedScopes.has(scopeOf(entry))),
    ]),
    ...joinScopes(manifests),
  ];
}

function scopeOf({ kind, namespace, selector }: SnapshotCoverage): string {
  return JSON.stringify([kind, namespace ?? null, selector ?? null]);
}

function joinScopes(entries: readonly SnapshotCoverage[]): readonly SnapshotCoverage[] {
  return [...groupBy(entries, scopeOf).values()].map((group) => {
    const { readAt: _, ...scope } = group[0];
    const readAt = group.flatMap((entry) => entry.readAt ?? []).sort(compareInstants)[0];
    const complete = group.every((entry) => entry.complete);
    return { ...scope, complete, ...(readAt === undefined ? {} : { readAt }) };
  });
}

/** The latest of some instants. */
export function latestInstant(instants: readonly string[]): string | undefined {
  return [...instants].sort(compareInstants).at(-1);
}

const MAX_SKEW_MINUTES_DEFAULT = 60;
const MS_PER_MINUTE = 60_000;

/** Gaps for kinds that were read so long before the latest that the two may not have been true together. */
export function skewGaps(
  coverage: readonly SnapshotCoverage[],
  { spec }: Profile,
): readonly SnapshotGap[] {
  const { maxSkewMinutes = MAX_SKEW_MINUTES_DEFAULT } = spec;
  const latest = latestInstant(coverage.flatMap(({ readAt }) => readAt ?? []));
  if (latest === undefined) return [];
  return coverage.flatMap(({ kind, readAt }) => {
    const behindMs = readAt === undefined ? 0 : instantMs(latest) - instantMs(readAt);
    if (behindMs <= maxSkewMinutes * MS_PER_MINUTE) return [];
    const detail = `read more than ${maxSkewMinutes} minutes before other parts`;
    return [{ part: "objects", name: kind, reason: "Skewed", detail } as const];
  });
}
