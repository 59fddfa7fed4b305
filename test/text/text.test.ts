import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lengthOf } from "../../src/text/code-points.ts";
import { join, replace, split } from "../../src/text/parts.ts";
import { charAt, indexOf, lastIndexOf, substring } from "../../src/text/search.ts";
import { lowerAscii, quote, reverse, trim, upperAscii } from "../../src/text/shape.ts";
import { officialCases, resultOf } from "./official-cases.ts";

describe("the official cases", () => {
  // What is of format, or of no overload, is of the language and not of these functions.
  const values = officialCases("string_ext", /^(?!format|type_errors|value_errors)/);
  const errors = officialCases("string_ext", /^value_errors$/).filter(
    ({ expression }) => !expression.includes("format("),
  );

  it("are all there", () => {
    expect(values.length).toBeGreaterThanOrEqual(81);
    expect(errors).toHaveLength(9);
  });

  it.each(values)("$suite: $expression", ({ expression, value }) => {
    expect(value).toBeDefined();
    expect(resultOf(expression)).toEqual(value);
  });

  it.each(errors)("is an error: $expression", ({ expression }) => {
    expect(resultOf(expression)).toBeUndefined();
  });
});

describe("charAt and substring", () => {
  it.each([
    { text: "a😀b", index: 1, char: "😀" },
    { text: "a😀b", index: 2, char: "b" },
    { text: "a😀b", index: 3, char: "" },
    { text: "a😀b", index: 4, char: undefined },
    { text: "a😀b", index: -1, char: undefined },
    { text: "a😀b", index: 0.5, char: undefined },
    { text: "", index: 0, char: "" },
    { text: "", index: 1, char: undefined },
    { text: "ab", index: 2 ** 53, char: undefined },
  ])("$text at $index: $char", ({ text, index, char }) => {
    expect(charAt(text, index)).toBe(char);
  });

  it.each([
    { start: 1, end: 2, part: "😀" },
    { start: 1, end: undefined, part: "😀b" },
    { start: 3, end: 3, part: "" },
    { start: 3, end: 4, part: undefined },
    { start: 2, end: 1, part: undefined },
    { start: -1, end: 1, part: undefined },
    { start: 4, end: undefined, part: undefined },
  ])("a😀b from $start to $end: $part", ({ start, end, part }) => {
    expect(substring("a😀b", start, end)).toBe(part);
  });
});

describe("indexOf and lastIndexOf", () => {
  it.each([
    { text: "😀a😀a", part: "a", from: undefined, first: 1, last: 3 },
    { text: "😀a😀a", part: "a", from: 2, first: 3, last: 1 },
    { text: "😀a😀a", part: "😀", from: 2, first: 2, last: 2 },
    { text: "😀a😀a", part: "b", from: 0, first: -1, last: -1 },
    { text: "😀a😀a", part: "a", from: 4, first: undefined, last: undefined },
    { text: "😀a😀a", part: "a", from: -1, first: undefined, last: undefined },
    { text: "😀a", part: "", from: undefined, first: 0, last: 2 },
    { text: "😀a", part: "", from: 2, first: 2, last: 2 },
    { text: "😀a", part: "", from: 3, first: undefined, last: undefined },
    { text: "😀a", part: "", from: -1, first: undefined, last: undefined },
    { text: "", part: "a", from: undefined, first: -1, last: -1 },
    { text: "", part: "a", from: 0, first: undefined, last: undefined },
    { text: "", part: "", from: 0, first: 0, last: 0 },
    { text: "aaa", part: "aa", from: undefined, first: 0, last: 1 },
    { text: "aaa", part: "aa", from: 2, first: -1, last: 1 },
    { text: "a", part: "aaaa", from: undefined, first: -1, last: -1 },
  ])("$part in $text, $from: $first and $last", ({ text, part, from, first, last }) => {
    expect(indexOf(text, part, from)).toBe(first);
    expect(lastIndexOf(text, part, from)).toBe(last);
  });
});

describe("split", () => {
  it.each([
    { text: "a,b,c", separator: ",", limit: undefined, parts: ["a", "b", "c"] },
    { text: "a,b,c", separator: ",", limit: -1, parts: ["a", "b", "c"] },
    { text: "a,b,c", separator: ",", limit: 0, parts: [] },
    { text: "a,b,c", separator: ",", limit: 1, parts: ["a,b,c"] },
    { text: "a,b,c", separator: ",", limit: 2, parts: ["a", "b,c"] },
    { text: "a,b,c", separator: ",", limit: 3, parts: ["a", "b", "c"] },
    { text: "a,b,c", separator: ",", limit: 9, parts: ["a", "b", "c"] },
    { text: ",a,", separator: ",", limit: 9, parts: ["", "a", ""] },
    { text: "", separator: ",", limit: undefined, parts: [""] },
    { text: "", separator: ",", limit: 2, parts: [""] },
    { text: "", separator: "", limit: undefined, parts: [] },
    { text: "", separator: "", limit: 1, parts: [] },
    { text: "a😀b", separator: "", limit: undefined, parts: ["a", "😀", "b"] },
    { text: "a😀b", separator: "", limit: 1, parts: ["a😀b"] },
    { text: "a😀b", separator: "", limit: 2, parts: ["a", "😀b"] },
    { text: "a😀b", separator: "", limit: 9, parts: ["a", "😀", "b"] },
  ])("$text at $separator, $limit", ({ text, separator, limit, parts }) => {
    expect(split(text, separator, limit)).toEqual(parts);
  });
});

describe("long texts, which are gone through in pieces of 4,096 units", () => {
  it.each([4_095, 4_096, 4_097, 8_192])("keep pairs whole: %i units before one", (length) => {
    const text = `${"a".repeat(length)}😀b`;
    const characters = Array.from(text);
    expect(reverse(text)).toBe(characters.toReversed().join(""));
    expect(replace(text, ["", "-"], -1, 100_000)).toBe(`-${characters.join("-")}-`);
    expect(replace(text, ["", "-"], length + 1, 100_000)).toBe(
      `-${characters.slice(0, -1).join("-")}b`,
    );
  });
});

describe("replace", () => {
  it.each([
    { text: "hello hello", search: "he", by: "we", limit: -1, result: "wello wello" },
    { text: "hello hello", search: "he", by: "we", limit: 0, result: "hello hello" },
    { text: "hello hello", search: "he", by: "we", limit: 1, result: "wello hello" },
    { text: "aaa", search: "aa", by: "b", limit: -1, result: "ba" },
    { text: "a.b", search: ".", by: "$&", limit: -1, result: "a$&b" },
    { text: "a😀", search: "", by: "-", limit: -1, result: "-a-😀-" },
    { text: "a😀", search: "", by: "-", limit: 0, result: "a😀" },
    { text: "a😀", search: "", by: "-", limit: 1, result: "-a😀" },
    { text: "a😀", search: "", by: "-", limit: 2, result: "-a-😀" },
    { text: "a😀", search: "", by: "-", limit: 3, result: "-a-😀-" },
    { text: "a😀", search: "", by: "-", limit: 4, result: "-a-😀-" },
    { text: "", search: "", by: "-", limit: -1, result: "-" },
    { text: "", search: "", by: "-", limit: 1, result: "-" },
    { text: "", search: "a", by: "-", limit: -1, result: "" },
  ])("$search in $text by $by, $limit: $result", ({ text, search, by, limit, result }) => {
    expect(replace(text, [search, by], limit, 100)).toBe(result);
  });

  it("makes nothing longer than its bound", () => {
    expect(replace("aa", ["a", "bbb"], -1, 6)).toBe("bbbbbb");
    expect(replace("aa", ["a", "bbb"], -1, 5)).toBeUndefined();
    expect(replace("aa", ["a", "bbb"], 1, 4)).toBe("bbba");
    expect(replace("😀", ["", "-"], -1, 4)).toBe("-😀-");
    expect(replace("😀", ["", "-"], -1, 3)).toBeUndefined();
  });

  it("knows that before it makes anything", () => {
    const large = "a".repeat(100_000);
    expect(replace(large, ["", large], -1, 1_000_000)).toBeUndefined();
    expect(replace(large, ["a", large], -1, 1_000_000)).toBeUndefined();
    expect(join(Array<string>(100_000).fill(large), large, 1_000_000)).toBeUndefined();
  });
});

describe("join", () => {
  it.each([
    { parts: ["ab", "c"], separator: "--", lengthMax: 5, result: "ab--c" },
    { parts: ["ab", "c"], separator: "--", lengthMax: 4, result: undefined },
    { parts: ["ab"], separator: "--", lengthMax: 2, result: "ab" },
    { parts: [], separator: "--", lengthMax: 0, result: "" },
  ])(
    "$parts with $separator, at most $lengthMax: $result",
    ({ parts, separator, lengthMax, result }) => {
      expect(join(parts, separator, lengthMax)).toBe(result);
    },
  );
});

describe("shape", () => {
  it("changes the case of ASCII letters only", () => {
    expect(lowerAscii("ÆK\u212aİ@[`{")).toBe("Æk\u212aİ@[`{");
    expect(upperAscii("æßſız@[`{")).toBe("æßſıZ@[`{");
  });

  it("trims what Unicode calls white space", () => {
    expect(trim("\u0085 a b \u3000")).toBe("a b");
    expect(trim("\ufeffa\u200b")).toBe("\ufeffa\u200b");
    expect(trim(" \t\u2028")).toBe("");
    expect(trim("")).toBe("");
    expect(trim("\u001ca\u001f")).toBe("\u001ca\u001f");
  });

  it("reverses characters, not their halves", () => {
    expect(reverse("a😀b")).toBe("b😀a");
    expect(reverse("")).toBe("");
  });

  it("quotes", () => {
    expect(quote("\u0007\b\f\n\r\t\v\\\"'")).toBe('"\\a\\b\\f\\n\\r\\t\\v\\\\\\"\'"');
    expect(quote("\0\u001b😀")).toBe('"\0\u001b😀"');
    expect(quote("\ud83d-\ude00")).toBe('"\ufffd-\ufffd"');
  });
});

describe("laws", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b", "é", "😀", "🐱"), maxLength: 12 });
  const index = fc.integer({ min: -2, max: 14 });

  it("agree with a text cut into its characters", () => {
    fc.assert(
      fc.property(text, text, index, index, (whole, part, from, to) => {
        const chars = Array.from(whole);
        const isIn = (place: number): boolean => place >= 0 && place <= chars.length;
        expect(lengthOf(whole)).toBe(chars.length);
        expect(charAt(whole, from)).toBe(isIn(from) ? (chars[from] ?? "") : undefined);
        const cut = chars.slice(from, to).join("");
        const isRange = isIn(from) && isIn(to) && from <= to;
        expect(substring(whole, from, to)).toBe(isRange ? cut : undefined);
        const places = [...chars.keys(), chars.length].filter((place) =>
          chars.slice(place).join("").startsWith(part),
        );
        expect(indexOf(whole, part)).toBe(places[0] ?? -1);
        expect(lastIndexOf(whole, part)).toBe(places.at(-1) ?? -1);
      }),
      { numRuns: 1_000 },
    );
  });

  it("search from a place as a text cut into its characters does", () => {
    fc.assert(
      fc.property(text, text, index, (whole, part, from) => {
        const chars = Array.from(whole);
        if (from < 0 || from >= chars.length) return;
        const places = [...chars.keys(), chars.length].filter((place) =>
          chars.slice(place).join("").startsWith(part),
        );
        expect(indexOf(whole, part, from)).toBe(places.find((place) => place >= from) ?? -1);
        expect(lastIndexOf(whole, part, from)).toBe(
          places.findLast((place) => place <= from) ?? -1,
        );
      }),
      { numRuns: 1_000 },
    );
  });

  it("join what they split", () => {
    fc.assert(
      fc.property(text, fc.constantFrom("", "a", "😀", "ab"), index, (whole, separator, limit) => {
        if (limit === 0) return;
        const parts = split(whole, separator, limit);
        expect(join(parts, separator, 100)).toBe(whole);
        if (limit > 0) expect(parts.length).toBeLessThanOrEqual(limit);
      }),
    );
  });

  it("undo what they reverse and quote", () => {
    fc.assert(
      fc.property(text, (whole) => {
        expect(reverse(reverse(whole))).toBe(whole);
        expect(JSON.parse(quote(whole))).toBe(whole);
      }),
    );
  });
});
