const MS_PER_MINUTE = 60_000;
const MINUTES_PER_HOUR = 60;
const MINUTES_PER_DAY = 24 * MINUTES_PER_HOUR;

/** The span between two instants as its two largest units, such as `5 d 5 h`; undefined where either is no instant. */
export function spanText(from: string, to: string): string | undefined {
  const ms = Math.abs(Date.parse(to) - Date.parse(from));
  if (Number.isNaN(ms)) return undefined;
  const minutes = Math.floor(ms / MS_PER_MINUTE);
  if (minutes === 0) return `${Math.floor(ms / 1000)} s`;
  const parts = [
    { unit: "d", count: Math.floor(minutes / MINUTES_PER_DAY) },
    { unit: "h", count: Math.floor((minutes % MINUTES_PER_DAY) / MINUTES_PER_HOUR) },
    { unit: "min", count: minutes % MINUTES_PER_HOUR },
  ];
  const first = parts.findIndex(({ count }) => count > 0);
  return parts
    .slice(first, first + 2)
    .filter(({ count }) => count > 0)
    .map(({ unit, count }) => `${count} ${unit}`)
    .join(" ");
}

export function isBefore(a: string, b: string): boolean {
  return Date.parse(a) < Date.parse(b);
}

/** Whole UTC days from a day to an instant. */
export function daysBetween(day: string, instant: string): number | undefined {
  const days = (Date.parse(instant) - Date.parse(day)) / (MS_PER_MINUTE * MINUTES_PER_DAY);
  return Number.isNaN(days) ? undefined : Math.floor(days);
}

/** For eyes: `2026-08-09 00:00 UTC`; a text that is no UTC instant stays as it is. */
export function instantText(instant: string): string {
  const match = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})(:\d{2}(?:\.\d+)?)Z$/.exec(instant);
  if (match === null) return instant;
  const [, day, minutes, seconds] = match;
  return `${day} ${minutes}${seconds === ":00" ? "" : seconds} UTC`;
}

/** The UTC day of an instant, `2026-08-09`; a text that is no UTC instant stays as it is. */
export function dayOfInstant(instant: string): string {
  return /^\d{4}-\d{2}-\d{2}T.*Z$/.test(instant) ? instant.slice(0, 10) : instant;
}

/** `day 11 of 14` of a gate's window; empty where its activation is not known. */
export function dayText({
  activatedOn,
  ageDays,
  failsAt,
}: {
  readonly activatedOn?: string;
  readonly ageDays?: number;
  readonly failsAt?: string;
}): string {
  if (ageDays === undefined || activatedOn === undefined) return "";
  const last = failsAt === undefined ? undefined : daysBetween(activatedOn, failsAt);
  // A window that ends before its first day is over has no days to count.
  return last === undefined || last < 1 ? `day ${ageDays}` : `day ${ageDays} of ${last}`;
}
