import fc from "fast-check";
import type { CelValue } from "../../../src/cel/value.ts";
import type { Policy } from "../../../src/engine/policy.ts";
import { evaluateFirst, type Search } from "../../../src/engine/rules/evaluate-first.ts";
import type { Possibility } from "../../../src/engine/rules/rule-result.ts";
import { program } from "../../cel/laws/conditions.ts";
import { completionsOf, type Gaps, valuesOf, variables } from "../../cel/laws/worlds.ts";
import { outcomes, policyOf, ruleOfProgram } from "./small-policies.ts";

// Policies over everything that expressions can say, errors among it, held against their completions.

export const richPolicies: fc.Arbitrary<Policy> = fc
  .array(fc.tuple(program, fc.constantFrom(...outcomes)), { minLength: 1, maxLength: 3 })
  .map((rules) =>
    policyOf(
      variables.length,
      rules.map(([condition, outcome], at) => ruleOfProgram(`r${at}`, condition, outcome)),
    ),
  );

function search(policy: Policy, values: readonly CelValue[]): Search {
  return evaluateFirst(policy, { valueAt: (slot) => values[slot] ?? null });
}

/** What is to be done, whatever the reason: what `isSameToDo` tells apart among these outcomes. */
function toDo({ outcome }: Possibility): string {
  return outcome === undefined ? "error" : (outcome.blocked ?? `${outcome.obligations}`);
}

/** What breaks cover or soundness; undefined if nothing does. */
export function violationOf(policy: Policy, state: Gaps): string | undefined {
  const partial = search(policy, valuesOf(state));
  const possible = new Set(partial.possible.map(toDo));
  const slots = policy.rules.flatMap(({ condition }) => condition.slots);
  for (const world of completionsOf(state, slots)) {
    const { decided } = search(policy, world);
    const shown = `${policy.rules.map(({ condition }) => condition.text).join(" / ")} on ${JSON.stringify(world)}`;
    if (decided === undefined) return `undecided: ${shown}`;
    if (!possible.has(toDo(decided))) return `not covered: ${shown}`;
    if (partial.decided && toDo(partial.decided) !== toDo(decided)) return `not sound: ${shown}`;
  }
  return undefined;
}
