import { filterReasonOf } from "./filters.ts";
import { type Mismatch, runTest } from "./run-test.ts";
import type { ConformanceCase } from "./suites.ts";

/** What came of the tests of one suite. */
export interface SuiteTally {
  readonly passed: number;
  readonly run: number;
  /** How many tests are filtered, by reason. */
  readonly filtered: Readonly<Record<string, number>>;
}

export interface Failure extends Mismatch {
  readonly id: string;
  readonly expr: string;
}

export interface Tally {
  readonly suites: Readonly<Record<string, SuiteTally>>;
  readonly failures: readonly Failure[];
}

/** Runs tests and counts; suites stand in the order in which their tests come. */
export function tallyOf(cases: readonly ConformanceCase[]): Tally {
  const failures: Failure[] = [];
  const suites: Record<string, SuiteTally> = {};
  for (const { suite, id, test } of cases) {
    const tally = suites[suite] ?? { passed: 0, run: 0, filtered: {} };
    const reason = filterReasonOf(test);
    const mismatch = reason === undefined ? runTest(test) : undefined;
    if (mismatch !== undefined) failures.push({ id, expr: test.expr, ...mismatch });
    suites[suite] =
      reason === undefined ? countRun(tally, mismatch === undefined) : countFiltered(tally, reason);
  }
  return { suites, failures };
}

function countRun(tally: SuiteTally, isPassed: boolean): SuiteTally {
  return { ...tally, run: tally.run + 1, passed: tally.passed + (isPassed ? 1 : 0) };
}

function countFiltered(tally: SuiteTally, reason: string): SuiteTally {
  const filtered = { ...tally.filtered, [reason]: (tally.filtered[reason] ?? 0) + 1 };
  return { ...tally, filtered };
}

/** All suites taken together. */
export function totalOf({ suites }: Pick<Tally, "suites">): SuiteTally {
  const all = Object.values(suites);
  const filtered: Record<string, number> = {};
  for (const [reason, count] of all.flatMap((each) => Object.entries(each.filtered))) {
    filtered[reason] = (filtered[reason] ?? 0) + count;
  }
  return {
    passed: all.reduce((sum, { passed }) => sum + passed, 0),
    run: all.reduce((sum, { run }) => sum + run, 0),
    filtered,
  };
}

/** How many tests of a suite are filtered. */
export function filteredCount({ filtered }: SuiteTally): number {
  return Object.values(filtered).reduce((sum, count) => sum + count, 0);
}
