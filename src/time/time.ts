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
  /^(\d{4}-\d{2}-\d{2})[Tt](\d{2}:\d{2}:\d{2})(?:\.(\d{1,9}))?(?:[Zz]|([+-])(\d{2}):(\d{2}))$/;

/** Reads an RFC 3339 instant; undefined for any other text and for instants that do not exist. */
export function parseTimestamp(text: string): Timestamp | undefined {
  const match = rfc3339.exec(text);
  if (match === null) return undefined;
  const [, day, time, fraction = "", sign, offsetHours = "0", offsetMinutes = "0"] = match;
  const local = `${day}T${time}`;
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

/** Writes an instant as RFC 3339 in UTC, with as many fraction digits (0, 3, 6 or 9) as it needs. */
export function formatTimestamp({ seconds, nanos }: Timestamp): string {
  const text = new Date(seconds * 1000).toISOString().slice(0, 19);
  const fraction = String(nanos)
    .padStart(9, "0")
    .replace(/(?:000)+$/, "");
  return fraction === "" ? `${text}Z` : `${text}.${fraction}Z`;
}

/** Negative, zero or positive as `a` is before, at or after `b`; spans are compared in the same way. */
export function compareTimestamps(a: Timestamp, b: Timestamp): number {
  return a.seconds - b.seconds || a.nanos - b.nanos;
}

const NANOS_PER_SECOND = 1_000_000_000n;

/** The whole of an instant or a span in nanoseconds. */
export function nanosOf({ seconds, nanos }: Timestamp | Duration): bigint {
  return BigInt(seconds) * NANOS_PER_SECOND + BigInt(nanos);
}

/** An instant from nanoseconds since 1970; undefined outside of the years 1 to 9999. */
export function timestampOf(nanos: bigint): Timestamp | undefined {
  const rest = ((nanos % NANOS_PER_SECOND) + NANOS_PER_SECOND) % NANOS_PER_SECOND;
  const seconds = Number((nanos - rest) / NANOS_PER_SECOND);
  return isInRange(seconds) ? new Timestamp(seconds, Number(rest)) : undefined;
}

/** CEL's range of spans: an int of 64 bits in nanoseconds, about 292 years either way (langdef, Overflow). */
const SPAN_NANOS_END = 1n << 63n;

/** A span from nanoseconds; undefined outside of CEL's range. */
export function durationOf(nanos: bigint): Duration | undefined {
  const seconds = nanos / NANOS_PER_SECOND;
  if (nanos < -SPAN_NANOS_END || nanos >= SPAN_NANOS_END) return undefined;
  return new Duration(Number(seconds), Number(nanos % NANOS_PER_SECOND));
}

const nanosPerUnit: ReadonlyMap<string, bigint> = new Map([
  ["ns", 1n],
  ["us", 1_000n],
  ["µs", 1_000n],
  ["μs", 1_000n],
  ["ms", 1_000_000n],
  ["s", NANOS_PER_SECOND],
  ["m", 60n * NANOS_PER_SECOND],
  ["h", 3_600n * NANOS_PER_SECOND],
]);

const wholeText = /^[+-]?(?:0|(?:(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+)$/;
const part = /(\d*)\.?(\d*)(ns|us|µs|μs|ms|s|m|h)/g;

/** Longest text of a duration that is read. */
const TEXT_LENGTH_MAX = 128;

/** Reads a span as Go writes it, such as `1h30m` or `-1.5s`; undefined for any other text. */
export function parseDuration(text: string): Duration | undefined {
  if (text.length > TEXT_LENGTH_MAX || !wholeText.test(text)) return undefined;
  let nanos = 0n;
  for (const [, whole = "", fraction = "", unit = ""] of text.matchAll(part)) {
    const scale = nanosPerUnit.get(unit) ?? 0n;
    nanos += BigInt(whole || "0") * scale;
    if (fraction !== "") nanos += (BigInt(fraction) * scale) / 10n ** BigInt(fraction.length);
  }
  return durationOf(text.startsWith("-") ? -nanos : nanos);
}

/** Writes a span in seconds, as CEL's `string()` does: `5400s`, `1.5s`. */
export function formatSeconds(span: Duration): string {
  return signOf(span) + secondsText(Math.abs(span.seconds), Math.abs(span.nanos));
}

/** Writes a span for people, as Go does: `1h30m0s`, `1.5s`. */
export function formatDuration(span: Duration): string {
  const seconds = Math.abs(span.seconds);
  const nanos = Math.abs(span.nanos);
  if (seconds === 0 && nanos !== 0) return signOf(span) + belowOneSecond(nanos);
  const hours = Math.floor(seconds / 3600);
  const hoursText = hours === 0 ? "" : `${hours}h`;
  const minutesText = seconds < 60 ? "" : `${Math.floor(seconds / 60) % 60}m`;
  return signOf(span) + hoursText + minutesText + secondsText(seconds % 60, nanos);
}

function signOf(span: Duration): string {
  return nanosOf(span) < 0n ? "-" : "";
}

function belowOneSecond(nanos: number): string {
  if (nanos >= 1_000_000) return `${nanos / 1_000_000}ms`;
  return nanos >= 1_000 ? `${nanos / 1_000}µs` : `${nanos}ns`;
}

function secondsText(seconds: number, nanos: number): string {
  const fraction = String(nanos).padStart(9, "0").replace(/0+$/, "");
  return nanos === 0 ? `${seconds}s` : `${seconds}.${fraction}s`;
}
