import { describe, expect, it } from "vitest";
import type { Program, Trace } from "../../src/cel/expression.ts";
import { COST_MAX, TRACE_STEPS_MAX } from "../../src/cel/limits.ts";
import type { CelValue } from "../../src/cel/value.ts";
import { compileExpression } from "../../src/cel-library/compile-expression.ts";
import { formatValue } from "../../src/messages/format.ts";
import {
  bind,
  bool,
  declare,
  dyn,
  int,
  listOf,
  mapOf,
  string,
  unknown,
  type World,
} from "./support.ts";

const numbers = (count: number): CelValue => Array.from({ length: count }, (_, index) => index);
const world: World = {
  yes: { type: bool, value: true },
  no: { type: bool, value: false },
  x: { type: int, value: 3 },
  l: { type: listOf(int), value: [1, 2] },
  m: { type: mapOf(dyn), value: { a: { b: 7 } } },
  w: { type: string, value: "word" },
  q: { type: int, mayBeAbsent: true, value: unknown("q") },
  c: { type: bool, value: unknown("c") },
};
const names = Object.keys(world);

function compiled(text: string, given: World = world): Program {
  const result = compileExpression(text, declare(given));
  if (!result.ok) throw new Error(`${text}: ${JSON.stringify(result.problems)}`);
  return result.program;
}

function traced(text: string, given: World = world): Trace {
  return compiled(text, given).trace(bind(given));
}

/** Each step as `text = value`, in the order in which they ended. */
function stepsOf(text: string): string[] {
  return traced(text).steps.map(
    ({ offset, end, value }) => `${text.slice(offset, end)} = ${formatValue(value)}`,
  );
}

/** Slots of the variables that were read, each once, in the order of their first reading. */
const slotsIn = ({ steps }: Trace): ReadonlySet<number> =>
  new Set(steps.flatMap(({ slot }) => slot ?? []));

const readIn = (text: string): string[] =>
  [...slotsIn(traced(text))].map((slot) => names[slot] ?? "");

describe("a trace", () => {
  it.each([
    {
      text: "x + 1 < 5",
      steps: ["x = 3", "1 = 1", "x + 1 = 4", "5 = 5", "x + 1 < 5 = true"],
      read: ["x"],
      why: "parts end before the whole",
    },
    {
      text: "no && x == 3",
      steps: ["no = false", "no && x == 3 = false"],
      read: ["no"],
      why: "the right side of `false &&` is not evaluated",
    },
    {
      text: "yes || x == 3",
      steps: ["yes = true", "yes || x == 3 = true"],
      read: ["yes"],
      why: "nor that of `true ||`",
    },
    {
      text: "c && no",
      steps: ["c = unknown (c)", "no = false", "c && no = false"],
      read: ["c", "no"],
      why: "what is not known decides nothing",
    },
    {
      text: "yes ? x : 1 / 0",
      steps: ["yes = true", "x = 3", "yes ? x : 1 / 0 = 3"],
      read: ["yes", "x"],
      why: "one branch",
    },
    {
      text: "c ? x : 0",
      steps: ["c = unknown (c)", "x = 3", "0 = 0", "c ? x : 0 = unknown (c)"],
      read: ["c", "x"],
      why: "both ways are followed",
    },
    {
      text: "l.exists(e, e == x)",
      steps: [
        "l = [1, 2]",
        "e = 1",
        "x = 3",
        "e == x = false",
        "e = 2",
        "x = 3",
        "e == x = false",
        "l.exists(e, e == x) = false",
      ],
      read: ["l", "x"],
      why: "one step a round",
    },
    {
      text: "l.exists(e, e == 1)",
      steps: ["l = [1, 2]", "e = 1", "1 = 1", "e == 1 = true", "l.exists(e, e == 1) = true"],
      read: ["l"],
      why: "a loop that ends early",
    },
    {
      text: "m.a.b == 7",
      steps: ['m = {"a": {"b": 7}}', 'm.a = {"b": 7}', "m.a.b = 7", "7 = 7", "m.a.b == 7 = true"],
      read: ["m"],
      why: "each name of a path",
    },
    {
      text: "(m.?a.hasValue() ? 1 : 2) == m.?z.orValue(x)",
      steps: expect.arrayContaining(["m.?a.hasValue() = true", "m.?z.orValue(x) = 3"]),
      read: ["m", "x"],
      why: "the argument is needed where there is no value",
    },
    {
      text: "1 + 2 == x",
      steps: ["1 + 2 = 3", "x = 3", "1 + 2 == x = true"],
      read: ["x"],
      why: "constants are worked out beforehand",
    },
    {
      text: "w == 'word'",
      steps: ['w = "word"', "w == 'word' = true"],
      read: ["w"],
      why: "a constant text on the right is no step",
    },
    {
      text: "x / 0 == 1",
      steps: [
        "x = 3",
        "0 = 0",
        "x / 0 = error (division by zero)",
        "1 = 1",
        "x / 0 == 1 = error (division by zero)",
      ],
      read: ["x"],
      why: "an error is what a part gives",
    },
    { text: "true", steps: ["true = true"], read: [], why: "a lone constant" },
  ])("of $text: $why", ({ text, steps, read }) => {
    expect(stepsOf(text)).toEqual(steps);
    expect(readIn(text)).toEqual(read);
  });

  it("does not read the argument of orValue beside a value", () => {
    expect(readIn("m.?a.orValue(x) == 1")).toEqual(["m"]);
  });

  it.each([
    "x + 1",
    "q == null",
    "q != null && q < 3",
    "c ? 1 / 0 : 2",
    "m.b",
    "m.a.b.c",
    "l.map(e, 1 / (e - 1))",
    "m.?z.orValue(m.?a)",
    "l.transformMap(i, e, i + e)",
    "[?m.?a, 1]",
  ])("gives what evaluate gives: %s", (text) => {
    const program = compiled(text);
    const value = program.evaluate(bind(world));
    expect(program.trace(bind(world)).value).toEqual(value);
    // The first trace compiles once more; that changes neither.
    expect(program.trace(bind(world)).value).toEqual(value);
    expect(program.evaluate(bind(world))).toEqual(value);
  });

  it("gives what evaluate gives over budget, at the same place", () => {
    const given = { l: { type: listOf(int), value: numbers(COST_MAX - 3) } };
    for (const text of ["l.all(x, true)", "l.all(x, x == x)", "1 > 0 && l.all(x, l != [x])"]) {
      const program = compiled(text, given);
      const value = program.evaluate(bind(given));
      expect(program.trace(bind(given)).value).toEqual(value);
      if (text !== "l.all(x, true)") expect(value).toMatchObject({ code: "CostExceeded" });
    }
  });

  it("counts the weight of the expression: one more round is too much", () => {
    const given = { l: { type: listOf(int), value: numbers(COST_MAX - 2) } };
    expect(traced("l.all(x, true)", given).value).toMatchObject({ code: "CostExceeded" });
  });

  it("gives what evaluate gives where types are left to the evaluation", () => {
    const result = compileExpression("1 + 'a' == 2 || [1].exists(x, x.f)", [], { isDynamic: true });
    if (!result.ok) throw new Error("dynamic expressions have no mistakes in types");
    const { evaluate, trace } = result.program;
    expect(trace(bind({})).value).toEqual(evaluate(bind({})));
    expect(evaluate(bind({}))).toMatchObject({ code: "NoSuchOverload" });
  });

  it("is cut at its limit", () => {
    // The list and the whole are one step each; so is each round's constant.
    const at = (rounds: number): Trace =>
      traced("l.all(e, true)", { l: { type: listOf(int), value: numbers(rounds) } });
    const most = at(TRACE_STEPS_MAX - 2);
    expect(most.steps).toHaveLength(TRACE_STEPS_MAX);
    expect(most.isCut).toBe(false);
    const beyond = at(TRACE_STEPS_MAX - 1);
    expect(beyond.steps).toHaveLength(TRACE_STEPS_MAX);
    expect(beyond.isCut).toBe(true);
    expect(beyond.value).toBe(true);
  });

  it("starts anew each time", () => {
    const program = compiled("x == 3 || no");
    const first = program.trace(bind(world));
    const second = program.trace(bind({ ...world, x: { type: int, value: 4 } }));
    expect(first.steps).toHaveLength(4);
    expect(second.steps).toHaveLength(5);
    expect(first.steps.at(-1)?.value).toBe(true);
    expect(second.value).toBe(false);
    expect([...slotsIn(second)].map((slot) => names[slot])).toEqual(["x", "no"]);
  });
});
