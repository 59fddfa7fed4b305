import { describe, expect, it } from "vitest";
import { inShort, problemsIn } from "../support/compile-text.ts";

const gate = `apiVersion: fleetwarrant.dev/v1alpha1
kind: Polcy
metadata: {name: gates}
spec:
  subject: gat
  mode: first
  params:
    type: object
    properties:
      days: {type: integer, minimum: 1, default: 7}
  rules:
    - name: off
      conditon: "!gate.declred"
      outcome: {state: inactiv, reason: NotDeclard}
    - name: old
      condition: >-
        gate.ageDays != null &&
        gate.ageDays >= params.dayz
      outcome: {state: expired, reason: FailAgeReached, denies: [deplyo]}
      severity: hihg
  otherwise: {state: invalid, reason: NoRuleApplies}
`;
const step = `apiVersion: fleetwarrant.dev/v1alpha1
kind: Policy
metadata: {name: steps}
spec:
  subject: step
  mode: all
  rules:
    - name: failed
      condition: step.outcome in ["failure", "canceled"]
      outcome: {reason: StepFailed}
      message: "{{ step.outcom }}"
`;
const binding = `apiVersion: fleetwarrant.dev/v1alpha1
kind: PolicyBinding
metadata: {name: mine}
spec:
  policyName: step
  params: {days: 3}
---
apiVersion: fleetwarrant.dev/v1alpha1
kind: PolicyBindng
metadata: {name: other}
spec:
  policyName: gates
  params: {dys: 3, days: 0}
`;

describe("one run", () => {
  it("tells every mistake of every file once, at its column, with what was meant", () => {
    expect(
      problemsIn({ "gate.yaml": gate, "step.yaml": step, "x.yaml": binding }).map(inShort),
    ).toMatchInlineSnapshot(`
      [
        "gate.yaml:2:7 POLICY_INVALID (did you mean \`Policy\`?)",
        "gate.yaml:5:12 POLICY_INVALID (did you mean \`gate\`?)",
        "gate.yaml:13:7 POLICY_INVALID (did you mean \`condition\`?)",
        "gate.yaml:13:19 EXPRESSION_UNKNOWN_NAME (did you mean \`gate.declared\`?)",
        "gate.yaml:14:24 POLICY_INVALID (did you mean \`inactive\`?)",
        "gate.yaml:14:41 POLICY_UNKNOWN_NAME (did you mean \`NotDeclared\`?)",
        "gate.yaml:18:25 EXPRESSION_UNKNOWN_NAME (did you mean \`params.days\`?)",
        "gate.yaml:19:66 POLICY_INVALID (did you mean \`deploy\`?)",
        "gate.yaml:20:17 POLICY_INVALID (did you mean \`high\`?)",
        "step.yaml:9:46 EXPRESSION_TYPE (did you mean \`cancelled\`?)",
        "step.yaml:11:20 EXPRESSION_UNKNOWN_NAME (did you mean \`step.outcome\`?)",
        "x.yaml:5:15 POLICY_UNKNOWN_NAME (did you mean \`steps\`?)",
        "x.yaml:9:7 POLICY_INVALID (did you mean \`PolicyBinding\`?)",
        "x.yaml:13:12 POLICY_UNKNOWN_NAME (did you mean \`days\`?)",
        "x.yaml:13:26 POLICY_PARAM_INVALID",
      ]
    `);
  });

  it("says nothing of what only follows from a mistake", () => {
    const text = step
      .replace("mode: all", "mode: 5")
      .replace("canceled", "cancelled")
      .replace("step.outcom }", "step.outcome }");
    expect(problemsIn({ p: text }).map(inShort)).toEqual(["p:6:9 POLICY_INVALID"]);
  });

  it("checks no expression of a policy of which the subject cannot be told", () => {
    const text = step.replace("subject: step", "subject: rollout");
    expect(problemsIn({ p: text }).map(inShort)).toEqual(["p:5:12 POLICY_INVALID"]);
  });

  it.each([
    { what: "nothing", text: "a: 1" },
    { what: "a list", text: "- 1" },
    {
      what: "no object where one belongs",
      text: step.replace(/ {2}rules:[\s\S]*/, "  rules: 3\n"),
    },
    { what: "no rule", text: step.replace(/ {2}rules:[\s\S]*/, "  rules: []\n") },
    { what: "an outcome that is none", text: step.replace("{reason: StepFailed}", "[]") },
    {
      what: "`__proto__` as a key",
      text: step.replace("name: steps", "__proto__: 1, constructor: 2"),
    },
  ])("ends in problems where a document holds $what", ({ text }) => {
    const problems = problemsIn({ p: text });
    expect(problems.length).toBeGreaterThan(0);
    for (const problem of problems) expect(problem.code).toMatch(/^(POLICY|EXPRESSION)_/);
  });
});
