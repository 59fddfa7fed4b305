import { Duration, NANOS_PER_SECOND, nanosOf } from "./time.ts";

/** CEL's range, in seconds either way: about 10,000 years. */
const SECONDS_MAX = 315_576_000_000n;

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

/** A span from nanoseconds; undefined outside of CEL's range. */
export function durationOf(nanos: bigint): Duration | undefined {
  const seconds = nanos / NANOS_PER_SECOND;
  if (seconds > SECONDS_MAX || seconds < -SECONDS_MAX) return undefined;
  return new Duration(Number(seconds), Number(nanos % NANOS_PER_SECOND));
}

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

/** Negative, zero or positive as `a` is shorter than, as long as, or longer than `b`. */
export function compareDurations(a: Duration, b: Duration): number {
  return a.seconds - b.seconds || a.nanos - b.nanos;
}

/** Writes a span in seconds, as CEL's `string()` does: `5400s`, `1.5s`. */
export function formatSeconds(duration: Duration): string {
  const sign = nanosOf(duration) < 0n ? "-" : "";
  return `${sign}${secondsText(Math.abs(duration.seconds), Math.abs(duration.nanos))}`;
}

/** Writes a span for people, as Go does: `1h30m0s`, `1.5s`. */
export function formatDuration(duration: Duration): string {
  const sign = nanosOf(duration) < 0n ? "-" : "";
  const seconds = Math.abs(duration.seconds);
  const nanos = Math.abs(duration.nanos);
  if (seconds === 0 && nanos !== 0) return sign + belowOneSecond(nanos);
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const hoursText = hours === 0 ? "" : `${hours}h`;
  const minutesText = hours === 0 && minutes === 0 ? "" : `${minutes}m`;
  return `${sign}${hoursText}${minutesText}${secondsText(seconds % 60, nanos)}`;
}

function belowOneSecond(nanos: number): string {
  if (nanos >= 1_000_000) return `${nanos / 1_000_000}ms`;
  return nanos >= 1_000 ? `${nanos / 1_000}µs` : `${nanos}ns`;
}

function secondsText(seconds: number, nanos: number): string {
  const fraction = String(nanos).padStart(9, "0").replace(/0+$/, "");
  return nanos === 0 ? `${seconds}s` : `${seconds}.${fraction}s`;
}
