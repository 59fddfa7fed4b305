import { isRealInstant } from "../instant.ts";

const withOffset = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?)[+-]\d\d:\d\d$/;

/**
 * An RFC 3339 instant in UTC, as a snapshot writes it; undefined for any other text and for instants that do
 * not exist. UTC texts keep their precision, others are converted, to milliseconds.
 */
export function readInstant(text: string): string | undefined {
  if (isRealInstant(text)) return text;
  const local = withOffset.exec(text)?.[1];
  if (local === undefined || !isRealInstant(`${local}Z`)) return undefined;
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString();
}

/** Milliseconds since 1970 of an instant that `readInstant` gave. */
export function instantMs(instant: string): number {
  return Date.parse(instant);
}
