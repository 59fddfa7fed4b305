import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Program } from "../../src/cel/expression.ts";
import type { CelType, VariableDeclaration } from "../../src/cel/type.ts";
import {
  type CelValue,
  PartialList,
  PartialMap,
  Unknown,
  type UnknownCause,
} from "../../src/cel/value.ts";
import { compileExpression } from "../../src/cel-library/compile-expression.ts";
import { type Condition, evaluateCondition } from "../../src/engine/rules/condition.ts";
import { bool, enumOf, int, lettersOf, listOf, mapOf } from "./support.ts";

// The laws of unknowns.md: a condition is judged with gaps, and on every world that the gaps allow.

const structOfF: CelType = {
  kind: "struct",
  name: "S",
  fields: { f: { type: int, mayBeAbsent: true } },
};
const variables: readonly VariableDeclaration[] = [
  { name: "b", type: bool, mayBeAbsent: false },
  { name: "e", type: enumOf("a", "b", "c"), mayBeAbsent: true },
  { name: "n", type: int, mayBeAbsent: false },
  { name: "m", type: int, mayBeAbsent: true },
  { name: "s", type: structOfF, mayBeAbsent: false },
  { name: "r", type: mapOf(int), mayBeAbsent: false },
  { name: "l", type: listOf(int), mayBeAbsent: false },
];
const listSlot = variables.length - 1;
const causes: readonly UnknownCause[] = variables.map(({ name }) => ({ name }));

const constant = fc.integer({ min: 0, max: 2 }).map(String);
const comparison = fc.constantFrom("==", "!=", "<", ">=");
const text = (parts: TemplateStringsArray, ...holes: fc.Arbitrary<string>[]) =>
  fc.tuple(...holes).map((values) => String.raw({ raw: parts }, ...values));

const { condition } = fc.letrec<{ condition: string; number: string }>((tie) => ({
  number: fc.oneof(
    { maxDepth: 2 },
    fc.constantFrom("n", "m", "size(l)"),
    constant,
    text`(${tie("number")} + ${tie("number")})`,
    text`(2 / ${tie("number")})`,
    text`(${tie("condition")} ? ${tie("number")} : ${tie("number")})`,
    text`l[${constant}]`,
    text`size(l.filter(x, x ${comparison} ${tie("number")}))`,
  ),
  condition: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom("b", "e == 'a'", "e != 'b'", "e in ['a', 'b']", "e in ['a', 'b', 'c']"),
    fc.constantFrom("has(s.f)", "s.f == 1", "s.f == null", "has(s.f) && s.f < 1", "has(r.k)"),
    fc.constantFrom("r.k == 1", "'k' in r", "'k' in r && r.k < 1", "!has(r.k) || r.k >= n"),
    fc.constantFrom("e == null", "m != null", "e == e", "b == b", "!b", "n in l", "m in l"),
    text`(${tie("number")} ${comparison} ${tie("number")})`,
    text`!(${tie("condition")})`,
    text`(${tie("condition")} && ${tie("condition")})`,
    text`(${tie("condition")} || ${tie("condition")} || ${tie("condition")})`,
    text`(${tie("condition")} && ${tie("condition")} && b && ${tie("condition")})`,
    text`(${tie("condition")} ? ${tie("condition")} : ${tie("condition")})`,
    text`((${tie("condition")}) == (${tie("condition")}))`,
    text`l.exists(x, x ${comparison} ${tie("number")} || ${tie("condition")})`,
    text`l.all(x, x ${comparison} ${tie("number")} && ${tie("condition")})`,
    text`l.exists_one(x, x ${comparison} ${tie("number")})`,
    text`l.map(x, x ${comparison} ${tie("number")}, x / ${tie("number")}).exists(y, y == 1)`,
  ),
}));

/** What may be missing of a variable: its possible values, and for the list how it may be incomplete. */
interface Gaps {
  readonly scalars: readonly (readonly CelValue[])[];
  readonly items: readonly { readonly values: readonly number[]; readonly isMaybe: boolean }[];
  readonly isOpen: boolean;
}

const domains: readonly (readonly CelValue[])[] = [
  [true, false],
  ["a", "b", "c", null],
  [0, 1, 2],
  [0, 1, null],
  [{ f: 0 }, { f: 1 }, {}],
  [{ k: 0 }, { k: 1 }, {}],
];
const someOf = <T>(values: readonly T[]) =>
  fc.subarray([...values], { minLength: 1 }).map((some): readonly T[] => some);

const gaps: fc.Arbitrary<Gaps> = fc.record({
  scalars: fc.tuple(...domains.map((values) => someOf(values))),
  items: fc.array(fc.record({ values: someOf([0, 1, 2]), isMaybe: fc.boolean() }), {
    maxLength: 2,
  }),
  isOpen: fc.boolean(),
});

function unknownOf(slot: number, possible: readonly CelValue[]): CelValue {
  const [only = null] = possible;
  if (possible.length === 1) return only;
  const from = causes[slot] ?? { name: "" };
  if (variables[slot]?.name === "r") return new PartialMap({}, [from]);
  if (variables[slot]?.name === "s" && possible.length === 2) {
    const present = !possible.some((value) => JSON.stringify(value) === "{}");
    return { f: new Unknown([from], { present }) };
  }
  // A whole domain is not said: the declared type says it, or it is any int.
  if (possible.length === domains[slot]?.length) return new Unknown([from]);
  return new Unknown([from], { oneOf: possible });
}

function valuesOf({ scalars, items, isOpen }: Gaps): CelValue[] {
  const maybe = items.flatMap(({ isMaybe }, index) => (isMaybe ? [index] : []));
  const seen = items.map(({ values }) => unknownOf(listSlot, values));
  const isWhole = maybe.length === 0 && !isOpen;
  const list = isWhole
    ? seen
    : new PartialList(seen, {
        open: isOpen,
        causes: causes.slice(listSlot),
        maybe: new Set(maybe),
      });
  return [...scalars.map((possible, slot) => unknownOf(slot, possible)), list];
}

/** Lists that a list with gaps may be; further elements of an open one stand at its start and end. */
function completeLists({ items, isOpen }: Gaps): CelValue[][] {
  let lists: CelValue[][] = [[]];
  for (const { values, isMaybe } of items) {
    lists = lists.flatMap((list) => [
      ...values.map((value) => [...list, value]),
      ...(isMaybe ? [list] : []),
    ]);
  }
  if (!isOpen) return lists;
  return lists.flatMap((list) => [list, [0, ...list], [...list, 1], [2, ...list, 2, 0]]);
}

function completionsOf(state: Gaps): CelValue[][] {
  let worlds: CelValue[][] = [[]];
  for (const possible of [...state.scalars, completeLists(state)]) {
    worlds = worlds.flatMap((world) => possible.map((value) => [...world, value]));
  }
  return worlds;
}

function judge(compiled: Program, values: readonly CelValue[]): Condition {
  return evaluateCondition(compiled, { at: (slot) => values[slot] ?? null });
}

/** Compiles; where `m` is read unguarded, it guards the whole. */
function compileGuarded(source: string): Program {
  const compiled = compileExpression(source, variables);
  if (compiled.ok) return compiled.program;
  const guarded = compileExpression(`m != null && ${source}`, variables);
  if (!guarded.ok) throw new Error(`${source}: ${JSON.stringify(guarded.problems)}`);
  return guarded.program;
}

const program = condition.map(compileGuarded);

/** Ways to learn one thing: a variable, or an element, or that an element is there, or the rest. */
function refinementsOf(state: Gaps): Gaps[] {
  const { scalars, items, isOpen } = state;
  const fewer = <T>(values: readonly T[]): (readonly T[])[] =>
    values.length === 1 ? [] : [...values.map((value) => [value]), values.slice(1)];
  return [
    ...scalars.flatMap((values, slot) =>
      fewer(values).map((less) => ({ ...state, scalars: scalars.with(slot, less) })),
    ),
    ...items.flatMap((item, index) =>
      [
        ...fewer(item.values).map((values) => ({ ...item, values })),
        ...(item.isMaybe ? [{ ...item, isMaybe: false }] : []),
      ].map((learnt) => ({ ...state, items: items.with(index, learnt) })),
    ),
    ...items.flatMap((item, index) =>
      item.isMaybe ? [{ ...state, items: items.toSpliced(index, 1) }] : [],
    ),
    ...(isOpen ? [{ ...state, isOpen: false }] : []),
  ];
}

const runs = { numRuns: Number(process.env.PROPERTY_RUNS ?? 200) };
const timeoutMs = 300_000;

describe("conditions with gaps", () => {
  it(
    "cover every completion, and are decided only as all of them are",
    () => {
      fc.assert(
        fc.property(program, gaps, (compiled, state) => {
          const { may } = judge(compiled, valuesOf(state));
          for (const world of completionsOf(state)) {
            const plain = judge(compiled, world).may;
            const shown = `${compiled.text} on ${JSON.stringify(world)}`;
            expect(lettersOf(plain), shown).toMatch(/^[TFE]$/);
            if ((may & plain) === 0) expect(lettersOf(may), shown).toContain(lettersOf(plain));
          }
        }),
        runs,
      );
    },
    timeoutMs,
  );

  it(
    "only shrink by learning, in results and in causes",
    () => {
      fc.assert(
        fc.property(program, gaps, (compiled, state) => {
          const before = judge(compiled, valuesOf(state));
          for (const learnt of refinementsOf(state)) {
            const after = judge(compiled, valuesOf(learnt));
            const shown = `${compiled.text} with ${JSON.stringify(learnt)}`;
            expect(lettersOf(after.may & ~before.may), shown).toBe("");
            expect(
              after.causes.filter((each) => !before.causes.includes(each)),
              shown,
            ).toEqual([]);
          }
        }),
        runs,
      );
    },
    timeoutMs,
  );

  it(
    "do not change by learning what they do not blame",
    () => {
      fc.assert(
        fc.property(program, gaps, (compiled, state) => {
          const before = judge(compiled, valuesOf(state));
          for (const [slot, values] of state.scalars.entries()) {
            const from = causes[slot];
            if (values.length === 1 || from === undefined || before.causes.includes(from)) continue;
            for (const value of values) {
              const learnt = { ...state, scalars: state.scalars.with(slot, [value]) };
              const after = judge(compiled, valuesOf(learnt));
              expect(lettersOf(after.may), `${compiled.text} with ${JSON.stringify(learnt)}`).toBe(
                lettersOf(before.may),
              );
            }
          }
        }),
        runs,
      );
    },
    timeoutMs,
  );

  it("are often undecided, and often decided in spite of gaps", () => {
    const counts = { open: 0, decided: 0 };
    fc.assert(
      fc.property(program, gaps, (compiled, state) => {
        const values = valuesOf(state);
        const hasGap = compiled.slots.some((slot) => typeof values[slot] === "object");
        const { may } = judge(compiled, values);
        if ((may & (may - 1)) !== 0) counts.open++;
        else if (hasGap) counts.decided++;
      }),
      { numRuns: 500, seed: 1 },
    );
    expect(counts.open).toBeGreaterThan(100);
    expect(counts.decided).toBeGreaterThan(50);
  });
});
