import { OWN_API_VERSION } from "../input/api-version.ts";
import type { PolicyCoverage, PolicyTestReport, TestResult } from "./policy-test-report.ts";

/**
 * @param isWhole - All cases were run, so that a rule without its cases is a failure.
 */
export function summarize(
  tests: readonly TestResult[],
  policies: readonly PolicyCoverage[],
  isWhole: boolean,
): PolicyTestReport {
  const cases = tests.flatMap((test) => test.cases);
  const rules = policies.filter(({ required }) => required).flatMap((policy) => policy.rules);
  const parts = rules.flatMap((rule) => rule.parts);
  const failedCases = cases.filter(({ passed }) => !passed).length;
  const uncoveredRules = rules.filter(({ lacks }) => lacks.length > 0).length;
  const hasFailed = failedCases > 0 || (isWhole && uncoveredRules > 0);
  return {
    apiVersion: OWN_API_VERSION,
    kind: "PolicyTestReport",
    outcome: cases.length === 0 ? "vacuous" : hasFailed ? "failed" : "passed",
    counts: {
      tests: tests.length,
      cases: cases.length,
      failedCases,
      rules: rules.length,
      uncoveredRules,
      conditionParts: parts.length,
      coveredConditionParts: parts.filter((part) => part.true > 0 && part.false > 0).length,
    },
    isWhole,
    tests,
    policies,
  };
}
