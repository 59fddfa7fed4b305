import { describe, expect, it } from "vitest";
import { COST_MAX } from "../../src/cel/limits.ts";
import { CelError, type CelValue, Unknown } from "../../src/cel/value.ts";
import { compileExpression } from "../../src/cel-library/compile-expression.ts";
import {
  bind,
  bool,
  declare,
  dyn,
  enumOf,
  evaluate,
  int,
  listOf,
  mapOf,
  string,
  unknown,
  type World,
} from "./support.ts";

// What an author can write or an owner of a cluster can fill in to make an evaluation slow or large.

const times = (count: number, piece: string): string => piece.repeat(count);
const many = (count: number): string => Array(count).fill("1").join();
const entries = (count: number): string =>
  Array.from({ length: count }, (_, index) => `'${index}':1`).join();
const words = (count: number): string[] => Array.from({ length: count }, (_, at) => `v${at}`);

const numbers = Array.from({ length: 100_000 }, (_, index) => index);
const gap = unknown("gap");
const wide: CelValue = Array.from({ length: 300 }, () =>
  Object.fromEntries(words(300).map((key) => [key, gap])),
);
const world: World = {
  l: { type: listOf(int), value: numbers },
  m: { type: mapOf(int), value: Object.fromEntries(numbers.map((each) => [`k${each}`, each])) },
  s: { type: string, value: `${"a".repeat(1_000_000)}b` },
  unclosed: { type: string, value: times(400_000, "\\x{") },
  t: { type: string, value: `${"a".repeat(1_000_000)}c` },
  u: { type: int, value: unknown("u") },
  part: { type: listOf(int), value: [...numbers, gap] },
  e: { type: enumOf(...words(60)), value: unknown("e") },
  e1: { type: enumOf(...words(8)), value: unknown("e1") },
  e2: { type: enumOf(...words(8)), value: unknown("e2") },
  q: { type: bool, mayBeAbsent: true, value: unknown("q") },
  wide: { type: listOf(dyn), value: wide },
  d: { type: dyn, value: unknown("d") },
  "g.e": { type: enumOf(...words(4)), mayBeAbsent: true, value: unknown("g.e") },
};

const LONGEST_MS = 2_000;

function timed(text: string): { value: CelValue; again: CelValue; tookMs: number } {
  const compiled = compileExpression(text, declare(world));
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
  // Of the processor, so that other tests at the same time do not count.
  const startedAt = process.cpuUsage();
  const value = compiled.program.evaluate(bind(world));
  const tookMs = process.cpuUsage(startedAt).user / 1_000;
  return { value, again: compiled.program.evaluate(bind(world)), tookMs };
}

/** Makes twenty letters of each. */
const LENGTHEN = `.replace('a', '${"a".repeat(20)}')`;

function resultOf(value: CelValue): string {
  if (value instanceof CelError) return value.code;
  // What is not known may have been what made it long.
  if (value instanceof Unknown)
    return value.bounds.mayBeError?.code === "CostExceeded" ? "open, or CostExceeded" : "unknown";
  return typeof value === "object" ? "made" : String(value);
}

describe("hostile expressions", { timeout: 60_000 }, () => {
  it.each([
    { text: "l.all(x, [l] != [])", result: "CostExceeded", why: "a literal of a large list" },
    {
      text: "l.all(x, {'a': part} != {})",
      result: "open, or CostExceeded",
      why: "one that is not known",
    },
    { text: "l.all(x, size(m) > 0)", result: "CostExceeded", why: "keys are counted" },
    { text: "l.all(x, m != {})", result: "CostExceeded", why: "keys are counted" },
    { text: "l.all(x, m.exists(k, true))", result: "CostExceeded", why: "keys are gone over" },
    { text: "l.all(x, m.exists(k, v, true))", result: "CostExceeded", why: "entries, too" },
    {
      text: "l.all(x, optional.ofNonZeroValue(m).hasValue())",
      result: "CostExceeded",
      why: "an empty map is a zero value",
    },
    {
      text: "[bytes(s)].all(b, l.all(x, string(b) != ''))",
      result: "CostExceeded",
      why: "bytes are read",
    },
    {
      text: "[bytes(s)].all(b, l.all(x, dyn(b) == dyn(b)))",
      result: "CostExceeded",
      why: "bytes are compared",
    },
    { text: "l.all(x, s != t)", result: "CostExceeded", why: "texts are compared" },
    { text: "l.all(x, dyn(s) != dyn(t))", result: "CostExceeded", why: "texts of dyn, too" },
    { text: "l.all(x, s < t)", result: "CostExceeded", why: "texts are ordered" },
    { text: "l.all(x, !(s in [t]))", result: "CostExceeded", why: "texts are looked for" },
    { text: `l.map(x, [x,${many(990)}])`, result: "CostExceeded", why: "constants are held" },
    { text: `l.map(x, {'z': x,${entries(990)}})`, result: "CostExceeded", why: "entries, too" },
    {
      text: `l.transformList(i, x, [x,${many(990)}])`,
      result: "CostExceeded",
      why: "by another macro",
    },
    {
      text: `l.all(x, ${Array(1_800).fill("true").join(" && ")})`,
      result: "CostExceeded",
      why: "operators of a chain count, literals do not",
    },
    {
      text: "l.all(x, string(e) != 'z')",
      result: "open, or CostExceeded",
      why: "60 values are tried out",
    },
    {
      text: "l.all(x, (e1 + e2) != 'z')",
      result: "open, or CostExceeded",
      why: "64 pairs are tried out",
    },
    {
      text: "l.exists(x, d in wide)",
      result: "open, or CostExceeded",
      why: "each element is compared",
    },
    { text: "l.all(x, d == wide)", result: "unknown", why: "causes of a large value" },
    {
      text: "l.all(x, [wide, 1 / u] != [])",
      result: "open, or CostExceeded",
      why: "causes, wrapped",
    },
    {
      text: "l.all(x, (q == null ? part : l) != [])",
      result: "open, or CostExceeded",
      why: "causes, united",
    },
    {
      text: `'ab'${times(6, LENGTHEN)}.endsWith('b')`,
      result: "CostExceeded",
      why: "constants are not worked out beforehand at any cost",
    },
    {
      text: `'ab'${times(3, LENGTHEN)}.endsWith('b')`,
      result: "true",
      why: "those that take some work are left to the evaluation",
    },
    { text: `'ab'.replace('a', 'b') == 'bb'`, result: "true", why: "the others are not" },
    { text: `[1]${times(60, ".map(s, [s, s])")}`, result: "made", why: "shared, not copied" },
    { text: `[1]${times(50, ".map(s, {'a': s, 'b': s})")}`, result: "made", why: "maps, too" },
    { text: `['ab']${times(60, ".map(s, s + s)")}`, result: "CostExceeded", why: "2^60 letters" },
    { text: `[[1]]${times(60, ".map(s, s + s)")}`, result: "CostExceeded", why: "2^60 elements" },
    { text: `[b'a']${times(60, ".map(s, s + s)")}`, result: "CostExceeded", why: "2^60 bytes" },
    {
      text: `[d]${times(60, ".map(s, [s, s])")} == [d]${times(60, ".map(s, [s, s])")}`,
      result: "open, or CostExceeded",
      why: "2^60 comparisons",
    },
    {
      text: `${times(30, "g.?e.optMap(x, ")}1${times(30, ").orValue(0)")} == 1`,
      result: "unknown",
      why: "4^30 ways of what may be held",
    },
    { text: "s.matches(unclosed)", result: "CostExceeded", why: "a pattern that is no pattern" },
    { text: "l.map(x, l.map(y, y))", result: "CostExceeded", why: "10^10 elements" },
    { text: "l.map(x, l + l)", result: "CostExceeded", why: "10^10 elements" },
    {
      text: "l.transformMap(i, x, l.transformMap(j, y, y))",
      result: "CostExceeded",
      why: "entries",
    },
    { text: "l.map(x, l)", result: "made", why: "100,000 times the same list" },
  ])("$text is $result: $why", ({ text, result }) => {
    const { value, again, tookMs } = timed(text);
    expect(resultOf(value)).toBe(result);
    expect(tookMs).toBeLessThan(LONGEST_MS);
    // The same cost, and the same place, each time.
    expect(resultOf(again)).toBe(result);
    if (value instanceof CelError) expect(again).toEqual(value);
  });

  it("say where the budget ran out whatever ran before", () => {
    const text = "b ? [1].all(x, x == 1) : l == k";
    const variables = { b: { type: bool }, l: { type: listOf(int) }, k: { type: listOf(int) } };
    const compiled = compileExpression(text, declare(variables));
    if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
    const long = (): CelValue => Array(COST_MAX).fill(0);
    const bindings = { b: false, l: long(), k: long() };
    const run = (b: boolean): CelValue =>
      compiled.program.evaluate({ at: (slot) => [b, bindings.l, bindings.k][slot] ?? null });
    const first = run(false);
    expect(first).toMatchObject({ code: "CostExceeded", offset: 0 });
    expect(run(true)).toBe(true);
    expect(run(false)).toEqual(first);
  });
});

describe("what costs", () => {
  const costs = (text: string, given: World): string => resultOf(evaluate(text, given));

  // Each of these is over budget with one more.
  it.each([
    // `m` and the call are one each, and so is each key.
    { text: "size(m) > 0", of: (n: number) => keys(n), most: COST_MAX - 3, why: "keys" },
    // The names and the macro are one each; each key is one to be told and one round.
    { text: "m.all(k, true)", of: (n: number) => keys(n), most: (COST_MAX - 4) / 2, why: "rounds" },
  ])("$why: $text", ({ text, of, most }) => {
    expect(costs(text, { m: { type: mapOf(int), value: of(most) } })).toBe("true");
    expect(costs(text, { m: { type: mapOf(int), value: of(most + 1) } })).toBe("CostExceeded");
  });
});

function keys(count: number): CelValue {
  const map = new Map<CelValue, CelValue>();
  for (let key = 0; key < count; key++) map.set(key, 0);
  return map;
}
