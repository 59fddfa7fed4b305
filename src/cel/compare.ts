import { compareDurations } from "./duration.ts";
import { kindOf } from "./kinds.ts";
import { numericOf } from "./numbers.ts";
import { compareTimestamps, Duration, Timestamp } from "./time.ts";
import { CelError, type CelValue } from "./value.ts";

/**
 * Orders two known values: negative, zero or positive, or NaN if a NaN is among them. Numbers of
 * all types are ordered by value, texts by code points; an error if there is no order.
 */
export function compare(a: CelValue, b: CelValue): number | CelError {
  if (typeof a === "string" && typeof b === "string") return compareText(a, b);
  const numericA = numericOf(a);
  const numericB = numericOf(b);
  if (numericA !== undefined && numericB !== undefined) return compareNumbers(numericA, numericB);
  if (a instanceof Timestamp && b instanceof Timestamp) return compareTimestamps(a, b);
  if (a instanceof Duration && b instanceof Duration) return compareDurations(a, b);
  if (typeof a === "boolean" && typeof b === "boolean") return Number(a) - Number(b);
  if (a instanceof Uint8Array && b instanceof Uint8Array) return compareBytes(a, b);
  return new CelError("NoSuchOverload", `no order between ${kindOf(a)} and ${kindOf(b)}`);
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
