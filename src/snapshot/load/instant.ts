const instantPattern = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/;

/**
 * An RFC 3339 instant in UTC, as a snapshot writes it; undefined for any other text and for instants that do
 * not exist. UTC texts keep their precision, others are converted to milliseconds.
 */
export function readInstant(text: string): string | undefined {
  const match = instantPattern.exec(text);
  if (match === null) return undefined;
  const ms = Date.parse(text);
  if (Number.isNaN(ms)) return undefined;
  const utc = new Date(ms).toISOString();
  if (match[3] !== "Z") return existsLocally(match[1]) ? utc : undefined;
  // The round trip rejects what Date would quietly move, such as 30 February.
  return utc.startsWith(text.slice(0, 10)) ? text : undefined;
}

function existsLocally(day: string | undefined): boolean {
  return day !== undefined && readInstant(`${day}T00:00:00Z`) !== undefined;
}

/** Milliseconds since 1970 of an instant that `readInstant` gave. */
export function instantMs(instant: string): number {
  return Date.parse(instant);
}
