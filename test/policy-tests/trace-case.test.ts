import { describe, expect, it } from "vitest";
import { evaluateOpenly } from "../../src/engine/evaluate.ts";
import { type RuleTrace, traceCase } from "../../src/policy-tests/trace-case.ts";
import { incidentFolders, loadSources, readIncident } from "../support/incident-folder.ts";
import { shippedPolicies } from "../support/shipped-policies.ts";

// Goal: what coverage counts is what was decided: no rule counts as fired that the decision does not name, and none that it names is missed.

const policies = shippedPolicies();
const idOf = ({ policy, rule }: RuleTrace): string => `${policy.name}/${rule.name}`;

describe("traceCase", () => {
  it.each(incidentFolders())("agrees with the decision about %s", (folder) => {
    const { snapshot, profile } = loadSources(readIncident(folder));
    const { decision, subjects } = evaluateOpenly(policies, snapshot, profile);
    const traces = traceCase(policies, subjects);
    const byThemselves = traces.filter(({ policy }) => policy.mode === "all");
    const namesOf = (result: RuleTrace["result"]): readonly string[] =>
      byThemselves
        .filter((each) => each.result === result)
        .map((each) => `${idOf(each)} ${each.judged.name}`)
        .sort();
    const found = (outcome: string): readonly string[] =>
      decision.findings
        .filter((each) => each.outcome === outcome)
        .map(({ policy, rule, name }) => `${policy}/${rule} ${name}`)
        .sort();
    expect(namesOf("fires")).toEqual(found("fail"));
    expect(namesOf("unknown")).toEqual(found("unknown"));
    for (const { name, rules, possible } of [...decision.nodes, ...decision.gates]) {
      if (possible !== undefined) continue;
      const first = traces.filter(
        ({ policy, judged }) => policy.mode === "first" && judged.name === name,
      );
      const firing = first.filter(({ result }) => result === "fires").map(idOf);
      expect(rules, name).toEqual(expect.arrayContaining(firing));
    }
  });

  it("has every rule once for each subject of its policy", () => {
    const { snapshot, profile } = loadSources(readIncident("reboot-storm/stage"));
    const { subjects } = evaluateOpenly(policies, snapshot, profile);
    const traces = traceCase(policies, subjects);
    for (const policy of policies.policies) {
      const own = traces.filter((each) => each.policy === policy);
      expect(own, policy.name).toHaveLength(policy.rules.length * subjects[policy.subject].length);
    }
  });
});
