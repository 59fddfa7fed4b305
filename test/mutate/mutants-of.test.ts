import { describe, expect, it } from "vitest";
import type { Mutant } from "../../src/mutate/mutant.ts";
import { mutantsOf } from "../../src/mutate/mutants-of.ts";
import { compilePolicySet } from "../../src/policies/compile-policy-set.ts";
import { documentsOf } from "../policy-tests/support.ts";

// Goal: each kind of mistake is made at each place where it can be made, once, and nowhere else.

function mutants(spec: string): readonly Mutant[] {
  const text = `apiVersion: fleetwarrant.dev/v1alpha1\nkind: Policy\nmetadata: { name: p }\nspec:\n${spec.trim().replace(/^/gm, "  ")}\n`;
  const documents = documentsOf(text, "p.yaml");
  const compiled = compilePolicySet(documents, [], { lints: false });
  const [document] = documents;
  if (document === undefined || !compiled.ok) throw new Error(JSON.stringify(compiled));
  const [policy] = compiled.value.policies;
  if (policy === undefined) throw new Error("there is no policy");
  return mutantsOf(document, policy);
}

function gate(condition: string): string {
  return `subject: gate\nmode: all\nrules:\n  - name: a\n    condition: ${JSON.stringify(condition)}\n    outcome: { reason: NotDeclared }`;
}

function afterOf(spec: string, kind: Mutant["kind"]): readonly string[] {
  return mutants(spec).flatMap((each) =>
    each.kind === kind ? [each.after.replace("condition: ", "")] : [],
  );
}

const first = `
subject: gate
mode: first
params: { type: object, properties: { days: { type: integer, minimum: 1, default: 3 } } }
rules:
  - { name: a, condition: gate.declared, outcome: { state: active, reason: NotDeclared, denies: [deploy, heal] } }
  - { name: b, condition: gate.ageDays != null && gate.ageDays > params.days, outcome: { state: expired, reason: FailAgeReached } }
  - { name: c, condition: gate.declared, outcome: { state: active, reason: WithinWindow }, enforcement: warn }
otherwise: { state: invalid, reason: NoRuleApplies, denies: [deploy] }
`;

describe("mutants of a condition", () => {
  it.each([
    ["a lone condition is negated", "gate.declared", "negate", ["!(gate.declared)"]],
    ["a negated one loses its sign", "!gate.declared", "negate", ["gate.declared"]],
    ["the first operand goes", "1 < 2 && gate.declared", "drop", ["1 < 2", "gate.declared"]],
    [
      "an operand goes with its own parentheses, and no others",
      "(gate.declared || (1 < 2)) && true",
      "drop",
      ["(gate.declared || (1 < 2))", "true", "((1 < 2)) && true", "(gate.declared) && true"],
    ],
    ["a lone condition has nothing to drop", "gate.declared", "drop", []],
    ["each order has its neighbour", "1 < 2", "compare", ["1 <= 2"]],
    ["a wide order is made strict", "1 >= 2", "compare", ["1 > 2"]],
    ["equality is turned round", "1 == 2", "compare", ["1 != 2"]],
    ["`in` has no neighbour", "1 in [1]", "compare", []],
    ["an operator in a comment is none", "1 // <\n < 2", "compare", ["1 // < <= 2"]],
    [
      "an integer is one more and one less",
      "size('a') > 0",
      "bound",
      ["size('a') > 1", "size('a') > -1"],
    ],
    ["a double is no integer", "1.5 < 2.5", "bound", []],
    ["a digit in a text is no integer", "'1' == '1'", "bound", []],
  ] as const)("%s", (_why, condition, kind, after) => {
    expect([...afterOf(gate(condition), kind)].sort()).toEqual([...after].sort());
  });
});

describe("mutants of a policy", () => {
  it.each([
    ["delete", ["a", "b", "c"]],
    ["order", ["a", "b"]],
    // Each asks for something else than the next; `otherwise` comes last and takes the first.
    ["outcome", ["a", "b", "c", "otherwise"]],
    ["denies", ["a", "a", "otherwise"]],
    ["enforcement", ["c"]],
    ["bound", ["days", "days"]],
  ] as const)("%s stands at each place", (kind, parts) => {
    const found = mutants(first).filter((each) => each.kind === kind);
    expect(found.map(({ part }) => part.name)).toEqual(parts);
  });

  it("have ids of their own, and places of the policy as it is", () => {
    const all = mutants(first);
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    const swap = all.find(({ id }) => id === "p/a/order/1");
    expect(swap?.position).toMatchObject({ file: "p.yaml", line: 9 });
    // What moved is told where it stood.
    expect(swap?.document.positionAt(["spec", "rules", "0", "name"]).line).toBe(10);
  });

  it("does not swap a rule that only reports", () => {
    const text = first.replace("enforcement: warn", "enforcement: audit");
    const swapped = mutants(text).filter(({ kind }) => kind === "order");
    expect(swapped.map(({ part }) => part.name)).toEqual(["a"]);
  });
});
