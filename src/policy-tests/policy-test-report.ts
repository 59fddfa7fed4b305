import type { CaseCounts, RuleCoverage } from "./coverage.ts";
import type { Mismatch } from "./mismatch.ts";

/** What a run of policy tests came to. JSON as it stands; shape: `schemas/policy-test-report.schema.json`. */
export interface PolicyTestReport {
  readonly apiVersion: "fleetwarrant.dev/v1alpha1";
  readonly kind: "PolicyTestReport";
  /** `vacuous`: there was no case, which is no pass. */
  readonly outcome: "passed" | "failed" | "vacuous";
  readonly counts: CaseCounts<
    | "tests"
    | "cases"
    | "failedCases"
    /** Of policies that are held to having cases. */
    | "rules"
    /** Of these, the ones that no case fires, or none certainly does not. */
    | "uncoveredRules"
    | "conditionParts"
    /** Of these, the ones that were true in some case and false in some case. */
    | "coveredConditionParts"
  >;
  /** Whether all cases were run; only then a rule that lacks a case is a failure. */
  readonly isWhole: boolean;
  /** In the order given. */
  readonly tests: readonly TestResult[];
  /** By name. */
  readonly policies: readonly PolicyCoverage[];
}

export interface TestResult {
  readonly file: string;
  /** 1-based, of the document. */
  readonly line: number;
  readonly name?: string;
  readonly cases: readonly CaseResult[];
}

export interface CaseResult {
  readonly name: string;
  readonly line: number;
  readonly column: number;
  readonly passed: boolean;
  readonly mismatches: readonly Mismatch[];
}

export interface PolicyCoverage {
  readonly name: string;
  readonly file: string;
  /** Whether each of its rules must have its cases; not so a shipped policy that is merely used. */
  readonly required: boolean;
  readonly rules: readonly RuleCoverage[];
}
