import { isSameNumber } from "../numbers/compare-numbers.ts";
import { charge, type Meter, traversalCost } from "./code.ts";
import { compare } from "./compare.ts";
import { isList, isRecord, kindOf, numericOf } from "./kinds.ts";
import { COST_MAX, VALUE_DEPTH_MAX } from "./limits.ts";
import { andSets, EITHER, FALSE, TRUE, type TruthSet } from "./truth.ts";
import { intRangeOf, mayBeNull, possibleValues } from "./unknown.ts";
import { CelOptional, type CelValue, PartialList, PartialMap, TypeName, Unknown } from "./value.ts";

/**
 * What `a == b` may give: true, false or both. It is never an error; values of different types
 * are different, numbers of different types are compared by value.
 */
export function equalSets(a: CelValue, b: CelValue, meter: Meter, depth = 0): TruthSet {
  if (typeof a !== "object" && typeof a === typeof b) {
    chargeComparison(a, b, meter);
    return certain(a === b);
  }
  if (depth > VALUE_DEPTH_MAX) meter.cost = COST_MAX + 1;
  if (!charge(meter, 1)) return EITHER;
  if (a instanceof Unknown || b instanceof Unknown) return equalUnknowns(a, b, meter, depth);
  chargeComparison(a, b, meter);
  const order = compare(a, b);
  if (order !== undefined) return certain(order === 0);
  if (kindOf(a) !== kindOf(b)) return FALSE;
  return a === null ? TRUE : equalParts(a, b, meter, depth);
}

/** The equality of two values of one kind that have no order. */
function equalParts(a: CelValue, b: CelValue, meter: Meter, depth: number): TruthSet {
  if (a instanceof TypeName && b instanceof TypeName) return certain(a.name === b.name);
  if (isList(a) && isList(b)) return equalLists(a, b, meter, depth);
  if (a instanceof CelOptional && b instanceof CelOptional) {
    if (a.value === undefined || b.value === undefined) return certain(a.value === b.value);
    return equalSets(a.value, b.value, meter, depth + 1);
  }
  const isPartial = [a, b].some((x) => x instanceof PartialList || x instanceof PartialMap);
  return isPartial ? EITHER : equalMaps(a, b, meter, depth);
}

function certain(isEqual: boolean): TruthSet {
  return isEqual ? TRUE : FALSE;
}

/** One side, or both, may have any of several values. */
function equalUnknowns(a: CelValue, b: CelValue, meter: Meter, depth: number): TruthSet {
  const valuesA = possibleValues(a);
  const valuesB = possibleValues(b);
  if (valuesA === undefined || valuesB === undefined) return equalOpen(a, b);
  let set: TruthSet = 0;
  for (const valueA of valuesA) {
    for (const valueB of valuesB) {
      set |= equalSets(valueA, valueB, meter, depth + 1);
      if (set === EITHER) return set;
    }
  }
  return set === 0 ? EITHER : set;
}

/** One side may have values that are not listed: only null and the ranges of ints tell them apart. */
function equalOpen(a: CelValue, b: CelValue): TruthSet {
  if ((a === null && !mayBeNull(b)) || (b === null && !mayBeNull(a))) return FALSE;
  if (mayBeNull(a) && mayBeNull(b)) return EITHER;
  const [leastA, mostA] = intRangeOf(a);
  const [leastB, mostB] = intRangeOf(b);
  return mostA < leastB || mostB < leastA ? FALSE : EITHER;
}

type List = readonly CelValue[];

function equalLists(a: List, b: List, meter: Meter, depth: number): TruthSet {
  if (a.length !== b.length || !charge(meter, a.length)) return FALSE;
  let set: TruthSet = TRUE;
  for (let index = 0; index < a.length && set !== FALSE; index++) {
    set = andSets(set, equalSets(a[index] ?? null, b[index] ?? null, meter, depth + 1));
  }
  return set;
}

function equalMaps(a: CelValue, b: CelValue, meter: Meter, depth: number): TruthSet {
  const entriesA = goOverEntries(a, meter);
  if (entriesA.length !== keysOf(b, meter).length) return FALSE;
  let set: TruthSet = TRUE;
  for (const [key, value] of entriesA) {
    const other = lookUp(b, key, meter);
    if (other === undefined) return FALSE;
    set = andSets(set, equalSets(value, other, meter, depth + 1));
    if (set === FALSE) return FALSE;
  }
  return set;
}

/** The entries of a map that were seen. */
export function entriesOf(map: CelValue): readonly (readonly [CelValue, CelValue])[] {
  if (map instanceof PartialMap) return entriesOf(map.seen);
  if (map instanceof Map) return [...map];
  return isRecord(map) ? Object.entries(map) : [];
}

/** The same in an evaluation: all of them are laid out, which takes longer than going through a list: one unit each. */
export function goOverEntries(map: CelValue, meter: Meter): ReturnType<typeof entriesOf> {
  const entries = entriesOf(map);
  charge(meter, entries.length);
  return entries;
}

/** The keys of a map that were seen. */
export function keysOf(map: CelValue, meter: Meter): readonly CelValue[] {
  const record = map instanceof PartialMap ? map.seen : map;
  const keys: readonly CelValue[] =
    record instanceof Map ? [...record.keys()] : isRecord(record) ? Object.keys(record) : [];
  charge(meter, keys.length);
  return keys;
}

/** What comparing two texts, or some bytes, costs: both are gone over, if only as far as the shorter. */
export function chargeComparison(a: CelValue, b: CelValue, meter: Meter): void {
  const length = Math.min(lengthOf(a), lengthOf(b));
  if (length > SHORT_MAX) charge(meter, traversalCost(length));
}

function lengthOf(value: CelValue): number {
  return typeof value === "string" || value instanceof Uint8Array ? value.length : 0;
}

/** Texts up to this length are compared at no cost of their own, in UTF-16 code units. */
const SHORT_MAX = 64;

/** The value of a key that was seen; undefined if there is none. Keys are own keys only. */
export function lookUp(map: CelValue, key: CelValue, meter: Meter): CelValue | undefined {
  if (map instanceof PartialMap) return lookUp(map.seen, key, meter);
  if (map instanceof Map) {
    if (map.has(key)) return map.get(key);
    const number = numericOf(key);
    if (number === undefined || !charge(meter, map.size)) return undefined;
    for (const [each, value] of map) if (isSameNumber(numericOf(each), number)) return value;
    return undefined;
  }
  return typeof key === "string" && isRecord(map) && Object.hasOwn(map, key) ? map[key] : undefined;
}

/** What `value in collection` may give, for a collection that is there. */
export function memberSets(value: CelValue, collection: CelValue, meter: Meter): TruthSet {
  let set: TruthSet = 0;
  for (const each of possibleValues(value) ?? [value]) set |= memberOf(each, collection, meter);
  return set;
}

function memberOf(value: CelValue, collection: CelValue, meter: Meter): TruthSet {
  if (isList(collection)) return memberOfItems(value, collection, meter);
  if (collection instanceof PartialList) {
    const { items, maybe, open } = collection;
    const sure = items.filter((_, index) => !maybe.has(index));
    if (memberOfItems(value, sure, meter) === TRUE) return TRUE;
    return !open && memberOfItems(value, items, meter) === FALSE ? FALSE : EITHER;
  }
  const unseen = collection instanceof PartialMap ? EITHER : 0;
  if (value instanceof Unknown)
    return memberOfItems(value, keysOf(collection, meter), meter) | unseen;
  return lookUp(collection, value, meter) === undefined ? unseen || FALSE : TRUE;
}

function memberOfItems(value: CelValue, items: List, meter: Meter): TruthSet {
  let set: TruthSet = FALSE;
  if (!charge(meter, items.length)) return EITHER;
  for (const item of items) {
    const equal = equalSets(value, item, meter);
    if (equal === TRUE) return TRUE;
    set |= equal;
  }
  return set;
}
