import { isList, isRecord } from "./kinds.ts";
import { Duration, Timestamp } from "./time.ts";
import { CelDouble, CelUint, type CelValue, TypeName } from "./value.ts";

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
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  budget.left--;
  if (budget.left < 0) return false;
  if (isList(a) && isList(b)) {
    return (
      a.length === b.length && a.every((each, index) => isSame(each, b[index] ?? null, budget))
    );
  }
  if (isRecord(a) && isRecord(b)) {
    const keys = Object.keys(a);
    if (keys.length !== Object.keys(b).length) return false;
    return keys.every(
      (key) => Object.hasOwn(b, key) && isSame(a[key] ?? null, b[key] ?? null, budget),
    );
  }
  return isSameBox(a, b);
}

function isSameBox(a: CelValue, b: CelValue): boolean {
  if (a instanceof CelDouble) return b instanceof CelDouble && Object.is(a.value, b.value);
  if (a instanceof CelUint) return b instanceof CelUint && a.value === b.value;
  if (a instanceof TypeName) return b instanceof TypeName && a.name === b.name;
  const isTime =
    (a instanceof Timestamp && b instanceof Timestamp) ||
    (a instanceof Duration && b instanceof Duration);
  return isTime && a.seconds === b.seconds && a.nanos === b.nanos;
}
