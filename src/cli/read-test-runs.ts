import type { Problem } from "../input/problem.ts";
import type { ShownText } from "../input/source-document.ts";
import type { TestFiles } from "../policy-tests/policy-test.ts";
import type { PolicyTestRun } from "../policy-tests/run-policy-tests.ts";
import type { FileReader } from "./file-reader.ts";
import { findTests } from "./find-tests.ts";
import { randomFingerprintKey } from "./fingerprint-key.ts";
import { type Bounds, insideOnly } from "./inside-only.ts";
import { readTests } from "./read-tests.ts";
import { createTestFiles } from "./test-evidence.ts";
import { createPolicyFinder } from "./tested-policies.ts";

export interface TestRuns {
  readonly runs: readonly PolicyTestRun[];
  /** Reads what the tests name. */
  readonly files: TestFiles;
  readonly problems: readonly Problem[];
  readonly shown: readonly ShownText[];
  readonly notices: readonly string[];
}

/** Tests at some paths, each with the policies that it is about. */
export function readTestRuns(
  paths: readonly string[],
  bounds: Bounds,
  reader: FileReader,
): TestRuns {
  const guarded = insideOnly(reader, bounds);
  const found = findTests(paths);
  const { tests, problems: unread, shown, notices } = readTests(found.files, reader, guarded);
  const finder = createPolicyFinder(guarded, bounds);
  const problems: Problem[] = [...found.problems, ...unread];
  const runs = tests.map((each): PolicyTestRun => {
    const policies = finder.find(each);
    if (!policies.ok) problems.push(...policies.problems);
    return { test: each.test, policies: policies.ok ? policies.value : undefined };
  });
  const files = createTestFiles({ reader: guarded, bounds, key: randomFingerprintKey() });
  return { runs, files, problems, shown: [...shown, ...finder.shown], notices };
}
