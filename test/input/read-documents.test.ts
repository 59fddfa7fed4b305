import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import {
  ALIAS_VALUES_MAX,
  DEPTH_MAX,
  DOCUMENTS_PER_FILE_MAX,
  PROBLEMS_PER_FILE_MAX,
  TEXT_LENGTH_MAX,
} from "../../src/input/limits.ts";
import { readDocuments } from "../../src/input/read-documents.ts";

const read = (text: string) => readDocuments({ file: "f", text });

/** Values of a text that must be readable. */
function valuesOf(text: string): readonly unknown[] {
  const result = read(text);
  if (!result.ok) throw new Error(`not readable: ${JSON.stringify(result.problems)}`);
  return result.value.map(({ value }) => value);
}

/** `line:column CODE` of each problem. */
function problemsOf(text: string): readonly string[] {
  const result = read(text);
  return result.ok
    ? []
    : result.problems.map(({ code, position }) => `${position?.line}:${position?.column} ${code}`);
}

describe("readDocuments", () => {
  it.each([
    { text: "", values: [], why: "an empty text" },
    { text: "# only a comment\n", values: [], why: "a comment alone" },
    { text: "---\n---\n...\n", values: [], why: "empty documents" },
    { text: "---\nnull\n", values: [null], why: "a null that is written" },
    { text: "a: 1\n---\n---\nb: 2\n", values: [{ a: 1 }, { b: 2 }], why: "several documents" },
    { text: '\ufeff{"a":1}', values: [{ a: 1 }], why: "JSON after a byte order mark" },
    { text: "\ufeffa: 1", values: [{ a: 1 }], why: "YAML after a byte order mark" },
    { text: "a:\r\n  - x\r\n  - y\r\n", values: [{ a: ["x", "y"] }], why: "CRLF" },
    { text: "{a: 1,}", values: [{ a: 1 }], why: "braces that are not JSON" },
    { text: " \n[1, 2]", values: [[1, 2]], why: "JSON after white space" },
    { text: "a: &x {b: 1}\nc: *x", values: [{ a: { b: 1 }, c: { b: 1 } }], why: "an alias" },
    { text: "%YAML 1.1\n---\na: yes", values: [{ a: "yes" }], why: "1.2 core whatever is said" },
    { text: "a: 2001-01-01", values: [{ a: "2001-01-01" }], why: "a date stays text" },
    { text: "<<: {a: 1}", values: [{ "<<": { a: 1 } }], why: "no merge keys" },
    { text: "a: !!str 5e10", values: [{ a: "5e10" }], why: "a core tag" },
    { text: '"a:": [":", "b\\":"]', values: [{ "a:": [":", 'b":'] }], why: "colons in text" },
    {
      text: '{"a":[":","b\\":","\\\\"]}',
      values: [{ a: [":", 'b":', "\\"] }],
      why: "the same in JSON",
    },
  ])("reads $why", ({ text, values }) => {
    expect(valuesOf(text)).toEqual(values);
  });

  it.each(['{"__proto__": {"a": 1}, "constructor": 2}', "__proto__: {a: 1}\nconstructor: 2"])(
    "keeps the keys of Object.prototype as data: %s",
    (text) => {
      const [value] = valuesOf(text);
      expect(Object.keys(Object(value))).toEqual(["__proto__", "constructor"]);
      expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    },
  );

  it.each([
    { text: '{"a":1,\n "a":2}', problems: ["2:2 INPUT_DUPLICATE_KEY"], why: "in JSON" },
    { text: '{"a":1,"\\u0061":2}', problems: ["1:8 INPUT_DUPLICATE_KEY"], why: "escaped in JSON" },
    {
      text: '[{"a\\\\" : 1, "a\\\\"\n: 2}]',
      problems: ["1:14 INPUT_DUPLICATE_KEY"],
      why: "with blanks",
    },
    {
      text: "a: 1\nb: {c: 1, c: 2}\na: 3",
      problems: ["2:11 INPUT_DUPLICATE_KEY", "3:1 INPUT_DUPLICATE_KEY"],
      why: "in YAML, two of them",
    },
    {
      text: "a: 1\n---\na: 1\n'a': 2",
      problems: ["4:1 INPUT_DUPLICATE_KEY"],
      why: "quoted in YAML",
    },
  ])("refuses a repeated key $why", ({ text, problems }) => {
    expect(problemsOf(text)).toEqual(problems);
  });

  it.each([
    {
      text: '{"a":9007199254740991,"b":-9007199254740991}',
      problems: [],
      why: "the last safe one",
    },
    { text: '{"a":9007199254740992}', problems: ["1:6 INPUT_UNSAFE_INTEGER"], why: "2^53 in JSON" },
    { text: "[\n-9007199254740993]", problems: ["2:1 INPUT_UNSAFE_INTEGER"], why: "negative" },
    {
      text: "a: 9007199254740991\nb: -9007199254740991",
      problems: [],
      why: "the last safe one in YAML",
    },
    { text: "a: 9007199254740992", problems: ["1:4 INPUT_UNSAFE_INTEGER"], why: "2^53 in YAML" },
    { text: "a: 0x20000000000000", problems: ["1:4 INPUT_UNSAFE_INTEGER"], why: "in hexadecimal" },
    { text: "a: '9007199254740992'\nb: 1e300", problems: [], why: "text, or a float" },
    { text: '{"a":"9007199254740992","b":1e300}', problems: [], why: "the same in JSON" },
  ])("takes integers as far as they are exact: $why", ({ text, problems }) => {
    expect(problemsOf(text)).toEqual(problems);
  });

  it.each([
    { text: '{"a": 1e400}', problems: ["1:7 INPUT_NOT_JSON"], why: "a number that overflows" },
    {
      text: "a: .nan\nb: -.inf",
      problems: ["1:4 INPUT_NOT_JSON", "2:4 INPUT_NOT_JSON"],
      why: "NaN and infinity",
    },
    {
      text: "a: 642e58914500",
      problems: ["1:4 INPUT_NOT_JSON"],
      why: "a hash that reads as infinity",
    },
    { text: "a: !!binary aGk=", problems: ["1:13 INPUT_NOT_JSON"], why: "binary" },
    { text: "a: !!timestamp 2001-01-01", problems: ["1:16 INPUT_NOT_JSON"], why: "a timestamp" },
    { text: "a: !own {b: 1}", problems: ["1:9 INPUT_NOT_JSON"], why: "a tag of one's own" },
    { text: "a: !!int x", problems: ["1:10 INPUT_NOT_JSON"], why: "a tag that does not fit" },
    {
      text: "1: a\n? [x]\n: b",
      problems: ["1:1 INPUT_NOT_JSON", "2:3 INPUT_NOT_JSON"],
      why: "keys that are no text",
    },
  ])("refuses what JSON cannot say: $why", ({ text, problems }) => {
    expect(problemsOf(text)).toEqual(problems);
  });

  it.each([
    { text: "a: [1, 2\nb: 3", problems: ["2:1 INPUT_SYNTAX"], why: "a bracket left open" },
    { text: 'a: "x\\q"', problems: ["1:6 INPUT_SYNTAX"], why: "an unknown escape" },
    { text: "a: *x", problems: ["1:4 INPUT_SYNTAX"], why: "an alias without anchor" },
    { text: "a: &x [*x]", problems: ["1:8 INPUT_SYNTAX"], why: "an alias inside its anchor" },
    {
      text: "a: [1\n---\nb: 2\nb: 3",
      problems: ["2:1 INPUT_SYNTAX", "4:1 INPUT_DUPLICATE_KEY"],
      why: "a bracket left open, and a mistake in the next document",
    },
    { text: '{"a": 1} trailing', problems: ["1:10 INPUT_SYNTAX"], why: "text after JSON" },
    {
      text: "a: 1\na: 2\nb: [1\nc: 3",
      problems: ["2:1 INPUT_DUPLICATE_KEY", "4:1 INPUT_SYNTAX"],
      why: "beside a repeated key",
    },
  ])("tells every syntax mistake with its place: $why", ({ text, problems }) => {
    expect(problemsOf(text)).toEqual(problems);
  });

  it.each([
    'a: "hunter2\\q"',
    "hunter2: 1\nhunter2: 2\n? {hunter2: 1}\n: x",
    "a: !hunter2 hunter2\nb: *hunter2\nc: @hunter2",
    '{"a": hunter2, "b": "hunter2',
  ])("never repeats what the text says: %s", (text) => {
    const result = read(text);
    expect(result.ok).toBe(false);
    expect(JSON.stringify(result)).not.toContain("hunter2");
  });
});

describe("limits of readDocuments", () => {
  const nested = (depth: number): string => "[".repeat(depth) + "]".repeat(depth);
  // One alias to a list of 999 adds a thousand values, one to a number a single value.
  const aliases = (values: number): string =>
    `a: &x [${"0,".repeat(999)}]\nb: &y 1\n` +
    `c: [${"*x,".repeat(Math.floor(values / 1000))}${"*y,".repeat(values % 1000)}]`;
  it.each([
    { name: "depth in JSON", max: DEPTH_MAX, text: nested },
    { name: "depth in YAML", max: DEPTH_MAX, text: (n: number) => `${"- ".repeat(n)}x` },
    {
      name: "depth through aliases",
      max: DEPTH_MAX,
      text: (n: number) => `- &x ${nested(2)}\n- ${"[".repeat(n - 3)}*x${"]".repeat(n - 3)}`,
    },
    { name: "documents", max: DOCUMENTS_PER_FILE_MAX, text: (n: number) => "--- a\n".repeat(n) },
    { name: "alias values", max: ALIAS_VALUES_MAX, text: aliases },
    { name: "length", max: TEXT_LENGTH_MAX, text: (n: number) => `[${" ".repeat(n - 2)}]` },
  ])(
    "takes $max of $name, and no more",
    ({ max, text }) => {
      expect(problemsOf(text(max))).toEqual([]);
      const beyond = problemsOf(text(max + 1));
      expect(beyond).toHaveLength(1);
      expect(beyond[0]).toMatch(/ INPUT_LIMIT$/);
    },
    30_000,
  );

  it("tells so many problems, and no more", () => {
    const text = (count: number): string => `a: 1\n${"a: 1\n".repeat(count)}`;
    expect(problemsOf(text(PROBLEMS_PER_FILE_MAX - 1))).toHaveLength(PROBLEMS_PER_FILE_MAX - 1);
    expect(problemsOf(text(PROBLEMS_PER_FILE_MAX + 1))).toHaveLength(PROBLEMS_PER_FILE_MAX);
  });

  it.each([
    { name: "brackets", text: "[".repeat(1_000_000) },
    { name: "braces", text: "{a: ".repeat(200_000) },
    { name: "dashes", text: "- ".repeat(200_000) },
    { name: "explicit keys", text: "? ".repeat(200_000) },
    { name: "closed brackets", text: "[".repeat(500_000) + "]".repeat(500_000) },
    {
      name: "a bomb of aliases",
      text: `a0: &a0 x\n${Array.from({ length: 60 }, (_, n) => `a${n + 1}: &a${n + 1} [*a${n}, *a${n}]\n`).join("")}`,
    },
    { name: "many mistakes", text: `[${".nan,".repeat(150_000)}]` },
    {
      name: "many keys",
      text: `${Array.from({ length: 20_000 }, (_, n) => `k${n}: 1\n`).join("")}.nan`,
    },
  ])(
    "ends in problems within bounds: $name",
    ({ text }) => {
      expect(problemsOf(text).length).toBeGreaterThan(0);
    },
    30_000,
  );

  it("never throws, whatever the text", () => {
    const piece = fc.oneof(
      fc.string({ maxLength: 4 }),
      fc.constantFrom(
        "- ",
        ": ",
        "? ",
        "\n",
        "\n  ",
        "[",
        "]",
        "{",
        "}",
        ",",
        '"',
        "'",
        "|",
        ">-",
        "#",
        " #",
        "&a ",
        "*a",
        "!t ",
        "---\n",
        "...\n",
        "%YAML 1.1\n",
        "\\",
        "\r\n",
        "\t",
        "\ufeff",
        "\ud800",
      ),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const result = read(pieces.join(""));
        for (const problem of result.ok ? [] : result.problems) {
          expect(problem.position?.line).toBeGreaterThan(0);
        }
        for (const document of result.ok ? result.value : []) {
          expect(document.positionAt(["a", "0"]).column).toBeGreaterThan(0);
          expect(document.comments()).toBeInstanceOf(Array);
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe("round trips of readDocuments", () => {
  const value = fc
    .jsonValue({ maxDepth: 4 })
    .filter((root) => typeof root === "object" && root !== null);
  /** One zero, and no number that the reader refuses. */
  const readable = (_key: string, item: unknown): unknown =>
    item === 0 || (Number.isInteger(item) && !Number.isSafeInteger(item)) ? 0 : item;
  const plain = (item: unknown): unknown => JSON.parse(JSON.stringify(item), readable);

  it("reads back what JSON.stringify wrote", () => {
    fc.assert(
      fc.property(value, fc.constantFrom(undefined, 2), (item, indent) => {
        expect(valuesOf(JSON.stringify(plain(item), undefined, indent))).toEqual([plain(item)]);
      }),
    );
  });

  it("reads back what the YAML package wrote, as JSON.parse does", () => {
    fc.assert(
      fc.property(value, (item) => {
        expect(valuesOf(stringify(plain(item)))).toEqual([plain(item)]);
      }),
    );
  });
});
