import { parseUtcDay } from "../engine/facts/gate/utc-day.ts";
import { parseTimestamp, type Timestamp } from "../time/time.ts";

/**
 * Reads a time given on the command line: RFC 3339 with a zone, or a date, which means its first instant in
 * UTC; undefined for any other text.
 */
export function parseMoment(text: string): Timestamp | undefined {
  return parseUtcDay(text) ?? parseTimestamp(text);
}
