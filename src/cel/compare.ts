import { compareTimestamps, Duration, Timestamp } from "../time/time.ts";
import { isList, isRecord, kindOf, numericOf } from "./kinds.ts";
import { CelDouble, type CelValue, TypeName } from "./value.ts";

/**
 * Orders two known values: negative, zero or positive, or NaN if a NaN is among them. Numbers of
 * all types are ordered by value, texts by code points; undefined if there is no order.
 */
export function compare(a: CelValue, b: CelValue): number | undefined {
  if (typeof a === "string" && typeof b === "string") return compareText(a, b);
  const numericA = numericOf(a);
  const numericB = numericOf(b);
  if (numericA !== undefined && numericB !== undefined) return compareNumbers(numericA, numericB);
  if (typeof a === "boolean" && typeof b === "boolean") return Number(a) - Number(b);
  if (a instanceof Timestamp && b instanceof Timestamp) return compareTimestamps(a, b);
  if (a instanceof Duration && b instanceof Duration) return compareTimestamps(a, b);
  return a instanceof Uint8Array && b instanceof Uint8Array ? compareBytes(a, b) : undefined;
}

function compareNumbers(a: number | bigint, b: number | bigint): number {
  if (a < b) return -1;
  if (a > b) return 1;
  return Number.isNaN(a) || Number.isNaN(b) ? Number.NaN : 0;
}

/** UTF-16 order is code point order but for surrogates, which stand for more than U+E000 to U+FFFF do. */
function compareText(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index++) {
    const unitA = a.charCodeAt(index);
    const unitB = b.charCodeAt(index);
    if (unitA !== unitB) return rankOf(unitA) - rankOf(unitB);
  }
  return a.length - b.length;
}

function rankOf(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}

function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const index = a.findIndex((byte, at) => byte !== b[at]);
  return index === -1 || index >= b.length
    ? a.length - b.length
    : (a[index] ?? 0) - (b[index] ?? 0);
}

/** Most parts that are looked at before two values are taken for different. */
const PARTS_MAX = 1_000;

/**
 * Whether two values are certainly one and the same: of the same type too, unlike CEL's equality, and
 * NaN is itself. A false answer may be wrong for values that are very large.
 */
export function isSameValue(a: CelValue, b: CelValue): boolean {
  return isSame(a, b, { left: PARTS_MAX });
}

function isSame(a: CelValue, b: CelValue, budget: { left: number }): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== "object" || kindOf(a) !== kindOf(b)) return false;
  budget.left--;
  if (budget.left < 0) return false;
  if (isList(a) && isList(b)) {
    return a.length === b.length && a.every((each, at) => isSame(each, b[at] ?? null, budget));
  }
  if (isRecord(a) && isRecord(b)) {
    const keys = Object.keys(a);
    const isIn = (key: string): boolean =>
      Object.hasOwn(b, key) && isSame(a[key] ?? null, b[key] ?? null, budget);
    return keys.length === Object.keys(b).length && keys.every(isIn);
  }
  if (a instanceof TypeName) return b instanceof TypeName && a.name === b.name;
  if (a instanceof CelDouble) return b instanceof CelDouble && Object.is(a.value, b.value);
  return compare(a, b) === 0;
}
