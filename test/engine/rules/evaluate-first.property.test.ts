import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CelType, VariableDeclaration } from "../../../src/cel/type.ts";
import { type CelValue, Unknown } from "../../../src/cel/value.ts";
import { compileExpression } from "../../../src/cel-library/compile-expression.ts";
import type { FactCause } from "../../../src/engine/facts/fact.ts";
import type { Outcome, Policy, Rule } from "../../../src/engine/policy.ts";
import {
  evaluateFirst,
  isDisruptive,
  type Search,
} from "../../../src/engine/rules/evaluate-first.ts";
import { isSameToDo } from "../../../src/engine/rules/same-to-do.ts";

// Goal: the laws of unknowns §0 for whole policies. Method: small random policies over closed facts; some
// facts hidden; the partial result is held against plain first match on every completion.

const runs = Number(process.env.POLICY_RUNS ?? 3000);

const word: CelType = { kind: "enum", name: "word", values: ["x", "y", "z"] };
const variables: readonly VariableDeclaration[] = [
  { name: "a", type: word, mayBeAbsent: false },
  { name: "b", type: { kind: "bool" }, mayBeAbsent: false },
  { name: "c", type: word, mayBeAbsent: false },
];
const domains: readonly (readonly CelValue[])[] = [
  ["x", "y", "z"],
  [true, false],
  ["x", "y", "z"],
];

const atoms = fc.constantFrom(
  "a == 'x'",
  "a != 'y'",
  "a in ['x', 'z']",
  "b",
  "!b",
  "c == 'z'",
  "c != a",
  "b ? a == 'x' : c == 'y'",
  "true",
  "false",
);
const conditions = fc.oneof(
  atoms,
  fc
    .tuple(atoms, atoms, fc.constantFrom("&&", "||"))
    .map(([left, right, op]) => `(${left}) ${op} !(${right})`),
);
const outcomes: readonly Outcome[] = [
  { reason: "Nothing", denies: [], obligations: [] },
  { reason: "Reassert", denies: [], obligations: ["reassert"] },
  { reason: "Reboot", denies: [], obligations: ["reboot"] },
  { reason: "Refused", denies: [], blocked: "refused" },
  { reason: "ReassertToo", denies: [], obligations: ["reassert"] },
];

const policies: fc.Arbitrary<Policy> = fc
  .array(fc.tuple(conditions, fc.constantFrom(...outcomes)), { minLength: 1, maxLength: 5 })
  .map((rules) => ({
    name: "generated",
    subject: "nodeCredential",
    mode: "first",
    factCount: variables.length,
    paramNames: [],
    paramValues: [],
    variables: [],
    rules: rules.map(([condition, outcome], index) => ruleOf(`r${index}`, condition, outcome)),
    otherwise: ruleOf("otherwise", "true", { reason: "Otherwise", denies: [], blocked: "refused" }),
    whenUnknown: [],
    digest: "",
  }));

function ruleOf(name: string, text: string, outcome: Outcome): Rule {
  const compiled = compileExpression(text, variables, { expects: { kind: "bool" } });
  if (!compiled.ok) throw new Error(`${text}: ${compiled.problems[0]?.message}`);
  return {
    name,
    condition: compiled.program,
    outcome,
    message: undefined,
    remediation: undefined,
    severity: "info",
    enforcement: "deny",
    positionOf: () => ({ file: "generated", line: 1, column: 1 }),
  };
}

const states = fc.tuple(...domains.map((domain) => fc.constantFrom(...domain)));
const hidings = fc.tuple(fc.boolean(), fc.boolean(), fc.boolean());

function hide(state: readonly CelValue[], hidden: readonly boolean[]): readonly CelValue[] {
  return state.map((value, slot) =>
    hidden[slot]
      ? new Unknown([causeOf(slot)], { present: true, oneOf: domains[slot] ?? [] })
      : value,
  );
}

function causeOf(slot: number): FactCause {
  return { name: variables[slot]?.name ?? "", reasons: [] };
}

function search(policy: Policy, state: readonly CelValue[]): Search {
  return evaluateFirst(policy, { valueAt: (slot) => state[slot] ?? null });
}

function completionsOf(
  state: readonly CelValue[],
  hidden: readonly boolean[],
): readonly (readonly CelValue[])[] {
  let all: readonly (readonly CelValue[])[] = [state];
  for (const [slot, isHidden] of hidden.entries()) {
    if (!isHidden) continue;
    all = all.flatMap((each) =>
      (domains[slot] ?? []).map((value) => each.map((old, at) => (at === slot ? value : old))),
    );
  }
  return all;
}

function outcomeOf(found: Search): Outcome {
  if (found.decided?.outcome === undefined) throw new Error("a completion is always decided");
  return found.decided.outcome;
}

describe("evaluateFirst", () => {
  it("covers what any completion gives, and decides only what every completion gives", () => {
    let open = 0;
    let decidedThoughHidden = 0;
    fc.assert(
      fc.property(policies, states, hidings, (policy, state, hidden) => {
        const partial = search(policy, hide(state, hidden));
        const whole = completionsOf(state, hidden).map((each) => outcomeOf(search(policy, each)));
        for (const outcome of whole) {
          expect(
            partial.possible.some(
              (way) => way.outcome !== undefined && isSameToDo(way.outcome, outcome),
            ),
          ).toBe(true);
        }
        const { decided } = partial;
        if (decided?.outcome !== undefined) {
          const { outcome } = decided;
          expect(whole.every((other) => isSameToDo(other, outcome))).toBe(true);
          if (partial.missing.length > 0) decidedThoughHidden += 1;
        } else open += 1;
      }),
      { numRuns: runs },
    );
    // Both kinds must have come up, or nothing was shown.
    expect(open).toBeGreaterThan(runs / 30);
    expect(decidedThoughHidden).toBeGreaterThan(runs / 150);
  });

  it("only narrows by learning: what was impossible stays so, and what was decided stays the same", () => {
    fc.assert(
      fc.property(
        policies,
        states,
        hidings,
        fc.nat({ max: 2 }),
        (policy, state, hidden, learned) => {
          const before = search(policy, hide(state, hidden));
          const after = search(
            policy,
            hide(
              state,
              hidden.map((each, slot) => each && slot !== learned),
            ),
          );
          for (const way of after.possible) {
            expect(before.possible.some(({ rule }) => rule.name === way.rule.name)).toBe(true);
          }
          if (before.decided?.outcome === undefined) return;
          expect(after.decided?.outcome).toBeDefined();
          expect(isSameToDo(before.decided.outcome, outcomeOf(after))).toBe(true);
        },
      ),
      { numRuns: runs },
    );
  });

  it("blames only what matters: learning anything else changes nothing", () => {
    fc.assert(
      fc.property(policies, states, hidings, (policy, state, hidden) => {
        const before = search(policy, hide(state, hidden));
        const blamed = new Set(before.missing.map(({ name }) => name));
        const needless = hidden.map(
          (each, slot) => each && blamed.has(variables[slot]?.name ?? ""),
        );
        const after = search(policy, hide(state, needless));
        expect(after.possible.map(({ rule }) => rule.name)).toEqual(
          before.possible.map(({ rule }) => rule.name),
        );
      }),
      { numRuns: runs },
    );
  });

  it("never decides a reboot by an otherwise or by rules that each may not hold", () => {
    fc.assert(
      fc.property(policies, states, hidings, (policy, state, hidden) => {
        const { decided } = search(policy, hide(state, hidden));
        if (decided?.outcome === undefined || !isDisruptive(decided.outcome)) return;
        const condition = decided.rule.condition.evaluate({
          at: (slot) => hide(state, hidden)[slot] ?? null,
        });
        expect(condition).toBe(true);
      }),
      { numRuns: runs },
    );
  });
});
