import { describe, expect, it } from "vitest";
import { problemsIn } from "../support/compile-text.ts";

// Goal: what fails whatever is read is told before it runs. Method: one condition or variable of a policy about gates.

function found(condition: string, variable = "gate.declared"): readonly string[] {
  const text = `apiVersion: fleetwarrant.dev/v1alpha1
kind: Policy
metadata: {name: example}
spec:
  subject: gate
  mode: first
  variables:
    - {name: v, expression: '${variable}'}
  rules:
    - name: a
      condition: 'variables.v && ${condition}'
      outcome: {state: inactive, reason: NotDeclared}
  otherwise: {state: invalid, reason: NoRuleApplies}
`;
  return problemsIn({ "a.yaml": text }).map(
    ({ code, message, position }) => `${position?.line}:${position?.column} ${code}: ${message}`,
  );
}

describe("parts that always fail", () => {
  it.each([
    {
      condition: 'gate.activatedOn != null && gate.activatedOn > timestamp("2026-01-01")',
      problem:
        '11:81 EXPRESSION_FAILS: `timestamp("2026-01-01")` always fails: string cannot be read as timestamp',
      why: "a date is no instant",
    },
    {
      condition: 'duration("3d") > duration("1h")',
      problem:
        '11:34 EXPRESSION_FAILS: `duration("3d")` always fails: string cannot be read as duration',
      why: "there is no unit for days",
    },
    {
      condition: "1 / 0 == 1",
      problem: "11:34 EXPRESSION_FAILS: `1 / 0` always fails: division by zero",
      why: "the innermost part, and not also a rule that can never hold",
    },
    {
      condition: 'gate.suppresses.exists(s, {"a": 1}[s + "b"] == {"a": 1}.b)',
      problem: '11:81 EXPRESSION_FAILS: `{"a": 1}.b` always fails: no such key "b"',
      why: "in a loop as well",
    },
    {
      condition: "(gate.declared ? 1 : 1 / 0) == 1",
      problem: "11:55 EXPRESSION_FAILS: `1 / 0` always fails: division by zero",
      why: "whenever that way is taken",
    },
  ])("are told: $why", ({ condition, problem }) => {
    expect(found(condition)).toEqual([problem]);
  });

  it("are told with their parentheses", () => {
    expect(found("(1 + 1) / (1 - 1) == 1")).toEqual([
      "11:35 EXPRESSION_FAILS: `(1 + 1) / (1 - 1)` always fails: division by zero",
    ]);
  });

  it("are told once of a variable, not of all that use it", () => {
    expect(found("variables.v", "1 / 0 == 1")).toEqual([
      "8:30 EXPRESSION_FAILS: `1 / 0` always fails: division by zero",
    ]);
  });

  it("are told in variables, where they stand", () => {
    expect(found("true", 'gate.declared && int("x") == 1')).toEqual([
      '8:47 EXPRESSION_FAILS: `int("x")` always fails: string cannot be read as int',
    ]);
  });

  it.each([
    { condition: "(true || 1 / 0 == 1)", why: "it is never evaluated" },
    {
      condition: 'timestamp(gate.name) > timestamp("2026-01-01T00:00:00Z")',
      why: "it may be right",
    },
    { condition: "1 / gate.suppresses.size() > 0", why: "it depends on what is read" },
    { condition: "[0, 1].exists(x, 1 / x > 0)", why: "it fails in one round only" },
    {
      condition: `[1, 2].exists(i, [${Array(100).fill(1)}].exists(j, [${Array(60).fill(1)}].exists(k, 10 / (i - 1) == j + 9 && k == 1)))`,
      why: "later rounds were not traced",
    },
  ])("are not claimed of what may be right: $why", ({ condition }) => {
    expect(found(condition)).toEqual([]);
  });
});
