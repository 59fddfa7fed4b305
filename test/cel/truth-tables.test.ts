import { describe, expect, it } from "vitest";
import { CelError, type CelValue } from "../../src/cel/value.ts";
import {
  bool,
  double,
  enumOf,
  evaluate,
  int,
  judge,
  may,
  string,
  unknown,
  type World,
} from "./support.ts";

const error = new CelError("NoSuchKey", "no such key");

/** A bool variable in each state of the tables. */
const states: Readonly<Record<string, (name: string) => CelValue>> = {
  T: () => true,
  F: () => false,
  U: (name) => unknown(name),
  E: () => error,
  TE: (name) => unknown(name, { oneOf: [true], mayBeError: error }),
  FE: (name) => unknown(name, { oneOf: [false], mayBeError: error }),
  TFE: (name) => unknown(name, { mayBeError: error }),
};

function worldOf(entries: Readonly<Record<string, string>>): World {
  return Object.fromEntries(
    Object.entries(entries).map(([name, state]) => [
      name,
      { type: bool, value: states[state]?.(name) ?? null },
    ]),
  );
}

const order = ["T", "F", "U", "E"];
const letters = (state: string): string => state.replace("U", "TF");

// Rows and columns as in the specification: the left operand names the row.
const and = ["T F U E", "F F F F", "U F U FE", "E F FE E"];
const or = ["T T T T", "T F U E", "T U U TE", "T E TE E"];

const cells = [
  { operator: "&&", table: and },
  { operator: "||", table: or },
].flatMap(({ operator, table }) =>
  table.flatMap((row, rowIndex) =>
    row.split(" ").map((result, column) => ({
      operator,
      left: order[rowIndex] ?? "",
      right: order[column] ?? "",
      result,
    })),
  ),
);

describe("truth tables", () => {
  it("have all their cells", () => {
    expect(cells).toHaveLength(32);
  });

  it.each(cells)("$left $operator $right is $result", ({ operator, left, right, result }) => {
    const world = worldOf({ a: left, b: right });
    expect(may(`a ${operator} b`, world)).toBe(letters(result));
  });

  // Larger sets: the table of each pair of members, united. All 7 × 7 of both operators.
  const sets = ["T", "F", "E", "TF", "TE", "FE", "TFE"];
  const pairs = [
    { operator: "&&", table: and },
    { operator: "||", table: or },
  ].flatMap((each) => sets.flatMap((a) => sets.map((b) => ({ ...each, a, b }))));

  /** What the cells for the members of two sets say, united. */
  function unitedOf(table: readonly string[], a: string, b: string): string {
    const rows = [...a].map((each) => table[order.indexOf(each)]?.split(" ") ?? []);
    const found = rows.flatMap((row) =>
      [...b].map((each) => letters(row[order.indexOf(each)] ?? "")),
    );
    return [..."TFE"].filter((each) => found.join("").includes(each)).join("");
  }

  it.each(pairs)("$a $operator $b unites what its members give", ({ operator, table, a, b }) => {
    const expected = unitedOf(table, a, b);
    const world = worldOf({ a: a === "TF" ? "U" : a, b: b === "TF" ? "U" : b });
    expect(may(`a ${operator} b`, world)).toBe(expected);
    // Not only when they stand in a pair: chains and macros join in the same way.
    expect(may(`b ${operator} a`, world)).toBe(expected);
    const macro = operator === "&&" ? "all" : "exists";
    expect(may(`[1, 2].${macro}(x, x == 1 ? a : b)`, world)).toBe(expected);
  });

  it.each([
    { left: "TE", operator: "&&", right: "FE", result: "FE", why: "T with F is F, E with E is E" },
    { left: "TE", operator: "&&", right: "U", result: "TFE", why: "all but T with E" },
    { left: "TE", operator: "&&", right: "F", result: "F", why: "F absorbs an error" },
    { left: "FE", operator: "||", right: "TE", result: "TE", why: "the dual" },
    { left: "TFE", operator: "||", right: "T", result: "T", why: "T absorbs everything" },
    { left: "FE", operator: "&&", right: "E", result: "FE", why: "F with E is F" },
    {
      left: "TE",
      operator: "&&",
      right: "E",
      result: "E",
      why: "certain, though the left is open",
    },
  ])("$left $operator $right is $result: $why", ({ operator, left, right, result }) => {
    expect(may(`a ${operator} b`, worldOf({ a: left, b: right }))).toBe(letters(result));
  });

  it.each([
    ["T", "F"],
    ["F", "T"],
    ["U", "U"],
    ["E", "E"],
    ["TE", "FE"],
    ["FE", "TE"],
  ])("! of %s is %s", (state, result) => {
    expect(may("!a", worldOf({ a: state }))).toBe(letters(result));
  });

  it.each([
    { c: "T", a: "T", b: "F", result: "T", why: "takes a" },
    { c: "F", a: "T", b: "F", result: "F", why: "takes b" },
    { c: "U", a: "T", b: "F", result: "TF", why: "either" },
    { c: "U", a: "T", b: "T", result: "T", why: "the branches agree" },
    { c: "U", a: "E", b: "T", result: "TE", why: "an error in a branch stays possible" },
    { c: "U", a: "E", b: "E", result: "E", why: "an error either way" },
    { c: "E", a: "T", b: "T", result: "E", why: "an error decides" },
    { c: "TFE", a: "T", b: "T", result: "TE", why: "an E in the condition adds E" },
    { c: "TE", a: "F", b: "T", result: "FE", why: "b is never taken" },
  ])("$c ? $a : $b is $result: $why", ({ c, a, b, result }) => {
    expect(may("c ? a : b", worldOf({ c, a, b }))).toBe(result);
  });

  it("agree on values that are no bools, too", () => {
    const world = worldOf({ c: "U" });
    expect(evaluate("c ? 'a' : 'a'", world)).toBe("a");
    expect(may("(c ? 'reboot' : 'restart') in ['reboot', 'restart']", world)).toBe("T");
    expect(may("(c ? [1, 2] : [1, 2]) == [1, 2]", world)).toBe("T");
    expect(may("(c ? 1.5 : 1.5) == 1.5", world)).toBe("T");
  });
});

describe("reasons", () => {
  it.each([
    { text: "a && b", a: "U", b: "U", causes: ["a", "b"], why: "both are open" },
    { text: "b && a", a: "U", b: "U", causes: ["b", "a"], why: "first seen first" },
    { text: "a && b", a: "U", b: "T", causes: ["a"], why: "T has no reason" },
    { text: "a && b", a: "U", b: "F", causes: [], why: "F decides" },
    { text: "a || b", a: "U", b: "T", causes: [], why: "T decides" },
    { text: "a && b", a: "U", b: "E", causes: ["a"], why: "FE waits for a" },
    { text: "(a && b) || a", a: "U", b: "U", causes: ["a", "b"], why: "each once" },
    {
      text: "(a && false) || b",
      a: "U",
      b: "U",
      causes: ["b"],
      why: "an absorbed side loses its own",
    },
    { text: "a ? b : b", a: "U", b: "T", causes: [], why: "the branches agree" },
    { text: "a == a", a: "U", b: "T", causes: [], why: "the same expression" },
    { text: "a == b", a: "U", b: "U", causes: ["a", "b"], why: "strict" },
  ])("of $text with a $a, b $b are $causes: $why", ({ text, a, b, causes }) => {
    expect(judge(text, worldOf({ a, b })).causes.map(({ name }) => name)).toEqual(causes);
  });

  it("are the same objects that came in", () => {
    const value = unknown("a");
    const { causes } = judge("a && b", {
      a: { type: bool, value },
      b: { type: bool, value: true },
    });
    expect(causes[0]).toBe(value.causes[0]);
  });
});

describe("strict operators", () => {
  const world: World = {
    x: { type: int, value: unknown("x") },
    maybe: { type: int, mayBeAbsent: true, value: unknown("maybe") },
    d: { type: double, value: unknown("d") },
    s: { type: string, value: unknown("s") },
    effect: { type: enumOf("none", "restart", "reboot"), value: unknown("effect") },
    bad: { type: enumOf("restart", "reboot"), value: unknown("bad") },
    open: { type: enumOf("a", "b"), mayBeAbsent: true, value: unknown("open") },
    two: { type: int, value: unknown("two", { oneOf: [1, 2] }) },
    size: { type: int, value: unknown("size", { atLeast: 3 }) },
    big: { type: int, value: unknown("big", { oneOf: Array.from({ length: 9 }, (_, i) => i) }) },
  };

  it.each([
    { text: "x == 1", set: "TF", why: "`==` never fails" },
    { text: "x < 3", set: "TF", why: "`<` on ints that are present does not fail" },
    { text: "x + 1 == 2", set: "TFE", why: "`+` on ints may overflow" },
    { text: "x / 2 == 2", set: "TFE", why: "`/` may fail" },
    { text: "x == 1 / 0", set: "E", why: "an operand that is certainly an error" },
    { text: "s.startsWith('a')", set: "TF", why: "cannot fail" },
    { text: "x == x", set: "T", why: "the same expression" },
    { text: "x != x", set: "F", why: "the same expression" },
    { text: "d == d", set: "TF", why: "a double may be NaN" },
    { text: "x + 1 == x + 1", set: "TE", why: "the same expression, which may fail" },
    { text: "bad in ['reboot', 'restart']", set: "T", why: "the whole domain" },
    { text: "effect in ['reboot', 'restart']", set: "TF", why: "a part of the domain" },
    {
      text: "effect == 'none' || effect != 'none'",
      set: "TF",
      why: "operators are judged one by one",
    },
    { text: "open in ['a', 'b']", set: "TF", why: "it may be absent" },
    { text: "open in ['a', 'b', null]", set: "T", why: "null stands for absent" },
    { text: "two < 3", set: "T", why: "1 and 2 are below 3" },
    { text: "two + two <= 4", set: "T", why: "all combinations" },
    { text: "two + two == 5", set: "F", why: "no combination" },
    { text: "10 / two > 4", set: "T", why: "no combination fails" },
    { text: "10 / (two - 1) > 4", set: "TE", why: "one combination fails" },
    { text: "size >= 1", set: "T", why: "at least 3" },
    { text: "size < 3", set: "F", why: "at least 3" },
    { text: "size > 3", set: "TF", why: "3 or more" },
    { text: "size == 2", set: "F", why: "at least 3" },
    { text: "3 <= size", set: "T", why: "on the right as well" },
    { text: "big + two < 100", set: "T", why: "18 combinations" },
    { text: "big + big < 100", set: "TFE", why: "81 combinations are more than 64" },
  ])("$text is $set: $why", ({ text, set }) => {
    expect(may(text, world)).toBe(set);
  });

  it("keep `false || x == 'foo'` unknown", () => {
    expect(may("false || s == 'foo'", world)).toBe("TF");
  });

  it.each([32, 60])("stay linear when %i are nested", (depth) => {
    const text = `${"!(x == 1 && ".repeat(depth / 2 - 1)}x == 2${")".repeat(depth / 2 - 1)}`;
    const startedAt = performance.now();
    expect(may(text, world)).toBe("TF");
    expect(performance.now() - startedAt).toBeLessThan(1000);
  });
});
