import { describe, expect, it } from "vitest";
import { reasons } from "../../src/policies/reasons.ts";
import { inShort, problemsIn } from "../support/compile-text.ts";
import { shippedPolicies } from "../support/shipped-policies.ts";

const policy = (spec: string): string => `apiVersion: fleetwarrant.dev/v1alpha1
kind: Policy
metadata: {name: p}
spec:
  subject: nodeCredential
  mode: first
${spec}`;

const rest = `  rules:
    - name: same
      condition: load == "same"
      outcome: {obligations: [], reason: ProofCurrent}
  otherwise: {blocked: refused, reason: NoRuleApplies}
  whenUnknown:
    - {facts: [load], when: onlyAnswer, outcome: {obligations: [verify], reason: LoadUnproven}}
`;

function check(text: string): readonly string[] {
  return problemsIn({ p: policy(text) }).map(inShort);
}

describe("reasons that a subject knows", () => {
  it("are those that shipped policies give, and those marked as for later", () => {
    const given = new Map<string, Set<string>>();
    for (const { subject, rules, otherwise, whenUnknown } of shippedPolicies().policies) {
      const all = given.get(subject) ?? new Set();
      given.set(subject, all);
      for (const { outcome } of [...rules, ...(otherwise ? [otherwise] : []), ...whenUnknown])
        all.add(outcome.reason);
    }
    for (const [subject, known] of Object.entries(reasons)) {
      const shipped = Object.keys(known).filter((reason) => known[reason] === "shipped");
      expect([...(given.get(subject) ?? [])].sort(), subject).toEqual(shipped.sort());
    }
  });

  it("leave nothing to complain about", () => {
    expect(check(rest)).toEqual([]);
  });

  it.each([
    {
      where: "a rule",
      from: "ProofCurrent",
      to: "ProofCurent",
      problem: "p:10:42 POLICY_UNKNOWN_NAME (did you mean `ProofCurrent`?)",
    },
    {
      where: "otherwise",
      from: "NoRuleApplies",
      to: "NoRuleAplies",
      problem: "p:11:41 POLICY_UNKNOWN_NAME (did you mean `NoRuleApplies`?)",
    },
    {
      where: "whenUnknown",
      from: "LoadUnproven",
      to: "LoadUnproved",
      problem: "p:13:82 POLICY_UNKNOWN_NAME (did you mean `LoadUnproven`?)",
    },
    {
      where: "a rule about another subject",
      from: "ProofCurrent",
      to: "WarnAgeReached",
      problem: "p:10:42 POLICY_UNKNOWN_NAME (declare it, with what it means, under `spec.reasons`)",
    },
  ])("are asked for in $where", ({ from, to, problem }) => {
    expect(check(rest.replace(from, to))).toEqual([problem]);
  });
});

describe("reasons of a policy's own", () => {
  it("may be given once declared", () => {
    const own = rest.replace("ProofCurrent", "AllQuiet");
    expect(check(`  reasons: {AllQuiet: nothing to do}\n${own}`)).toEqual([]);
  });

  it("are meant by what is nearly them", () => {
    const own = rest.replace("ProofCurrent", "AllQuite");
    expect(check(`  reasons: {AllQuiet: nothing to do}\n${own}`)).toEqual([
      "p:11:42 POLICY_UNKNOWN_NAME (did you mean `AllQuiet`?)",
    ]);
  });

  it.each([
    {
      why: "that nothing gives",
      text: "{Unheard: nobody says it}",
      problem: "p:7:13 POLICY_UNUSED (leave it out, or use it)",
    },
    {
      why: "that the subject knows already, so that each means one thing",
      text: "{ProofCurrent: something else}",
      problem:
        "p:7:13 POLICY_DUPLICATE_NAME (leave the declaration out, or name the reason otherwise)",
    },
    { why: "that are not in PascalCase", text: "{quiet: so}", problem: "p:7:13 POLICY_INVALID" },
    { why: "that say nothing", text: "{Quiet: ''}", problem: "p:7:20 POLICY_INVALID" },
  ])("are refused $why", ({ text, problem }) => {
    expect(check(`  reasons: ${text}\n${rest}`)).toContain(problem);
  });
});
