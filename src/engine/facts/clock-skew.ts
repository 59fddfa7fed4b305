import { parseTimestamp } from "../../time/time.ts";
import type { FactSource } from "./subject.ts";

const SECONDS_PER_MINUTE = 60;
/** How far parts of a snapshot may have been read apart where the profile does not say, in minutes. */
const SKEW_MINUTES_DEFAULT = 60;

/**
 * Whole minutes from an RFC 3339 instant to takenAt, rounded down; 0 where it lies ahead by no more than the
 * profile lets parts be read apart, and undefined where it lies further ahead: the clocks cannot both be right.
 */
export function minutesUntilTaken(text: string, source: FactSource): number | undefined {
  const minutes = signedMinutes(text, source);
  if (minutes === undefined || minutes >= 0) return minutes;
  const { maxSkewMinutes = SKEW_MINUTES_DEFAULT } = source.profile.spec;
  return minutes >= -maxSkewMinutes ? 0 : undefined;
}

/** Whether an instant lies so far after takenAt that the clocks cannot both be right. */
export function isFarAhead(text: string, source: FactSource): boolean {
  return parseTimestamp(text) !== undefined && minutesUntilTaken(text, source) === undefined;
}

function signedMinutes(text: string, { snapshot }: FactSource): number | undefined {
  const instant = parseTimestamp(text);
  const takenAt = parseTimestamp(snapshot.takenAt);
  if (instant === undefined || takenAt === undefined) return undefined;
  const seconds = takenAt.seconds - instant.seconds - (takenAt.nanos < instant.nanos ? 1 : 0);
  return Math.floor(seconds / SECONDS_PER_MINUTE);
}
