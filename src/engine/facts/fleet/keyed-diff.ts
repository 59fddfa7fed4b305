import type { JsonValue } from "../../../input/json-value.ts";
import { canonicalJson } from "../../../snapshot/canonical-json.ts";

/** What differs between two collections whose members have names. */
export interface KeyedDiff {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly string[];
  /** The same members, in another order. */
  readonly isReordered: boolean;
}

export type Named = ReadonlyMap<string, JsonValue>;

/** Compares two maps; names come in the order of the second, those removed in the order of the first. */
export function diffNamed(before: Named, after: Named): KeyedDiff {
  const names = [...after.keys()];
  const added = names.filter((name) => !before.has(name));
  const removed = [...before.keys()].filter((name) => !after.has(name));
  const changed = names.filter(
    (name) => before.has(name) && differ(before.get(name), after.get(name)),
  );
  const isSame = added.length + removed.length + changed.length === 0;
  const isReordered = isSame && [...before.keys()].some((name, index) => names[index] !== name);
  return { added, removed, changed, isReordered };
}

/** One line for each difference, as `volume tmp removed`. */
export function describeDiff(
  { added, removed, changed }: KeyedDiff,
  name: (key: string) => string,
): readonly string[] {
  return [
    ...added.map((key) => `${name(key)} added`),
    ...removed.map((key) => `${name(key)} removed`),
    ...changed.map((key) => `${name(key)} changed`),
  ];
}

function differ(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  return canonicalJson(a ?? null) !== canonicalJson(b ?? null);
}
