import { tests } from "@bufbuild/cel-spec/testdata/conformance.js";
import { describe, expect, it } from "vitest";
import { parseTimestamp, type Timestamp } from "../../src/time/time.ts";
import { zoneOffsetSeconds } from "../../src/time/zone.ts";

function at(text: string): Timestamp {
  const timestamp = parseTimestamp(text);
  if (timestamp === undefined) throw new Error(`no instant: ${text}`);
  return timestamp;
}

/** What a getter of CEL gives for a local time. Only those with a zone in the official cases. */
const getters: Readonly<Record<string, (local: Date) => number>> = {
  getDate: (local) => local.getUTCDate(),
  getDayOfMonth: (local) => local.getUTCDate() - 1,
  getDayOfWeek: (local) => local.getUTCDay(),
  getDayOfYear: (local) =>
    Math.floor((local.getTime() - Date.UTC(local.getUTCFullYear())) / 86_400_000),
  getFullYear: (local) => local.getUTCFullYear(),
  getHours: (local) => local.getUTCHours(),
  getMinutes: (local) => local.getUTCMinutes(),
  getMonth: (local) => local.getUTCMonth(),
  getSeconds: (local) => local.getUTCSeconds(),
};

describe("the official cases", () => {
  const cases = (tests.suites ?? [])
    .filter(({ name }) => name === "timestamps")
    .flatMap(({ suites = [] }) => suites)
    .filter(({ name }) => name === "timestamp_selectors_tz")
    .flatMap(({ tests: all = [] }) => all.map(({ original }) => original));

  it("are all there", () => {
    expect(cases.length).toBeGreaterThanOrEqual(12);
  });

  it.each(cases)("$expr", ({ expr, value }) => {
    const [, text = "", getter = "", zone = ""] =
      /^timestamp\('(.*)'\)\.(\w+)\('(.*)'\)$/.exec(expr) ?? [];
    const offset = zoneOffsetSeconds(at(text), zone) ?? Number.NaN;
    const local = new Date((at(text).seconds + offset) * 1000);
    expect({ int64Value: String(getters[getter]?.(local)) }).toEqual(value);
  });
});

const HOUR = 3_600;

describe("zoneOffsetSeconds", () => {
  it.each([
    { zone: "+11:00", offset: 11 * HOUR, why: "with a sign" },
    { zone: "-02:30", offset: -2.5 * HOUR, why: "minutes to the same side" },
    { zone: "02:00", offset: 2 * HOUR, why: "without a sign" },
    { zone: "-00:00", offset: 0, why: "no negative zero" },
    { zone: "+14:59", offset: 14 * HOUR + 59 * 60, why: "the largest" },
    { zone: "-00:30", offset: -1_800, why: "less than an hour" },
    { zone: "UTC", offset: 0, why: "by name" },
    { zone: "GMT", offset: 0, why: "by name" },
    { zone: "utc", offset: 0, why: "in lower case" },
    { zone: "europe/BERLIN", offset: HOUR, why: "in any case" },
    { zone: "America/St_Johns", offset: -3.5 * HOUR, why: "half hours" },
    { zone: "Asia/Kathmandu", offset: 5.75 * HOUR, why: "quarters of an hour" },
    { zone: "US/Central", offset: -6 * HOUR, why: "an older name" },
    { zone: "Etc/GMT+5", offset: -5 * HOUR, why: "signs the other way round, as POSIX has them" },
    { zone: "America/Argentina/Buenos_Aires", offset: -2 * HOUR, why: "three parts, in summer" },
    { zone: "America/Port-au-Prince", offset: -5 * HOUR, why: "with dashes" },
  ])("$zone: $offset, $why", ({ zone, offset }) => {
    expect(zoneOffsetSeconds(at("2009-02-13T23:31:30Z"), zone)).toBe(offset);
  });

  it.each([
    { zone: "", why: "nothing" },
    { zone: "+15:00", why: "beyond the largest" },
    { zone: "+02:60", why: "no such minute" },
    { zone: "+2:00", why: "one digit" },
    { zone: "+0200", why: "no colon" },
    { zone: "+02:00:00", why: "seconds" },
    { zone: "Europe/Atlantis", why: "no such place" },
    { zone: "Europe", why: "no place" },
    { zone: "Local", why: "the machine's own zone" },
    { zone: "BST", why: "means another place than its readers think" },
    { zone: "CET", why: "a short name" },
    { zone: "SystemV/PST8", why: "not in the tz database" },
    { zone: "Etc/Unknown", why: "no zone" },
    { zone: " UTC", why: "a space" },
    { zone: "UTC\n", why: "a line end" },
    { zone: `Europe/${"a".repeat(100)}`, why: "too long" },
  ])("is undefined for $zone: $why", ({ zone }) => {
    expect(zoneOffsetSeconds(at("2009-02-13T23:31:30Z"), zone)).toBeUndefined();
  });

  // Local mean time and changes: files of the tz database, https://www.iana.org/time-zones
  it.each([
    { instant: "2026-03-29T00:59:59Z", zone: "Europe/Berlin", offset: HOUR },
    { instant: "2026-03-29T01:00:00Z", zone: "Europe/Berlin", offset: 2 * HOUR },
    { instant: "2026-10-25T00:59:59.999999999Z", zone: "Europe/Berlin", offset: 2 * HOUR },
    { instant: "2026-10-25T01:00:00Z", zone: "Europe/Berlin", offset: HOUR },
    { instant: "9999-07-01T00:00:00Z", zone: "Europe/Berlin", offset: 2 * HOUR },
    { instant: "9999-12-31T23:59:59Z", zone: "Pacific/Kiritimati", offset: 14 * HOUR },
    { instant: "1893-03-31T23:06:31Z", zone: "Europe/Berlin", offset: 53 * 60 + 28 },
    { instant: "1893-03-31T23:06:32Z", zone: "Europe/Berlin", offset: HOUR },
    { instant: "0001-01-01T00:00:00Z", zone: "Europe/Berlin", offset: 53 * 60 + 28 },
    {
      instant: "0001-01-01T00:00:00Z",
      zone: "America/St_Johns",
      offset: -(3 * HOUR + 30 * 60 + 52),
    },
    { instant: "1840-01-01T00:00:00Z", zone: "Asia/Manila", offset: -(15 * HOUR + 56 * 60 + 8) },
    { instant: "1971-01-01T00:00:00Z", zone: "Africa/Monrovia", offset: -(44 * 60 + 30) },
    { instant: "0001-01-01T00:00:00Z", zone: "UTC", offset: 0 },
  ])("$zone at $instant: $offset", ({ instant, zone, offset }) => {
    expect(zoneOffsetSeconds(at(instant), zone)).toBe(offset);
  });

  it("answers the same after more zones than it keeps ready", () => {
    const zones = Array.from({ length: 14 }, (_, hours) => [
      `Etc/GMT-${hours}`,
      `Etc/GMT+${Math.min(hours, 12)}`,
      `etc/gmt-${hours}`,
    ]).flat();
    const now = at("2026-08-09T00:00:00Z");
    const first = zones.map((zone) => zoneOffsetSeconds(now, zone));
    expect(new Set(zones).size).toBeGreaterThan(32);
    expect(first).not.toContain(undefined);
    expect(zones.map((zone) => zoneOffsetSeconds(now, zone))).toEqual(first);
  });
});
