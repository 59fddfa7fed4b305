import type {
  EffectTableDocument as GeneratedDocument,
  Entry as GeneratedEntry,
} from "../../generated/effect-table-types.ts";
import { compareText } from "../../input/compare-text.ts";
import { groupBy } from "../../input/group-by.ts";
import { formatPointer, parsePointer } from "../../input/json-pointer.ts";
import type { DeepReadonly } from "../../input/json-value.ts";
import type { ValuePath } from "../../input/source-document.ts";
import { digestOf } from "../../snapshot/digest.ts";
import type { Effect } from "./effect.ts";
import { compareTalosVersions, parseTalosVersion, type TalosVersion } from "./talos-version.ts";

/** A table as its author wrote it. Shape: `schemas/effect-table.schema.json`. */
export type EffectTableDocument = DeepReadonly<GeneratedDocument>;
export type EffectEntryDocument = DeepReadonly<GeneratedEntry>;

export const CHANGE_KINDS = ["added", "removed", "changed"] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** The document of a machine config that has no kind. */
export const MAIN_DOCUMENT = "v1alpha1";

/** Stands in a path for any one key. */
export const ANY_KEY = "*";

/** What happened to one place of a machine config. */
export interface ConfigChange {
  /** Kind of the document. */
  readonly document: string;
  /** Inside the document; empty: the document as a whole came or went. */
  readonly path: ValuePath;
  readonly change: ChangeKind;
}

interface EffectEntry extends Omit<ConfigChange, "change"> {
  readonly changes: readonly ChangeKind[];
  /** Undefined: of all versions. */
  readonly since: TalosVersion | undefined;
  readonly effect: Effect;
  readonly isOwn: boolean;
}

/** Tables made one: what a change costs on a Talos version. */
export interface EffectTable {
  /** By kind of document, what decides first in front. */
  readonly entries: ReadonlyMap<string, readonly EffectEntry[]>;
  /** Versions from which on some entry speaks, and one before all of them: what holds on any version holds on one of these. */
  readonly versions: readonly TalosVersion[];
  /** Of what the entries say, their order and notes aside. */
  readonly digest: string;
}

/**
 * Makes one table of the shipped one and those of whoever uses it. Documents must have passed `readEffectTables`.
 *
 * @param own - Win over the shipped one where both speak of the same path.
 */
export function createEffectTable(
  shipped: EffectTableDocument,
  own: readonly EffectTableDocument[],
): EffectTable {
  const entries = [
    ...shipped.spec.entries.map((entry) => compileEntry(entry, false)),
    ...own.flatMap(({ spec }) => spec.entries.map((entry) => compileEntry(entry, true))),
  ].sort(comparePrecedence);
  return {
    entries: groupBy(entries, ({ document }) => document),
    versions: versionsIn(entries),
    digest: digestOf(entries.map(plainEntry)),
  };
}

/**
 * What a change costs: by the entry with the longest path that leads to it, a key before `*`; of those with the same path
 * by the user's before the shipped, then by the latest that is not later than `version`. Without one, `unclassified`.
 */
export function effectOf(table: EffectTable, change: ConfigChange, version: TalosVersion): Effect {
  const entry = (table.entries.get(change.document) ?? []).find((each) =>
    isAbout(each, change, version),
  );
  return entry?.effect ?? "unclassified";
}

function isAbout(entry: EffectEntry, change: ConfigChange, version: TalosVersion): boolean {
  return (
    entry.path.length <= change.path.length &&
    entry.path.every((key, index) => key === ANY_KEY || key === change.path[index]) &&
    entry.changes.includes(change.change) &&
    (entry.since === undefined || compareTalosVersions(entry.since, version) <= 0)
  );
}

function compileEntry(entry: EffectEntryDocument, isOwn: boolean): EffectEntry {
  const { document = MAIN_DOCUMENT, path, changes = CHANGE_KINDS, since, effect } = entry;
  return {
    document,
    path: parsePointer(path) ?? [],
    changes: CHANGE_KINDS.filter((kind) => changes.includes(kind)),
    since: since === undefined ? undefined : parseTalosVersion(since),
    effect,
    isOwn,
  };
}

/** A total order on what entries say, so that nothing hangs on the order in which they were written. */
function comparePrecedence(a: EffectEntry, b: EffectEntry): number {
  return (
    compareText(a.document, b.document) ||
    b.path.length - a.path.length ||
    comparePaths(a.path, b.path) ||
    Number(b.isOwn) - Number(a.isOwn) ||
    compareSince(b.since, a.since) ||
    compareText(a.changes.join(), b.changes.join())
  );
}

function comparePaths(a: ValuePath, b: ValuePath): number {
  for (const [index, key] of a.entries()) {
    const other = b[index] ?? "";
    if (key === other) continue;
    if (key === ANY_KEY || other === ANY_KEY) return key === ANY_KEY ? 1 : -1;
    return compareText(key, other);
  }
  return 0;
}

/** Without one comes first. */
function compareSince(a: TalosVersion | undefined, b: TalosVersion | undefined): number {
  if (a === undefined || b === undefined) return Number(a !== undefined) - Number(b !== undefined);
  return compareTalosVersions(a, b);
}

const beforeAll: TalosVersion = { major: 0, minor: 0, patch: 0, preRelease: [0] };

function versionsIn(entries: readonly EffectEntry[]): readonly TalosVersion[] {
  const sinces = entries.flatMap(({ since }) => since ?? []).sort(compareTalosVersions);
  const later = sinces.filter((since, index) => {
    const earlier = sinces[index - 1] ?? beforeAll;
    return compareTalosVersions(earlier, since) !== 0;
  });
  return [beforeAll, ...later];
}

function plainEntry({ document, path, changes, since, effect, isOwn }: EffectEntry) {
  return {
    document,
    path: formatPointer(path),
    changes,
    since: since === undefined ? null : [since.major, since.minor, since.patch, since.preRelease],
    effect,
    isOwn,
  };
}
