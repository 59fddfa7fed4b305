import type { Timestamp } from "./time.ts";

// https://github.com/google/cel-spec/blob/master/doc/langdef.md, "Timezones"; its tests leave out the sign as well.
const fixedOffset = /^([+-]?)(0\d|1[0-4]):([0-5]\d)$/;

/**
 * Names by area and place, and the two that need none. Not the short names: the runtime knows some that the tz database does not
 * have, and `BST` is Bangladesh's time to it.
 */
const zoneName = /^(?!SystemV\/)[A-Za-z]\w*(?:\/[A-Za-z][\w+-]*)+$|^(?:UTC|GMT)$/i;

/** Longest name of a zone that is looked up, in UTF-16 code units. */
const NAME_LENGTH_MAX = 64;

/**
 * What to add to UTC, in seconds, to have the local time of a zone at an instant; undefined if there is no such zone.
 *
 * @param zone - An offset from `-14:59` to `+14:59`, its sign may be missing; or a name of the tz database such as `America/St_Johns`, in
 *   upper or lower case. Before a place had standard time, it is the place's mean time, to the second.
 */
export function zoneOffsetSeconds({ seconds }: Timestamp, zone: string): number | undefined {
  const fixed = fixedOffset.exec(zone);
  if (fixed !== null) return offsetSeconds(fixed);
  if (zone.length > NAME_LENGTH_MAX || !zoneName.test(zone)) return undefined;
  const name = formatOf(zone)
    ?.formatToParts(seconds * 1000)
    .find(({ type }) => type === "timeZoneName");
  if (name === undefined) return undefined;
  const offset = longOffset.exec(name.value);
  return offset === null ? undefined : offsetSeconds(offset);
}

/** `GMT`, `GMT+05:45` and, in seconds only where there are some, `GMT-03:30:52`. */
const longOffset = /^GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/;

function offsetSeconds([
  ,
  sign,
  hours = "0",
  minutes = "0",
  seconds = "0",
]: RegExpExecArray): number {
  const size = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
  return sign === "-" && size > 0 ? -size : size;
}

/**
 * Most zones that are kept ready, more than the tz database has names: making one takes thirty times as long as using it, and each
 * takes 15 KB, which are given back late.
 */
const FORMATS_MAX = 1_024;

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat | undefined {
  const key = zone.toLowerCase();
  const known = formats.get(key);
  if (known !== undefined) return known;
  const made = makeFormat(zone);
  if (made === undefined) return undefined;
  if (formats.size >= FORMATS_MAX) formats.clear();
  formats.set(key, made);
  return made;
}

function makeFormat(timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat("en-US-u-ca-gregory-nu-latn", {
      timeZone,
      timeZoneName: "longOffset",
    });
  } catch {
    // The one way to ask whether a zone exists.
    return undefined;
  }
}
