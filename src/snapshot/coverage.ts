import { compareText } from "../input/compare-text.ts";
import type { Snapshot, SnapshotCoverage, SnapshotGap } from "./snapshot.ts";

/** A set of objects that someone wants to count or quantify over. */
export interface CoverageQuery {
  /** `apiVersion/Kind`. */
  readonly kind: string;
  /** Absent: all namespaces, or a cluster-scoped kind. */
  readonly namespace?: string;
  /** Label selector; absent: all objects. */
  readonly selector?: string;
}

/** `complete` when some list took in everything asked for; else `open`: what is not there may exist all the same. */
export function isCovered(snapshot: Snapshot, query: CoverageQuery): "complete" | "open" {
  return snapshot.coverage.some((entry) => covers(entry, query)) ? "complete" : "open";
}

function covers(entry: SnapshotCoverage, { kind, namespace, selector }: CoverageQuery): boolean {
  return (
    entry.complete &&
    entry.kind === kind &&
    (entry.namespace === undefined || entry.namespace === namespace) &&
    (entry.selector === undefined ||
      (selector !== undefined && normalSelector(entry.selector) === normalSelector(selector)))
  );
}

/** Requirements in one order. Commas inside `(…)` belong to a requirement, so they do not part it. */
function normalSelector(selector: string): string {
  return selector
    .split(/,(?![^(]*\))/)
    .map((requirement) => requirement.trim())
    .sort(compareText)
    .join(",");
}

/**
 * Gaps that bear on a part of the snapshot or, with `name`, on that one of it: those of the whole part, of the
 * name itself and, for objects, of its kind.
 */
export function gapsFor(
  snapshot: Snapshot,
  part: SnapshotGap["part"],
  name?: string,
): readonly SnapshotGap[] {
  return (snapshot.gaps ?? []).filter(
    (gap) => gap.part === part && (name === undefined || bearsOn(gap, name)),
  );
}

function bearsOn(gap: SnapshotGap, name: string): boolean {
  if (gap.name === undefined || gap.name === name) return true;
  return gap.part === "objects" && name.startsWith(`${gap.name}/`);
}
