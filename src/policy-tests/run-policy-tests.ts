import { compareProblems, type Parsed, type Problem } from "../input/problem.ts";
import type { SourceDocument } from "../input/source-document.ts";
import { type Compiler, createCompiler } from "./compile-tested.ts";
import { coverPolicies, policyKey, type TestedPolicies } from "./cover-policies.ts";
import { type CoverageLog, createCoverageLog } from "./coverage.ts";
import { type CaseJudgement, judgeCase } from "./judge-case.ts";
import { TEST_CASES_MAX } from "./limits.ts";
import { type PolicyTest, placeIn, type TestCase, type TestFiles } from "./policy-test.ts";
import type { CaseResult, PolicyTestReport, TestResult } from "./policy-test-report.ts";
import { prepareCase } from "./prepare-case.ts";
import { summarize } from "./summarize.ts";

/** A test with the policies that it is about. */
export interface PolicyTestRun {
  readonly test: PolicyTest;
  /** Undefined: they could not be read, which was told. What else is wrong with the test is told all the same. */
  readonly policies: TestedPolicies | undefined;
}

export interface RunOptions {
  readonly files: TestFiles;
  /** Policies that must have their cases whether or not a test is about them. */
  readonly required?: readonly SourceDocument[];
  /** Told after each case, of how many there are. */
  readonly onCase?: (done: number, all: number) => void;
  /** Cases to run; with it, nothing is said of rules that lack a case. */
  readonly only?: (test: TestCase) => boolean;
}

/**
 * Holds policies to their tests. The same input gives the same report. Mistakes in what is given (names that nothing
 * has, events that cannot happen, policies that do not compile) are told instead, all of them.
 */
export function runPolicyTests(
  runs: readonly PolicyTestRun[],
  options: RunOptions,
): Parsed<PolicyTestReport> {
  const { required = [], only } = options;
  const problems: Problem[] = [];
  const chosen = runs.map((run) => ({
    ...run,
    cases: only === undefined ? run.test.cases : run.test.cases.filter(only),
  }));
  const all = chosen.reduce((sum, { cases }) => sum + cases.length, 0);
  if (all > TEST_CASES_MAX) return { ok: false, problems: [tooMany(all)] };
  const compiler = createCompiler(problems);
  const coverage = createCoverageLog();
  let done = 0;
  const tests = chosen.map(({ test, policies, cases }): TestResult => {
    const documents = policies?.documents;
    if (documents !== undefined) compiler.check(documents);
    const results = cases.map((each) => {
      const judgement = judge(each, documents, { ...options, compiler, coverage, problems });
      done += 1;
      options.onCase?.(done, all);
      return resultOf(each, judgement);
    });
    return testResult(test, results);
  });
  compiler.check(required);
  if (problems.length > 0) return { ok: false, problems: problems.sort(compareProblems) };
  const sets = [
    ...chosen.flatMap(({ policies }) => policies ?? []),
    { documents: required, required: new Set(required) },
  ];
  const covered = coverPolicies(sets, compiler, coverage);
  return { ok: true, value: summarize(tests, covered, only === undefined) };
}

function tooMany(count: number): Problem {
  return {
    code: "INPUT_LIMIT",
    message: `the tests have ${count} cases together`,
    position: undefined,
    expected: `at most ${TEST_CASES_MAX}`,
    help: "run them in several goes",
  };
}

interface Judging extends RunOptions {
  readonly compiler: Compiler;
  readonly coverage: CoverageLog;
  readonly problems: Problem[];
}

/** Undefined where something is wrong with what is given, which is then told. */
function judge(
  test: TestCase,
  documents: readonly SourceDocument[] | undefined,
  { files, compiler, coverage, problems }: Judging,
): CaseJudgement | undefined {
  const ready = prepareCase(test, files);
  if (!ready.ok) problems.push(...ready.problems);
  if (documents === undefined) return undefined;
  // With params that are wrong it is judged by the defaults, to find what else is.
  const policySet = compiler.compile(documents, test) ?? compiler.check(documents);
  if (!ready.ok || policySet === undefined) return undefined;
  const judgement = judgeCase(ready.value, policySet);
  problems.push(...judgement.problems);
  coverage.add(test.expect, judgement, (policy) => policyKey(policy.name, documents));
  return judgement;
}

function resultOf(test: TestCase, judgement: CaseJudgement | undefined): CaseResult {
  const { line, column } = placeIn(test, ["name"]);
  const mismatches = judgement?.mismatches ?? [];
  return { name: test.name, line, column, passed: mismatches.length === 0, mismatches };
}

function testResult({ document, name }: PolicyTest, cases: readonly CaseResult[]): TestResult {
  const { file, line } = document.positionAt([]);
  return { file, line, ...(name === undefined ? {} : { name }), cases };
}
