import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Program } from "../../src/cel/expression.ts";
import type { VariableDeclaration } from "../../src/cel/type.ts";
import type { CelValue } from "../../src/cel/value.ts";
import { compileExpression } from "../../src/cel-library/compile-expression.ts";
import type { Enforcement } from "../../src/engine/policy.ts";
import type { ConditionSpace } from "../../src/policies/condition-fragment.ts";
import {
  findUnreachable,
  type RuleList,
  type UnreachableRule,
} from "../../src/policies/find-unreachable.ts";

const facts: readonly VariableDeclaration[] = [
  {
    name: "load",
    type: { kind: "enum", name: "Load", values: ["same", "changed", "absent"] },
    mayBeAbsent: false,
  },
  { name: "leaving", type: { kind: "bool" }, mayBeAbsent: false },
  { name: "ageDays", type: { kind: "int" }, mayBeAbsent: true },
  { name: "pods", type: { kind: "int" }, mayBeAbsent: false },
  { name: "version", type: { kind: "string" }, mayBeAbsent: false },
  { name: "tags", type: { kind: "list", element: { kind: "string" } }, mayBeAbsent: false },
];
const params: readonly VariableDeclaration[] = [
  { name: "params.fail", type: { kind: "int" }, mayBeAbsent: false },
  { name: "params.warn", type: { kind: "int" }, mayBeAbsent: false },
];

function compile(text: string, declarations: readonly VariableDeclaration[]): Program {
  const compiled = compileExpression(text, declarations);
  if (!compiled.ok) throw new Error(`${text}: ${compiled.problems[0]?.message}`);
  return compiled.program;
}

interface Given {
  readonly mode?: "first" | "all";
  readonly variables?: Readonly<Record<string, string>>;
  readonly required?: readonly string[];
  readonly rules: readonly (string | { readonly audit: string })[];
}

function listOf({ mode = "first", variables = {}, required = [], rules }: Given): RuleList {
  const declarations = [...facts, ...params];
  const programs = Object.entries(variables).map(([name, text]) => {
    const program = compile(text, declarations);
    declarations.push({ name: `variables.${name}`, type: program.type, mayBeAbsent: false });
    return program;
  });
  const space: ConditionSpace = {
    declarations,
    factCount: facts.length,
    params: params.map(() => ({ minimum: 1, maximum: 30 })),
    variables: programs,
  };
  return {
    mode,
    space,
    required: required.map((text) => compile(text, params)),
    rules: rules.map((rule, index) => ({
      name: `r${index}`,
      condition: compile(typeof rule === "string" ? rule : rule.audit, declarations),
      enforcement: ((): Enforcement => (typeof rule === "string" ? "deny" : "audit"))(),
    })),
  };
}

/** `r1 never`, `r2 after r0 r1`. */
function inShort(found: readonly UnreachableRule[]): readonly string[] {
  return found.map(({ place, shadowedBy }) =>
    shadowedBy.length === 0 ? `r${place} never` : `r${place} after ${shadowedBy.join(" ")}`,
  );
}

describe("rules that can never fire", () => {
  it.each<Given & { readonly why: string; readonly found: readonly string[] }>([
    { why: "nothing", rules: ['load == "same"', 'load == "changed"', "leaving"], found: [] },
    { why: "a contradiction", rules: ['load == "same" && load == "changed"'], found: ["r0 never"] },
    {
      why: "a contradiction about what is absent",
      rules: ["ageDays == null && ageDays != null"],
      found: ["r0 never"],
    },
    { why: "false", rules: ["1 == 2", "false"], found: ["r0 never", "r1 never"] },
    { why: "a rule that always holds, which is legal", rules: ["leaving", "1 == 1"], found: [] },
    { why: "what stands below it", rules: ["true", "leaving"], found: ["r1 after r0"] },
    {
      why: "a rule that one above it contains",
      rules: ['load != "same"', 'load == "changed" && leaving'],
      found: ["r1 after r0"],
    },
    {
      why: "a rule that only several above it contain",
      rules: ['load == "same"', "leaving", 'load == "changed" && !leaving', '!(load == "absent")'],
      found: ["r3 after r0 r1 r2"],
    },
    {
      why: "a wider bound above a narrower one",
      rules: ["ageDays != null && ageDays >= 7", "ageDays != null && ageDays >= 14"],
      found: ["r1 after r0"],
    },
    {
      why: "not a narrower bound above a wider one",
      rules: ["ageDays != null && ageDays >= 14", "ageDays != null && ageDays >= 7"],
      found: [],
    },
    {
      why: "params that may be set so that it is reached",
      rules: [
        "ageDays != null && ageDays >= params.warn",
        "ageDays != null && ageDays >= params.fail",
      ],
      found: [],
    },
    {
      why: "params that may not be set so",
      required: ["params.fail >= params.warn"],
      rules: [
        "ageDays != null && ageDays >= params.warn",
        "ageDays != null && ageDays >= params.fail",
      ],
      found: ["r1 after r0"],
    },
    { why: "bounds that no param allows", rules: ["params.fail > 30"], found: ["r0 never"] },
    { why: "bounds that one allows", rules: ["params.fail >= 30", "params.fail < 2"], found: [] },
    {
      why: "a gap between two integers",
      rules: ["pods > 3 && pods < 4"],
      found: ["r0 never"],
    },
    {
      why: "texts, of which there is always another",
      rules: ['version == "a"', 'version == "b"', 'version != "a" && version != "b"', "leaving"],
      found: ["r3 after r0 r1 r2"],
    },
    {
      why: "what variables hide",
      variables: { gone: 'load == "absent"', going: "variables.gone || leaving" },
      rules: ["variables.going", 'load == "absent"', "variables.gone && leaving"],
      found: ["r1 after r0", "r2 after r0"],
    },
    {
      why: "not what stands below a rule that audits",
      rules: [{ audit: "true" }, "leaving", { audit: "leaving && !leaving" }],
      found: ["r2 never"],
    },
    {
      why: "not a rule that audits: it reports by itself",
      rules: ["leaving", { audit: "leaving" }],
      found: [],
    },
    {
      why: "in mode all contradictions only",
      mode: "all",
      rules: ["true", "leaving", "leaving && !leaving"],
      found: ["r2 never"],
    },
    {
      why: "nothing outside of the fragment, nor because of it",
      rules: ["size(tags) >= 1", "size(tags) < 1", "leaving"],
      found: [],
    },
    {
      why: "after what holds whatever is read, of the fragment or not",
      rules: ["size(tags) >= 0", "size(tags) < 1", "leaving"],
      found: ["r1 after r0", "r2 after r0"],
    },
    {
      why: "the same condition once more, of the fragment or not",
      rules: ["size(tags) >= 1", "leaving", "size(tags) >= 1"],
      found: ["r2 after r0"],
    },
    {
      why: "not after a rule that audits, though it always holds",
      rules: [{ audit: "size(tags) >= 0" }, "size(tags) >= 1", { audit: "size(tags) >= 1" }],
      found: [],
    },
    {
      why: "what is inside, beside what is outside",
      rules: ["leaving", "size(tags) > 1", 'leaving && load == "same"'],
      found: ["r2 after r0"],
    },
  ])("are found: $why", ({ found, why: _, ...given }) => {
    expect(inShort(findUnreachable(listOf(given)))).toEqual(found);
  });

  it("are not claimed beyond the budget, and are from the first evaluation on that suffices", () => {
    const list = listOf({ rules: ['load == "same"', "leaving", 'load == "same" && leaving'] });
    let needed = 0;
    while (findUnreachable(list, needed).length === 0) needed++;
    expect(needed).toBeGreaterThan(3);
    expect(findUnreachable(list, needed - 1)).toEqual([]);
    expect(inShort(findUnreachable(list, needed))).toEqual(["r2 after r0"]);
  });
});

// Small policies, judged by trying out every combination.

const atom = fc.oneof(
  fc.constantFrom('load == "same"', 'load in ["same", "absent"]', 'load != "changed"', "leaving"),
  fc.constantFrom("ageDays == null", "(ageDays != null && ageDays < pods)", "pods >= params.warn"),
  fc.constantFrom("params.warn < params.fail", "(ageDays != null && ageDays >= params.fail)"),
  fc
    .tuple(fc.constantFrom("<", "<=", "==", "!=", ">"), fc.integer({ min: 0, max: 4 }))
    .map(([operator, bound]) => `pods ${operator} ${bound}`),
);
const { condition } = fc.letrec<{ condition: string }>((tie) => ({
  condition: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    atom,
    fc.tuple(tie("condition"), tie("condition")).map(([a, b]) => `(${a} && ${b})`),
    fc.tuple(tie("condition"), tie("condition")).map(([a, b]) => `(${a} || ${b})`),
    tie("condition").map((a) => `!(${a})`),
    fc
      .tuple(tie("condition"), tie("condition"), tie("condition"))
      .map(([a, b, c]) => `(${a} ? ${b} : ${c})`),
  ),
}));

const integers = Array.from({ length: 13 }, (_, index) => index - 4);
const boundaries = [1, 2, 3, 4, 5, 6, 29, 30];
const combinations: readonly (readonly CelValue[])[] = ["same", "changed", "absent"].flatMap(
  (load) =>
    [true, false].flatMap((leaving) =>
      [null, ...integers].flatMap((ageDays) =>
        integers.flatMap((pods) =>
          boundaries.flatMap((fail) =>
            boundaries.map((warn) => [load, leaving, ageDays, pods, "", [], fail, warn]),
          ),
        ),
      ),
    ),
);

/** As much as the search through these rules takes to come to an end. */
const WORK_ENOUGH = 100_000_000;

describe("against every combination", () => {
  it("finds the same rules, and names earlier ones that cover them", () => {
    fc.assert(
      fc.property(fc.array(condition, { minLength: 1, maxLength: 4 }), (rules) => {
        const list = listOf({ rules });
        const found = new Map(
          findUnreachable(list, WORK_ENOUGH).map((each) => [each.place, each.shadowedBy]),
        );
        const isReached = rules.map(() => false);
        const holdsAlone = rules.map(() => false);
        for (const values of combinations) {
          const bindings = { at: (slot: number): CelValue => values[slot] ?? null };
          const holds = list.rules.map(({ condition: each }) => each.evaluate(bindings) === true);
          holds.forEach((isTrue, place) => {
            if (!isTrue) return;
            holdsAlone[place] = true;
            if (!holds.slice(0, place).includes(true)) isReached[place] = true;
            const covers = found.get(place);
            if (covers === undefined) return;
            expect(holds.some((each, index) => each && covers.includes(`r${index}`))).toBe(true);
          });
        }
        expect(rules.map((_, place) => !found.has(place))).toEqual(isReached);
        expect(rules.map((_, place) => found.get(place)?.length !== 0)).toEqual(holdsAlone);
      }),
      { numRuns: 60, seed: 3 },
    );
  }, 60_000);
});
