import { compareText } from "../input/compare-text.ts";
import { parseTimestamp } from "../time/time.ts";

/** Whether a text is an instant as a snapshot writes it: RFC 3339 in UTC, with `T` and `Z`, and one that exists. */
export function isRealInstant(text: string): boolean {
  return /^[^tz]+Z$/.test(text) && parseTimestamp(text) !== undefined;
}

/** Orders real instants by time, to the nanosecond. */
export function compareInstants(a: string, b: string): number {
  return compareText(sortable(a), sortable(b));
}

/** With all nine digits of the fraction, so that the order of texts is that of time. */
function sortable(instant: string): string {
  return `${instant.slice(0, 19)}.${instant.slice(20, -1).padEnd(9, "0")}`;
}
