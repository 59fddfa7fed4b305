import fc from "fast-check";
import type { Program } from "../../../src/cel/expression.ts";
import type { CelType, VariableDeclaration } from "../../../src/cel/type.ts";
import { type CelValue, Unknown } from "../../../src/cel/value.ts";
import { compileExpression } from "../../../src/cel-library/compile-expression.ts";
import type { FactCause } from "../../../src/engine/facts/fact.ts";
import type { Outcome, Policy, Rule } from "../../../src/engine/policy.ts";
import { evaluateFirst, type Search } from "../../../src/engine/rules/evaluate-first.ts";

// Small random policies over closed facts, some of them hidden, and their completions.

const word: CelType = { kind: "enum", name: "word", values: ["x", "y", "z"] };
export const variables: readonly VariableDeclaration[] = [
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
export const outcomes: readonly Outcome[] = [
  { reason: "Nothing", denies: [], obligations: [] },
  { reason: "Reassert", denies: [], obligations: ["reassert"] },
  { reason: "Reboot", denies: [], obligations: ["reboot"] },
  { reason: "Refused", denies: [], blocked: "refused" },
  { reason: "ReassertToo", denies: [], obligations: ["reassert"] },
];

export const policies: fc.Arbitrary<Policy> = fc
  .array(fc.tuple(conditions, fc.constantFrom(...outcomes)), { minLength: 1, maxLength: 5 })
  .map((rules) =>
    policyOf(
      variables.length,
      rules.map(([condition, outcome], index) => ruleOfText(`r${index}`, condition, outcome)),
    ),
  );

export function policyOf(factCount: number, rules: readonly Rule[]): Policy {
  const none: Outcome = { reason: "Otherwise", denies: [], blocked: "refused" };
  return {
    name: "generated",
    subject: "nodeCredential",
    mode: "first",
    factCount,
    paramNames: [],
    paramValues: [],
    variables: [],
    rules,
    otherwise: ruleOfText("otherwise", "true", none),
    whenUnknown: [],
    digest: "",
  };
}

function ruleOfText(name: string, text: string, outcome: Outcome): Rule {
  const compiled = compileExpression(text, variables, { expects: { kind: "bool" } });
  if (!compiled.ok) throw new Error(`${text}: ${compiled.problems[0]?.message}`);
  return ruleOfProgram(name, compiled.program, outcome);
}

export function ruleOfProgram(name: string, condition: Program, outcome: Outcome): Rule {
  return {
    name,
    condition,
    outcome,
    message: undefined,
    remediation: undefined,
    severity: "info",
    enforcement: "deny",
    positionOf: () => ({ file: "generated", line: 1, column: 1 }),
  };
}

export const states = fc.tuple(...domains.map((domain) => fc.constantFrom(...domain)));
export const hidings = fc.tuple(fc.boolean(), fc.boolean(), fc.boolean());

export function hide(state: readonly CelValue[], hidden: readonly boolean[]): readonly CelValue[] {
  return state.map((value, slot) =>
    hidden[slot]
      ? new Unknown([causeOf(slot)], { present: true, oneOf: domains[slot] ?? [] })
      : value,
  );
}

function causeOf(slot: number): FactCause {
  return { name: variables[slot]?.name ?? "", reasons: [] };
}

export function search(policy: Policy, state: readonly CelValue[]): Search {
  return evaluateFirst(policy, { valueAt: (slot) => state[slot] ?? null });
}

export function completionsOf(
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

export function outcomeOf(found: Search): Outcome {
  if (found.decided?.outcome === undefined) throw new Error("a completion is always decided");
  return found.decided.outcome;
}
