import { compareNumbers } from "../numbers/compare-numbers.ts";
import { compareByCodePoints, compareBytes } from "../text/order.ts";
import { compareTimestamps, Duration, Timestamp } from "../time/time.ts";
import { kindOf, numericOf } from "./kinds.ts";
import { CelDouble, type CelValue, TypeName } from "./value.ts";

/**
 * Orders two known values: negative, zero or positive, or NaN if a NaN is among them. Numbers of
 * all types are ordered by value, texts by code points; undefined if there is no order.
 */
export function compare(a: CelValue, b: CelValue): number | undefined {
  if (typeof a === "string" && typeof b === "string") return compareByCodePoints(a, b);
  const numericA = numericOf(a);
  const numericB = numericOf(b);
  if (numericA !== undefined && numericB !== undefined) return compareNumbers(numericA, numericB);
  if (typeof a === "boolean" && typeof b === "boolean") return Number(a) - Number(b);
  if (a instanceof Timestamp && b instanceof Timestamp) return compareTimestamps(a, b);
  if (a instanceof Duration && b instanceof Duration) return compareTimestamps(a, b);
  return a instanceof Uint8Array && b instanceof Uint8Array ? compareBytes(a, b) : undefined;
}

/**
 * Whether two values are certainly one and the same: of the same type too, unlike CEL's equality, and
 * NaN is itself. Lists and maps count as different unless they are one object.
 */
export function isSameValue(a: CelValue, b: CelValue): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== "object" || kindOf(a) !== kindOf(b)) return false;
  if (a instanceof TypeName) return b instanceof TypeName && a.name === b.name;
  if (a instanceof CelDouble) return b instanceof CelDouble && Object.is(a.value, b.value);
  return compare(a, b) === 0;
}
