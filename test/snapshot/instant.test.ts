import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareInstants, isRealInstant } from "../../src/snapshot/instant.ts";
import { readInstant } from "../../src/snapshot/load/instant.ts";
import { compareTimestamps, parseTimestamp } from "../../src/time/time.ts";

const two = (max: number) =>
  fc.integer({ min: 0, max }).map((part) => String(part).padStart(2, "0"));
const year = fc.oneof(
  fc.constantFrom("0000", "0001", "1900", "2000", "9999"),
  two(99).map((text) => `20${text}`),
);
const fraction = fc.oneof(
  fc.constant(""),
  fc
    .tuple(fc.integer({ min: 0, max: 999_999_999 }), fc.integer({ min: 1, max: 9 }))
    .map(([nanos, length]) => `.${String(nanos).padStart(9, "0").slice(0, length)}`),
);

/** Texts of the schema's form, whether such an instant exists or not. */
const local = fc
  .tuple(year, two(13), two(32), two(24), two(60), two(60), fraction)
  .map(
    ([y, month, day, hour, minute, second, rest]) =>
      `${y}-${month}-${day}T${hour}:${minute}:${second}${rest}`,
  );
const utc = local.map((text) => `${text}Z`);
const offset = fc
  .tuple(fc.constantFrom("+", "-"), two(24), two(60))
  .map(([sign, h, m]) => `${sign}${h}:${m}`);

describe("isRealInstant", () => {
  it("agrees with what conditions take for an instant", () => {
    fc.assert(
      fc.property(utc, (text) => {
        expect([text, isRealInstant(text)]).toEqual([text, parseTimestamp(text) !== undefined]);
      }),
      { numRuns: 2000, examples: [["0000-06-01T00:00:00Z"], ["2024-02-29T00:00:00Z"]] },
    );
  });
});

describe("readInstant", () => {
  it("gives the same instant in UTC, or nothing where there is none", () => {
    fc.assert(
      fc.property(local, offset, (text, zone) => {
        const expected = parseTimestamp(text + zone);
        const read = readInstant(text + zone);
        expect(read === undefined ? undefined : parseTimestamp(read)).toEqual(expected);
        expect(read === undefined || isRealInstant(read)).toBe(true);
      }),
      {
        numRuns: 2000,
        examples: [
          ["0001-01-01T00:00:00", "+01:00"],
          ["9999-12-31T23:30:00", "-01:00"],
          ["2026-08-06T17:20:00.123456789", "+02:00"],
        ],
      },
    );
  });
});

describe("compareInstants", () => {
  it("orders to the nanosecond, as conditions do", () => {
    const real = utc.filter(isRealInstant);
    fc.assert(
      fc.property(real, fc.oneof(real, fraction), (a, other) => {
        const b = other.endsWith("Z") ? other : `${a.slice(0, 19)}${other}Z`;
        const [first, second] = [parseTimestamp(a), parseTimestamp(b)];
        if (first === undefined || second === undefined) throw new Error("no instant");
        expect(Math.sign(compareInstants(a, b))).toBe(Math.sign(compareTimestamps(first, second)));
      }),
      {
        examples: [
          ["2026-08-06T17:20:00Z", ".0001"],
          ["2026-08-06T17:20:00.10Z", ".1"],
        ],
      },
    );
  });
});
