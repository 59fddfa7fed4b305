import { describe, expect, it } from "vitest";
import { namesMentioned, WORDS_MAX } from "../../src/policies/usage.ts";
import { inShort, problemsIn } from "../support/compile-text.ts";

const policy = `apiVersion: fleetwarrant.dev/v1alpha1
kind: Policy
metadata: {name: p}
spec:
  subject: nodeCredential
  mode: first
  params:
    type: object
    properties:
      used: {type: boolean, default: false}
      other: {type: integer, default: 1}
  paramValidations:
    - {expression: params.other > 0, message: other is not positive}
  variables:
    - {name: first, expression: load == "same"}
    - {name: second, expression: variables.first && marker == "current"}
  rules:
    - name: current
      condition: variables.second
      outcome: {obligations: [], reason: ProofCurrent}
      message: "{{ params.other }}"
  otherwise: {blocked: refused, reason: NoRuleApplies}
  whenUnknown:
    - {facts: [load], needs: [load], when: params.used, outcome: {obligations: [verify], reason: LoadUnproven}}
`;

function check(from = "", to = ""): readonly string[] {
  expect(policy).toContain(from);
  return problemsIn({ p: policy.replace(from, to) }).map(inShort);
}

describe("texts that could not be read", () => {
  it.each([
    { count: WORDS_MAX, mentioned: ["params.used"] },
    { count: WORDS_MAX + 1, mentioned: ["params.used", "params.never"] },
  ])("with $count words mention $mentioned", ({ count, mentioned }) => {
    const words = Array.from({ length: count - 1 }, (_, index) => `variables.n${index}`);
    const usage = { reads: [], unknown: [], unread: [["params.usde", ...words].join(" + ")] };
    expect(namesMentioned(usage, ["params.used", "params.never"])).toEqual(mentioned);
  });
});

describe("an unknown name", () => {
  it.each([
    { count: WORDS_MAX, mentioned: ["params.used"] },
    { count: WORDS_MAX + 1, mentioned: ["params.used", "params.never"] },
  ])("may be meant for a declared one, as far as there are at most $count", (row) => {
    const unknown = ["used", ...Array.from({ length: row.count - 1 }, (_, index) => `n${index}`)];
    const usage = { reads: [], unknown, unread: [] };
    expect(namesMentioned(usage, ["params.used", "params.never"])).toEqual(row.mentioned);
  });

  it("is not meant for one that is far from it", () => {
    const problems = check("condition: variables.second", "condition: variables.first && nobody");
    expect(problems).toEqual([
      "p:16:14 POLICY_UNUSED (leave it out, or use it)",
      "p:19:37 EXPRESSION_UNKNOWN_NAME",
    ]);
  });
});

describe("what is declared and never used", () => {
  it("is nothing here: variables count where later ones use them, params in a message or under whenUnknown", () => {
    expect(check()).toEqual([]);
  });

  it.each([
    {
      why: "a variable, and what only it uses",
      from: "condition: variables.second",
      to: 'condition: load == "same"',
      problems: ["p:15:14 POLICY_UNUSED", "p:16:14 POLICY_UNUSED"],
    },
    {
      why: "a param that is only held against others",
      from: '      message: "{{ params.other }}"\n',
      to: "",
      problems: ["p:11:7 POLICY_UNUSED"],
    },
    {
      why: "a fact that no condition reads: it is never missing",
      from: "facts: [load]",
      to: "facts: [load, image]",
      problems: ["p:24:22 POLICY_UNUSED"],
    },
    {
      why: "a fact that must be missing and may not be",
      from: "needs: [load]",
      to: "needs: [load, marker]",
      problems: ["p:24:37 POLICY_UNUSED"],
    },
  ])("is told: $why", ({ from, to, problems }) => {
    expect(check(from, to).map((text) => text.split(" (")[0])).toEqual(problems);
  });

  it.each([
    {
      why: "a misspelt use is told, and not that the name is unused",
      from: "condition: variables.second",
      to: "condition: variables.secnd",
      problem: "p:19:18 EXPRESSION_UNKNOWN_NAME (did you mean `variables.second`?)",
    },
    {
      why: "a use without its prefix",
      from: "condition: variables.second",
      to: "condition: second",
      problem: "p:19:18 EXPRESSION_UNKNOWN_NAME",
    },
    {
      why: "a misspelt use without its prefix",
      from: "condition: variables.second",
      to: "condition: seconds",
      problem: "p:19:18 EXPRESSION_UNKNOWN_NAME",
    },
    {
      why: "a use without its prefix in an expression that does not parse",
      from: "condition: variables.second",
      to: "condition: second &",
      problem: "p:19:25 EXPRESSION_SYNTAX",
    },
    {
      why: "a use under the wrong prefix",
      from: "{{ params.other }}",
      to: "{{ variables.other }}",
      problem: "p:21:20 EXPRESSION_UNKNOWN_NAME (did you mean `params.other`?)",
    },
    {
      why: "a use in an expression that is wrong for other reasons",
      from: "when: params.used",
      to: "when: params.used && load",
      problem: "p:24:59 EXPRESSION_TYPE",
    },
    {
      why: "a use in a part that is not what a policy says",
      from: "condition: variables.second",
      to: "condition: [variables.second]",
      problem: "p:19:18 POLICY_INVALID",
    },
    {
      why: "a use under a misspelt key",
      from: "condition: variables.second",
      to: "conditon: variables.second",
      problem: "p:19:7 POLICY_INVALID (did you mean `condition`?)",
    },
  ])("is not claimed without need: $why", ({ from, to, problem }) => {
    expect(check(from, to)).toEqual([problem]);
  });
});
