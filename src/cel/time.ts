/** An instant, to the nanosecond. CEL's range: years 1 to 9999, UTC. */
export class Timestamp {
  constructor(seconds: number, nanos: number) {
    this.seconds = seconds;
    this.nanos = nanos;
  }
  /** Whole seconds since 1970-01-01T00:00:00Z, rounded down. */
  readonly seconds: number;
  /** 0 to 999,999,999, to be added. */
  readonly nanos: number;
}

/** A span of time, to the nanosecond. `seconds` and `nanos` never have different signs. */
export class Duration {
  constructor(seconds: number, nanos: number) {
    this.seconds = seconds;
    this.nanos = nanos;
  }
  readonly seconds: number;
  readonly nanos: number;
}

const rfc3339 =
  /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9}))?(?:[Zz]|([+-])(\d{2}):(\d{2}))$/;

/** Reads an RFC 3339 instant; undefined for any other text and for instants that do not exist. */
export function parseTimestamp(text: string): Timestamp | undefined {
  const match = rfc3339.exec(text);
  if (match === null) return undefined;
  const [
    ,
    year,
    month,
    day,
    hour,
    minute,
    second,
    fraction = "",
    sign,
    offsetHours = "0",
    offsetMinutes = "0",
  ] = match;
  const local = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  const ms = Date.parse(`${local}Z`);
  // The round trip refuses what Date would quietly move, such as 30 February or hour 24.
  if (Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 19) !== local) return undefined;
  if (Number(offsetHours) > 23 || Number(offsetMinutes) > 59) return undefined;
  const offset = (Number(offsetHours) * 60 + Number(offsetMinutes)) * 60 * (sign === "-" ? -1 : 1);
  const seconds = ms / 1000 - offset;
  return isInRange(seconds) ? new Timestamp(seconds, Number(fraction.padEnd(9, "0"))) : undefined;
}

// 0001-01-01T00:00:00Z and 9999-12-31T23:59:59Z.
function isInRange(seconds: number): boolean {
  return seconds >= -62_135_596_800 && seconds <= 253_402_300_799;
}

/** An instant from nanoseconds since 1970; undefined outside of the years 1 to 9999. */
export function timestampOf(nanos: bigint): Timestamp | undefined {
  const rest = ((nanos % NANOS_PER_SECOND) + NANOS_PER_SECOND) % NANOS_PER_SECOND;
  const seconds = Number((nanos - rest) / NANOS_PER_SECOND);
  return isInRange(seconds) ? new Timestamp(seconds, Number(rest)) : undefined;
}

export const NANOS_PER_SECOND = 1_000_000_000n;

/** The whole of an instant or a span in nanoseconds. */
export function nanosOf({ seconds, nanos }: Timestamp | Duration): bigint {
  return BigInt(seconds) * NANOS_PER_SECOND + BigInt(nanos);
}

/** Writes an instant as RFC 3339 in UTC, with as many fraction digits (0, 3, 6 or 9) as it needs. */
export function formatTimestamp({ seconds, nanos }: Timestamp): string {
  const text = new Date(seconds * 1000).toISOString().slice(0, 19);
  if (nanos === 0) return `${text}Z`;
  const digits = String(nanos).padStart(9, "0");
  if (nanos % 1_000_000 === 0) return `${text}.${digits.slice(0, 3)}Z`;
  if (nanos % 1000 === 0) return `${text}.${digits.slice(0, 6)}Z`;
  return `${text}.${digits}Z`;
}

/** Negative, zero or positive as `a` is before, at or after `b`. */
export function compareTimestamps(a: Timestamp, b: Timestamp): number {
  return a.seconds - b.seconds || a.nanos - b.nanos;
}
