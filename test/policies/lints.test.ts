import { describe, expect, it } from "vitest";
import { readDocuments } from "../../src/input/read-documents.ts";
import { compilePolicySet } from "../../src/policies/compile-policy-set.ts";
import { inShort, problemsIn } from "../support/compile-text.ts";

const text = `apiVersion: fleetwarrant.dev/v1alpha1
kind: Policy
metadata: {name: p}
spec:
  subject: step
  mode: all
  variables:
    - {name: unused, expression: step.suppressed}
  rules:
    - {name: failed, condition: step.outcome == "failure", outcome: {reason: StepFailed}}
`;

describe("what is well-formed and pointless", () => {
  it("is refused unless asked not to", () => {
    const read = readDocuments({ file: "p", text });
    if (!read.ok) throw new Error("the policy does not parse");
    expect(compilePolicySet(read.value, [])).toMatchObject({
      ok: false,
      problems: [{ code: "POLICY_UNUSED" }],
    });
    expect(compilePolicySet(read.value, [], { lints: false })).toMatchObject({ ok: true });
  });
});

const nodes = `apiVersion: fleetwarrant.dev/v1alpha1
kind: Policy
metadata: {name: p}
spec:
  subject: nodeCredential
  mode: first
  params:
    type: object
    properties:
      way: {enum: [wait, go], default: wait}
      hours: {type: integer, minimum: 1, maximum: 9, default: 3}
  rules:
    - name: same
      condition: load == "same" && params.way == "go" && params.hours > 2
      outcome: {obligations: [verify], reason: ProofCurrent}
  otherwise: {blocked: refused, denies: [reboot], reason: NoRuleApplies}
  whenUnknown:
    - {facts: [load], needs: [load], when: params.way == "go", outcome: {obligations: [verify], reason: LoadUnproven}}
    - {facts: [load], when: onlyAnswer, outcome: {obligations: [verify], reason: LoadUnproven}}
`;

describe("a policy about nodes", () => {
  it("is right as it stands", () => {
    expect(problemsIn({ p: nodes })).toEqual([]);
  });

  it.each([
    {
      why: "an obligation twice",
      from: "{obligations: [verify], reason: ProofCurrent}",
      to: "{obligations: [verify, verify], reason: ProofCurrent}",
      found: ["p:15:39 POLICY_DUPLICATE_NAME (leave one out)"],
    },
    {
      why: "an intent twice, outside of rules",
      from: "denies: [reboot]",
      to: "denies: [reboot, reboot]",
      found: ["p:16:50 POLICY_DUPLICATE_NAME (leave one out)"],
    },
    {
      why: "a value of a param twice",
      from: "enum: [wait, go]",
      to: "enum: [wait, go, wait]",
      found: ["p:10:30 POLICY_DUPLICATE_NAME (leave one out)"],
    },
    {
      why: "a fact twice",
      from: "facts: [load], when",
      to: "facts: [load, load], when",
      found: ["p:19:22 POLICY_DUPLICATE_NAME (leave one out)"],
    },
    {
      why: "a bound of what is no integer",
      from: "default: wait",
      to: "default: wait, minimum: 3",
      found: ["p:10:55 POLICY_PARAM_INVALID (leave it out, or say `type: integer`)"],
    },
    {
      why: "bounds that leave nothing",
      from: "minimum: 1",
      to: "minimum: 10",
      found: ["p:11:52 POLICY_PARAM_INVALID"],
    },
    {
      why: "a rule with the name of what holds when no rule does",
      from: "name: same",
      to: "name: otherwise",
      found: ["p:13:13 POLICY_DUPLICATE_NAME (give the rule another name)"],
    },
    {
      why: "a fact that only an audit reads is never missing",
      from: "  otherwise:",
      to: '    - {name: b, condition: image == "unproved", outcome: {obligations: [], reason: ProofCurrent}, enforcement: audit}\n  otherwise:',
      and: ["facts: [load], when", "facts: [load, image], when"],
      found: ["p:20:22 POLICY_UNUSED (leave it out)"],
    },
    {
      why: "a way that never applies",
      from: "when: onlyAnswer",
      to: 'when: "false"',
      found: ["p:19:29 POLICY_RULE_UNREACHABLE (leave it out)"],
    },
    {
      why: "a way of which a part always fails",
      from: "when: onlyAnswer",
      to: "when: 1 / 0 == 1",
      found: ["p:19:29 EXPRESSION_FAILS"],
    },
    {
      why: "one below another that always applies",
      from: 'needs: [load], when: params.way == "go"',
      to: 'when: "true"',
      found: ["p:19:7 POLICY_RULE_UNREACHABLE (put it above that one, or leave it out)"],
    },
    {
      why: "one below another that asks for the same",
      from: 'needs: [load], when: params.way == "go"',
      to: "when: onlyAnswer",
      found: ["p:19:7 POLICY_RULE_UNREACHABLE (put it above that one, or leave it out)"],
    },
    {
      why: "not one below another that needs more to be missing",
      from: 'when: params.way == "go"',
      to: 'when: "true"',
      found: [],
    },
  ])("is told of $why", ({ from, to, and: [other = "", second = ""] = [], found }) => {
    const broken = nodes.replace(from, to).replace(other, second);
    expect(problemsIn({ p: broken }).map(inShort)).toEqual(found);
  });
});
