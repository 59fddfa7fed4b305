import { describe, expect, it } from "vitest";
import { isSameValue } from "../../src/cel/compare.ts";
import {
  COMBINATIONS_MAX,
  COST_MAX,
  DEPTH_MAX,
  EXPRESSION_LENGTH_MAX,
  LIST_LITERAL_MAX,
  NODES_MAX,
  VALUE_DEPTH_MAX,
} from "../../src/cel/limits.ts";
import { CelError, type CelValue } from "../../src/cel/value.ts";
import { nearest } from "../../src/input/suggest.ts";
import { formatValue } from "../../src/messages/format.ts";
import { MESSAGE_LENGTH_MAX } from "../../src/messages/limits.ts";
import { compileTemplate } from "../../src/messages/template.ts";
import { Duration, parseDuration } from "../../src/time/time.ts";
import { bool, dyn, evaluate, int, listOf, may, problemsOf, string, unknown } from "./support.ts";

const nested = (open: string, inner: string, close: string) => (times: number) =>
  open.repeat(times) + inner + close.repeat(times);

/** An expression of that many nodes: a list of negations. */
function partsOf(count: number): string {
  const elements: string[] = [];
  for (let left = count - 1; left > 0; left -= 50) {
    elements.push(`${"!".repeat(Math.min(left, 50) - 1)}b`);
  }
  return `[${elements.join()}]`;
}

describe("limits of what is written", () => {
  // Each `of(n)` is at its limit with `most` and beyond it with one more.
  it.each([
    { what: "length", of: (n: number) => "1".padEnd(n), most: EXPRESSION_LENGTH_MAX },
    { what: "parentheses", of: nested("(", "1", ")"), most: DEPTH_MAX - 1 },
    { what: "negations", of: nested("!", "true", ""), most: DEPTH_MAX - 1 },
    { what: "signs", of: nested("- ", "x", ""), most: DEPTH_MAX - 1 },
    { what: "lists", of: nested("[", "1", "]"), most: DEPTH_MAX - 1 },
    { what: "indexes", of: nested("", "d", "[0]"), most: DEPTH_MAX - 1 },
    { what: "fields", of: nested("", "d", ".a"), most: DEPTH_MAX - 1 },
    { what: "sums", of: nested("", "1", " + 1"), most: DEPTH_MAX - 1 },
    { what: "choices", of: nested("true ? 1 : ", "1", ""), most: DEPTH_MAX - 1 },
    {
      what: "elements",
      of: (n: number) => `[${Array(n).fill("1").join()}]`,
      most: LIST_LITERAL_MAX,
    },
    {
      what: "entries",
      of: (n: number) => `{${Array.from({ length: n }, (_, i) => `${i}:1`).join()}}`,
      most: LIST_LITERAL_MAX,
    },
    {
      what: "arguments",
      of: (n: number) => `f(${Array(n).fill("1").join()})`,
      most: LIST_LITERAL_MAX,
    },
    { what: "parts", of: partsOf, most: NODES_MAX },
  ])("$what", ({ of, most }) => {
    const world = { x: { type: int }, d: { type: dyn }, b: { type: bool } };
    const limitsIn = (text: string) =>
      problemsOf(text, world).filter(({ code }) => code === "EXPRESSION_LIMIT");
    expect(limitsIn(of(most))).toEqual([]);
    expect(limitsIn(of(most + 1))).toHaveLength(1);
  });

  it("counts the patterns of an expression together, each once", () => {
    // Written out, `[a]{n}` is 3 × n long.
    const pattern = (count: number): string => `s.matches('[a]{${count}}')`;
    const most = [...Array(4).fill(pattern(1_000)), pattern(900), pattern(800), pattern(633)];
    const world = { s: { type: string } };
    expect(problemsOf(most.join(" || "), world)).toEqual([]);
    expect(problemsOf([...most, pattern(1)].join(" || "), world)).toMatchObject([
      { message: expect.stringContaining("10000 characters together") },
    ]);
  });

  it("does not count a chain of `&&` as depth", () => {
    expect(problemsOf(Array(1_000).fill("x").join(" && "), { x: { type: bool } })).toEqual([]);
  });

  it.each(["(", "!", "- ", "[", "{1:", "a(", "a[", "a.b(", "x ? 1 : "])(
    "does not overflow the stack on `%s` without end",
    (piece) => {
      const text = piece.repeat(Math.floor(EXPRESSION_LENGTH_MAX / piece.length));
      expect(problemsOf(text)).toMatchObject([{ code: "EXPRESSION_LIMIT" }]);
    },
  );
});

describe("limits of evaluation", () => {
  const list = (length: number): CelValue => Array.from({ length }, (_, index) => index);
  const world = (length: number) => ({ l: { type: listOf(int), value: list(length) } });
  const errorOf = (value: CelValue) => (value instanceof CelError ? value.code : "none");

  it("counts the rounds of macros", () => {
    // The names `l` and `x` and the macro itself cost 1 each, and so does each round.
    expect(errorOf(evaluate("l.all(x, true)", world(COST_MAX - 3)))).toBe("none");
    expect(errorOf(evaluate("l.all(x, true)", world(COST_MAX - 2)))).toBe("CostExceeded");
  });

  it.each([
    { text: "1 > 0 && l.all(x, l.all(y, true))", at: "all(y", why: "the macro that was running" },
    { text: "l.exists(x, s.contains('b'))", at: "s.contains", why: "the call that was running" },
    { text: "l.all(x, l != [x])", at: "all(x", why: "the loop, where its body costs nothing more" },
  ])("says where the budget ran out: $why", ({ text, at }) => {
    const long = { s: { type: string, value: "a".repeat(COST_MAX) }, ...world(COST_MAX) };
    expect(evaluate(text, long)).toMatchObject({ code: "CostExceeded", offset: text.indexOf(at) });
  });

  it("counts the rounds of nested macros, and is not absorbed", () => {
    const text = "true || l.all(x, l.all(y, l.all(z, true)))";
    expect(errorOf(evaluate(text.slice(8), world(1_000)))).toBe("CostExceeded");
  });

  it("counts what is looked through in each round", () => {
    expect(errorOf(evaluate("l.exists(x, -1 in l)", world(1_200)))).toBe("CostExceeded");
    expect(errorOf(evaluate("l.exists(x, l == l + [1])", world(1_200)))).toBe("CostExceeded");
    const long = { s: { type: string, value: "a".repeat(1_000_000) }, ...world(20) };
    expect(errorOf(evaluate("l.exists(x, s.contains('b'))", long))).toBe("CostExceeded");
  });

  // Each costs about 1,000 units a round, whatever it comes to, so that 800 rounds are paid for and 1,200 are not.
  const long = "a".repeat(10_000);
  const bytes = (): CelValue => new TextEncoder().encode(long);
  const ints = new Map(Array.from({ length: 1_000 }, (_, index) => [index, index] as const));
  it.each([
    { text: "l.all(x, string(a) != '')", what: "bytes that are read as text" },
    { text: "l.all(x, a == b)", what: "bytes that are compared" },
    { text: "l.all(x, a <= b)", what: "bytes that are ordered" },
    { text: "l.all(x, s == t)", what: "texts that are compared" },
    { text: "l.all(x, s <= t)", what: "texts that are ordered" },
    { text: "l.all(x, [s] == [t])", what: "texts in lists that are compared" },
    { text: "l.all(x, s in [t])", what: "texts that are looked for" },
    { text: "l.all(x, size(m) > 0)", what: "keys that are counted" },
    { text: "l.all(x, m.exists(k, true))", what: "keys that are laid out" },
    { text: "l.all(x, m.exists(k, v, true))", what: "keys and values that are laid out" },
    { text: "l.all(x, m != {})", what: "maps that are compared" },
    { text: "l.all(x, 'a'.matches('b{63}|a' + p))", what: "patterns that are compiled" },
  ])("counts, in each round, $what", ({ text }) => {
    const big = {
      s: { type: string, value: `${long}b` },
      t: { type: string, value: ["a".repeat(10_000), "b"].join("") },
      a: { type: dyn, value: bytes() },
      b: { type: dyn, value: bytes() },
      m: { type: dyn, value: ints },
      p: { type: string, value: "" },
    };
    expect(errorOf(evaluate(text, { ...big, ...world(800) }))).toBe("none");
    expect(errorOf(evaluate(text, { ...big, ...world(1_200) }))).toBe("CostExceeded");
  });

  // A text of 10,000 units, and a part that is compared with it at each place, in which 1,000 units times ten are counted.
  it.each(["contains", "indexOf", "lastIndexOf", "split"])(
    "counts places that `%s` looks at",
    (name) => {
      const big = {
        s: { type: string, value: "a".repeat(10_000) },
        t: { type: string, value: `${"a".repeat(50)}b${"a".repeat(49)}` },
      };
      const text = `l.all(x, dyn(s.${name}(t)) != 1)`;
      expect(errorOf(evaluate(text, { ...big, ...world(90) }))).toBe("none");
      expect(errorOf(evaluate(text, { ...big, ...world(110) }))).toBe("CostExceeded");
      const replaced = "l.all(x, s.replace(t, '') != '')";
      expect(errorOf(evaluate(replaced, { ...big, ...world(75) }))).toBe("none");
      expect(errorOf(evaluate(replaced, { ...big, ...world(95) }))).toBe("CostExceeded");
    },
  );

  it("counts names of time zones, known ones less than others", () => {
    const hour = (zone: string) => `l.all(x, timestamp(x).getHours('${zone}') == -1 || true)`;
    expect(errorOf(evaluate(hour("Europe/Paris"), world(20_000)))).toBe("none");
    expect(errorOf(evaluate(hour("Europe/Paris"), world(60_000)))).toBe("CostExceeded");
    expect(errorOf(evaluate(hour("Europe/Nowhere"), world(8_000)))).toBe("none");
    expect(errorOf(evaluate(hour("Europe/Nowhere"), world(10_000)))).toBe("CostExceeded");
  });

  it("joins bytes, and says which key is missing, in little memory", () => {
    const before = process.memoryUsage().heapUsed;
    expect(errorOf(evaluate(`[b'0123456789']${".map(s, s + s)".repeat(17)}`))).toBe("none");
    const key = { k: { type: string, value: "a".repeat(1_000_000) }, m: { type: dyn, value: {} } };
    const missing = evaluate("m[k]", key);
    expect(missing).toMatchObject({ code: "NoSuchKey" });
    expect(missing instanceof CelError ? missing.message.length : 0).toBeLessThan(100);
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(50_000_000);
  });

  it("reads long texts in linear time", () => {
    const digits = { s: { type: string, value: `${"1".repeat(1_000_000)}x` } };
    const startedAt = performance.now();
    for (const convert of ["int", "uint", "double", "bool", "timestamp", "duration"]) {
      expect(errorOf(evaluate(`${convert}(s)`, digits))).toBe("InvalidArgument");
    }
    expect(performance.now() - startedAt).toBeLessThan(1_000);
  });

  it("takes lists that are longer than a call's arguments", () => {
    const gaps = { ...world(300_000), x: { type: int, value: unknown("x") } };
    expect(may("x in l", gaps)).toBe("TF");
  });

  it("counts text that grows", () => {
    const doubled = ".map(s, s + s)".repeat(50);
    expect(errorOf(evaluate(`['0123456789']${doubled}`))).toBe("CostExceeded");
  });

  it("counts lists that grow", () => {
    const doubled = ".map(s, s + s)".repeat(50);
    expect(errorOf(evaluate(`[[1, 2, 3]]${doubled}`))).toBe("CostExceeded");
  });

  it("counts comparisons of values that share their parts", () => {
    const doubled = `[1]${".map(s, [s, s])".repeat(40)}`;
    expect(errorOf(evaluate(`dyn(${doubled}) == dyn(${doubled})`))).toBe("CostExceeded");
    expect(formatValue(evaluate(doubled)).length).toBeLessThanOrEqual(MESSAGE_LENGTH_MAX);
  });

  it("bounds the depth of values that are compared", () => {
    const deep = (depth: number): CelValue => {
      let value: CelValue = [];
      for (let each = 0; each < depth; each++) value = [value];
      return value;
    };
    const compared = (depth: number) =>
      evaluate("a == b", {
        a: { type: dyn, value: deep(depth) },
        b: { type: dyn, value: deep(depth) },
      });
    expect(compared(VALUE_DEPTH_MAX)).toBe(true);
    expect(errorOf(compared(VALUE_DEPTH_MAX + 1))).toBe("CostExceeded");
    expect(formatValue(deep(100_000))).toMatch(/^\[+\]+$/);
    expect(errorOf(compared(100_000))).toBe("CostExceeded");
  });

  it("tries out as many combinations as it says", () => {
    const domain = (name: string, length: number) => ({
      type: int,
      value: unknown(name, { oneOf: Array.from({ length }, (_, index) => index) }),
    });
    const half = COMBINATIONS_MAX / 8;
    expect(may("a + b < 100", { a: domain("a", 8), b: domain("b", half) })).toBe("T");
    expect(may("a + b < 100", { a: domain("a", 8), b: domain("b", half + 1) })).toBe("TFE");
  });

  it("bounds the texts of messages and durations, and names that are compared", () => {
    const limitOf = (text: string) => compileTemplate(text, []).ok;
    expect(limitOf("x".repeat(EXPRESSION_LENGTH_MAX))).toBe(true);
    expect(limitOf("x".repeat(EXPRESSION_LENGTH_MAX + 1))).toBe(false);
    expect(parseDuration("s".padStart(128, "0"))).toEqual(new Duration(0, 0));
    expect(parseDuration("s".padStart(129, "0"))).toBeUndefined();
    expect(nearest("x".repeat(64), ["x".repeat(63)])).toBe("x".repeat(63));
    expect(nearest("x".repeat(65), ["x".repeat(64)])).toBeUndefined();
  });

  it("looks into no list to find that two values are the same", () => {
    const one: CelValue = [1];
    expect(isSameValue(one, one)).toBe(true);
    expect(isSameValue(one, [1])).toBe(false);
  });

  it("cuts long values, not through a character", () => {
    const text = formatValue(`${"x".repeat(MESSAGE_LENGTH_MAX - 3)}😀😀`);
    expect(text.length).toBeLessThanOrEqual(MESSAGE_LENGTH_MAX);
    expect(text).not.toMatch(/\p{Surrogate}/u);
    expect(evaluate("s == s", { s: { type: string, value: text } })).toBe(true);
  });
});
