import { describe, expect, it } from "vitest";
import {
  compilePattern,
  NATIVE_SUBJECT_LENGTH_MAX,
  PATTERN_LENGTH_MAX,
  type Pattern,
  WRITTEN_OUT_LENGTH_MAX,
} from "../../src/pattern/pattern.ts";

function compiled(text: string): Pattern {
  const result = compilePattern(text);
  if (!result.ok) throw new Error(result.message);
  return result.pattern;
}

function messageOf(text: string): string | undefined {
  const result = compilePattern(text);
  return result.ok ? undefined : result.message;
}

describe("which engine runs a pattern", () => {
  it.each([
    { text: "^sha256:[0-9a-f]{64}$", engine: "native", why: "no choice at all" },
    { text: "^v[0-9]+\\.[0-9]+\\.[0-9]+$", engine: "native", why: "each run ends at a dot" },
    { text: "^[a-z]+(-[a-z]+)*$", engine: "native", why: "a dash or the end settles it" },
    { text: "^(production|preview|staging)$", engine: "native", why: "they differ at the third" },
    { text: "^(a|b)*$", engine: "native", why: "the alternatives differ at once" },
    { text: "^[^@]+@[^@]+$", engine: "native", why: "the run cannot hold what ends it" },
    { text: "^ghcr\\.io/acme/", engine: "native", why: "a fixed start" },
    { text: "-rc|-beta", engine: "native", why: "short, so it may start anywhere" },
    { text: "^.*$", engine: "native", why: "nothing follows but the end" },
    { text: "😀{2}", engine: "native", why: "whole code points" },
    { text: "", engine: "native", why: "matches at once" },
    { text: "a+b", engine: "re2", why: "each start would read the run again" },
    { text: "^\\d+\\d+$", engine: "re2", why: "either run may hold a digit" },
    { text: "^(a+)+$", engine: "re2", why: "either loop may hold an a" },
    { text: "^(a*)*$", engine: "re2", why: "the group may be empty" },
    { text: "^(a|a)*$", engine: "re2", why: "both alternatives fit" },
    { text: "^(a|ab)*$", engine: "re2", why: "one is the start of the other" },
    { text: "^(a?b|ab)*$", engine: "re2", why: "both fit ab, though one may begin with b" },
    { text: "^(a{1,3}b|aab)*$", engine: "re2", why: "both fit aab" },
    { text: "^.*a$", engine: "re2", why: "the run may hold what ends it" },
    { text: "^a?[ab]$", engine: "re2", why: "an a may be left out or not" },
    { text: "^([ab]?c){2}$", engine: "native", why: "c settles it" },
    { text: "^(ca?)*a$", engine: "re2", why: "an a may be of the group or after it" },
    { text: "^(a[bc]?){2,3}b$", engine: "re2", why: "the same, by a count" },
    { text: "(?i)^a$", engine: "re2", why: "folding differs: K and the Kelvin sign" },
    { text: "\\bfoo\\b", engine: "re2", why: "boundaries" },
    { text: "^[[:alpha:]]$", engine: "re2", why: "classes by name" },
    { text: "^\\pL$", engine: "re2", why: "tables of another Unicode version" },
    { text: "^(?P<name>a)$", engine: "re2", why: "named groups" },
    { text: "^a+?$", engine: "re2", why: "lazy" },
    { text: "^\\x41$", engine: "re2", why: "code points by number" },
    { text: "\\Aa\\z", engine: "re2", why: "other anchors" },
    { text: "a^b", engine: "re2", why: "an anchor inside" },
    { text: "^a|b$", engine: "re2", why: "each anchor belongs to one alternative" },
    { text: "^[]a]$", engine: "re2", why: "a first ] stands for itself" },
    { text: "^a{,3}$", engine: "re2", why: "braces that count nothing stand for themselves" },
    { text: "^[^\\s\\S]$", engine: "re2", why: "a class of nothing" },
  ])("$text: $engine, $why", ({ text, engine }) => {
    expect(compiled(text).engine).toBe(engine);
  });

  it.each([
    { length: 64, engine: "native" },
    { length: 65, engine: "re2" },
  ])("$length code points that may start anywhere: $engine", ({ length, engine }) => {
    expect(compiled("a".repeat(length)).engine).toBe(engine);
  });

  it.each([
    { depth: 16, engine: "native" },
    { depth: 17, engine: "re2" },
  ])("$depth groups in each other: $engine", ({ depth, engine }) => {
    expect(compiled(`^${"(".repeat(depth)}a${")".repeat(depth)}`).engine).toBe(engine);
  });

  it.each([
    { text: "^a$", steps: 1 },
    { text: "ab?", steps: 3 },
    { text: "^a+a$", steps: 7 },
  ])("$text costs at most $steps steps a unit", ({ text, steps }) => {
    expect(compiled(text).stepsPerUnit).toBe(steps);
  });
});

describe("what matches", () => {
  it.each([
    { text: "ubb", subject: "hubba", matches: true },
    { text: "^ubb", subject: "hubba", matches: false },
    { text: "ubb$", subject: "hubba", matches: false },
    { text: "a$", subject: "a\n", matches: false },
    { text: "^b", subject: "a\nb", matches: false },
    { text: "^.$", subject: "\r", matches: true },
    { text: "^.$", subject: "\n", matches: false },
    { text: "^.$", subject: "😀", matches: true },
    { text: "^..$", subject: "😀", matches: false },
    { text: "^\\s$", subject: "\u00a0", matches: false },
    { text: "^\\s$", subject: "\v", matches: false },
    { text: "^\\d$", subject: "٣", matches: false },
    { text: "^[^a]$", subject: "\n", matches: true },
    { text: "(?i)^k$", subject: "\u212a", matches: true },
    { text: "(a|😀){2}", subject: "🐱😀😀", matches: true },
  ])("$text in $subject: $matches", ({ text, subject, matches }) => {
    expect(compiled(text).test(subject)).toBe(matches);
  });

  it("does not depend on what was asked before", () => {
    const pattern = compiled("^a+$");
    const answers = ["aa", "ab", "aa", "", "aa"].map((subject) => pattern.test(subject));
    expect(answers).toEqual([true, false, true, false, true]);
  });

  it("does not depend on which side of the native bound a text lies", () => {
    const { engine, test } = compiled("^(-a)*$");
    const atBound = "-a".repeat(NATIVE_SUBJECT_LENGTH_MAX / 2);
    expect(engine).toBe("native");
    expect([test(atBound), test(`${atBound}-`), test(`${atBound}-a`)]).toEqual([true, false, true]);
  });

  it("holds where V8 alone runs out of room", () => {
    const long = "-a".repeat(5_000_000);
    expect(() => /^(?:-[a-z]+)*$/u.test(`${long}!`)).toThrow(RangeError);
    expect(compiled("^(-[a-z]+)*$").test(`${long}!`)).toBe(false);
  });
});

describe("what is refused", () => {
  it.each([
    { text: "(?=a)", message: "invalid or unsupported Perl syntax: `(?=`" },
    { text: "(?<=a)b", message: "invalid named capture: `(?<=a)b`" },
    { text: "(a)\\1", message: "invalid escape sequence: `\\1`" },
    { text: "a++", message: "invalid nested repetition operator: `++`" },
    { text: "[z", message: "missing closing ]: `[z`" },
    { text: "(a", message: "missing closing ): `(a`" },
    { text: "a)", message: "unexpected ): `a)`" },
    { text: "*", message: "missing argument to repetition operator: `*`" },
    { text: "a{1001}", message: "invalid repeat count: `{1001}`" },
    { text: "^(a{500}b){3}$", message: "invalid repeat count: `{3}`" },
    { text: "[b-a]", message: "invalid character class range: `b-a`" },
    { text: "\\", message: "trailing backslash at end of expression" },
    { text: `(${"a".repeat(60)}`, message: `missing closing ): \`(${"a".repeat(39)}…\`` },
  ])("$text", ({ text, message }) => {
    expect(messageOf(text)).toBe(message);
  });

  it("counts a thousand and no more", () => {
    expect(compiled("^a{1000}$").test("a".repeat(1000))).toBe(true);
    expect(compiled("^a{1000}$").engine).toBe("native");
    expect(messageOf("^a{1001}$")).toBeDefined();
  });

  it.each([
    "(a{1000}){1000}",
    "((a{100}){100}){100}",
    "(a{9999}){9999999}",
    "((((a{999}){999}){999}){999}",
  ])("%s, before anything is built", (text) => {
    expect(messageOf(text)).toBe(
      "pattern is longer than 10000 characters with its counts written out",
    );
  });

  it("is no longer than the bounds", () => {
    const longest = "a|".repeat(PATTERN_LENGTH_MAX / 2);
    expect(messageOf(longest)).toBeUndefined();
    expect(messageOf(`${longest}a`)).toBe("pattern is longer than 2048 characters");
    expect(messageOf(`${"a{1000}".repeat(10)}`)).toBeUndefined();
    expect(messageOf(`${"a{1000}".repeat(10)}a`)).toBe(
      `pattern is longer than ${WRITTEN_OUT_LENGTH_MAX} characters with its counts written out`,
    );
  });

  it.each(["^(a+)+$", "^(a|aa)*$", "^(a*)*$", "(a|a)*b"])(
    "%s takes no longer, though exponential elsewhere",
    (text) => {
      const { engine, test } = compiled(text);
      // First: on the native engine the next line would take for ever.
      if (engine !== "re2") throw new Error("runs on the native engine");
      expect(test(`${"a".repeat(10_000)}!`)).toBe(false);
    },
  );
});
