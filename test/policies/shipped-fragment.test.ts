import { expect, it } from "vitest";
import { atomsOf } from "../../src/policies/enumerable.ts";
import { shippedPolicies } from "../support/shipped-policies.ts";

// Goal: what is shipped can be tried out completely, so that shadowing, exhaustive checks and mutation are decidable.
// Method: each condition says what it reads, or is one of those that may not.

/** They count a list; no rule about a node or a gate does. */
const outside = [
  "flux-blockers/coincident-not-current",
  "node-ownership-fences/fences-held",
  "registry-credential-evidence/hand-off-rejected",
];

it("keeps to the enumerable fragment, but for what is listed", () => {
  const { policies } = shippedPolicies();
  const conditions = policies.flatMap(({ name, rules, variables, whenUnknown }) => [
    ...rules.map((rule) => ({ place: `${name}/${rule.name}`, program: rule.condition })),
    ...variables.map((each) => ({
      place: `${name}/variables.${each.name}`,
      program: each.program,
    })),
    ...whenUnknown.map(({ when }, at) => ({ place: `${name}/whenUnknown.${at}`, program: when })),
  ]);
  const found = conditions.filter(({ program }) => atomsOf(program) === undefined);
  expect(conditions.length).toBeGreaterThan(40);
  expect(found.map(({ place }) => place)).toEqual(outside);
});
