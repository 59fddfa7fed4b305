/** Orders two integers exactly; an integer beside a double as a double, as cel-go does. NaN if a NaN is among them. */
export function compareNumbers(a: number | bigint, b: number | bigint): number {
  if (typeof a !== typeof b) return compareNumbers(Number(a), Number(b));
  if (a < b) return -1;
  if (a > b) return 1;
  return Number.isNaN(a) || Number.isNaN(b) ? Number.NaN : 0;
}

/** Whether a key is a number, exactly: unlike `==`, which takes ints beside doubles for doubles. */
export function isSameNumber(key: number | bigint | undefined, number: number | bigint): boolean {
  return key !== undefined && key <= number && key >= number;
}
