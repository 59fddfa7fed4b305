import { parseTimestamp, Timestamp } from "../../../time/time.ts";

export const SECONDS_PER_DAY = 86_400;

/** Reads `YYYY-MM-DD` as its first instant in UTC; undefined for any other text and for days that do not exist. */
export function parseUtcDay(text: string): Timestamp | undefined {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) ? parseTimestamp(`${text}T00:00:00Z`) : undefined;
}

/** The first instant of the UTC day of `instant`. */
export function startOfUtcDay({ seconds }: Timestamp): Timestamp {
  return new Timestamp(Math.floor(seconds / SECONDS_PER_DAY) * SECONDS_PER_DAY, 0);
}
