import type { Finding } from "../decision.ts";
import type { FindingResult } from "../rules/rule-result.ts";
import type { PolicyResults } from "../rules/run-policies.ts";
import { describeError } from "./describe-error.ts";
import { evidenceOf, missingFacts, renderFor } from "./explain-rule.ts";

const outcomes = { holds: "fail", unknown: "unknown", error: "error" } as const;

/** Every rule that reported by itself, explained, in the order of policies, subjects and rules. */
export function decideFindings(results: PolicyResults): readonly Finding[] {
  return results.findings.map(findingOf);
}

function findingOf(result: FindingResult): Finding {
  const { policy, judged, rule, state, missing } = result;
  return {
    policy: policy.name,
    rule: rule.name,
    subject: policy.subject,
    name: judged.name,
    outcome: outcomes[state],
    enforcement: rule.enforcement,
    severity: rule.severity,
    reason: rule.outcome.reason,
    message: messageOf(result),
    ...(rule.remediation === undefined
      ? {}
      : { remediation: renderFor(policy, rule.remediation, judged) }),
    denies: rule.outcome.denies,
    ...(missing.length === 0 ? {} : { missing: missingFacts(missing) }),
    evidence: state === "holds" ? evidenceOf(policy, rule, judged) : [],
  };
}

function messageOf({ policy, judged, rule, state, error }: FindingResult): string {
  if (error !== undefined) {
    return `the rule failed: ${describeError(policy, rule, judged, error)}`;
  }
  const message = renderFor(policy, rule.message, judged);
  // What is not known must not read as if it were.
  return state === "unknown" && message !== "" ? `it may be that ${message}` : message;
}
