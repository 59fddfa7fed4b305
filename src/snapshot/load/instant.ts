import { formatTimestamp, parseTimestamp } from "../../time/time.ts";
import { isRealInstant } from "../instant.ts";

/**
 * An RFC 3339 instant in UTC, as a snapshot writes it; undefined for any other text and for instants that do
 * not exist. What is written so already stays as it is.
 */
export function readInstant(text: string): string | undefined {
  if (isRealInstant(text)) return text;
  const instant = parseTimestamp(text);
  return instant === undefined ? undefined : formatTimestamp(instant);
}

/** Milliseconds since 1970 of an instant that `readInstant` gave. */
export function instantMs(instant: string): number {
  return Date.parse(instant);
}
