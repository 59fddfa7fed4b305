import { compareProblems, type Parsed, type Problem } from "../input/problem.ts";
import type { SourceDocument } from "../input/source-document.ts";
import { createCompiler } from "../policy-tests/compile-tested.ts";
import { judgeCase } from "../policy-tests/judge-case.ts";
import { placeIn, type TestCase, type TestFiles } from "../policy-tests/policy-test.ts";
import { prepareCase } from "../policy-tests/prepare-case.ts";
import type { PolicyTestRun } from "../policy-tests/run-policy-tests.ts";
import type { HeldCase } from "./case-killer.ts";

/**
 * Prepares all cases, once, and holds the policies as they are to them. A case that fails before anything is changed
 * could tell nothing, so that it is a mistake.
 */
export function holdCases(
  runs: readonly PolicyTestRun[],
  files: TestFiles,
): Parsed<readonly HeldCase[]> {
  const problems: Problem[] = [];
  const compiler = createCompiler(problems);
  const held = runs.flatMap(({ test, policies }) => {
    const documents = policies?.documents ?? [];
    if (policies !== undefined) compiler.check(documents);
    return test.cases.flatMap((each) => hold(each, documents, { files, compiler, problems }));
  });
  return problems.length === 0
    ? { ok: true, value: held }
    : { ok: false, problems: problems.sort(compareProblems) };
}

interface Holding {
  readonly files: TestFiles;
  readonly compiler: ReturnType<typeof createCompiler>;
  readonly problems: Problem[];
}

function hold(
  test: TestCase,
  documents: readonly SourceDocument[],
  { files, compiler, problems }: Holding,
): readonly HeldCase[] {
  const ready = prepareCase(test, files);
  if (!ready.ok) problems.push(...ready.problems);
  const policySet = compiler.compile(documents, test);
  if (!ready.ok || policySet === undefined) return [];
  const { mismatches, traces, problems: unknown } = judgeCase(ready.value, policySet);
  problems.push(...unknown);
  if (mismatches.length > 0) problems.push(failsAlready(test));
  return [{ ready: ready.value, documents, traces }];
}

function failsAlready(test: TestCase): Problem {
  return {
    code: "TEST_INVALID",
    message: `the case \`${test.name}\` fails before anything is changed`,
    position: placeIn(test, ["name"]),
    help: "`fleetwarrant test` says why",
  };
}
