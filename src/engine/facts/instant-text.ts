import { compareTimestamps, parseTimestamp } from "../../time/time.ts";

/**
 * Negative, zero or positive as one RFC 3339 instant is before, at or after another; undefined when one of
 * the texts is none. Whole seconds in UTC, as clusters write them, are in the order of their texts.
 */
export function compareInstants(a: string, b: string): number | undefined {
  if (isPlain(a) && isPlain(b)) {
    if (a === b) return 0;
    return a < b ? -1 : 1;
  }
  const left = parseTimestamp(a);
  const right = parseTimestamp(b);
  return left === undefined || right === undefined ? undefined : compareTimestamps(left, right);
}

export function isInstant(text: string): boolean {
  return isPlain(text) || parseTimestamp(text) !== undefined;
}

function isPlain(text: string): boolean {
  return text.length === 20 && plain.test(text);
}

const plain = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;
