import type { PolicySet } from "../policy.ts";
import { type Subjects, subjectsOfKind } from "../subjects.ts";
import { evaluateAll } from "./evaluate-all.ts";
import { evaluateFirst } from "./evaluate-first.ts";
import { bindPolicy } from "./policy-bindings.ts";
import type { FindingResult, FirstResult } from "./rule-result.ts";

/** What all policies say of all subjects, in the order of policies, subjects and rules. */
export interface PolicyResults {
  readonly first: readonly FirstResult[];
  readonly findings: readonly FindingResult[];
}

/** The fast pass: no trace, no messages, nothing kept but results. */
export function runPolicies(policySet: PolicySet, subjects: Subjects): PolicyResults {
  const first: FirstResult[] = [];
  const findings: FindingResult[] = [];
  for (const policy of policySet.policies) {
    const byThemselves =
      policy.mode === "all"
        ? policy.rules
        : policy.rules.filter(({ enforcement }) => enforcement === "audit");
    for (const judged of subjectsOfKind(subjects, policy.subject)) {
      const bindings = bindPolicy(policy, judged.reader);
      const place = { policy, judged };
      if (policy.mode === "first")
        first.push({ ...place, ...evaluateFirst(policy, judged.reader) });
      for (const finding of evaluateAll(byThemselves, bindings))
        findings.push({ ...place, ...finding });
    }
  }
  return { first, findings };
}
