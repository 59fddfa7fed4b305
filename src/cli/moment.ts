import { parseTimestamp, type Timestamp } from "../cel/time.ts";

/**
 * Reads a time given on the command line: RFC 3339 with a zone, or a date, which means its first instant in
 * UTC; undefined for any other text.
 */
export function parseMoment(text: string): Timestamp | undefined {
  const isDate = /^\d{4}-\d{2}-\d{2}$/.test(text);
  return parseTimestamp(isDate ? `${text}T00:00:00Z` : text);
}
