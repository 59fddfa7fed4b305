import type { SuiteTally, Tally } from "./tally.ts";

/** What is committed: the table, and the tests that fail for now. */
export interface Expectation {
  readonly suites: Readonly<Record<string, SuiteTally>>;
  /** Why each of these tests fails, by its id. They are run, and must fail. */
  readonly knownFailures: Readonly<Record<string, string>>;
}

/** How a run differs from what is committed, one line each; none if it is the same. */
export function differencesFrom(expected: Expectation, tally: Tally): readonly string[] {
  const names = new Set([...Object.keys(expected.suites), ...Object.keys(tally.suites)]);
  return [
    ...unexpectedFailures(expected, tally).map(({ id }) => `${id}: fails`),
    ...passedKnownFailures(expected, tally).map(
      (id) => `${id}: passes, or is no longer run: remove it from the known failures`,
    ),
    ...[...names].flatMap((name) =>
      countDifferences(name, expected.suites[name] ?? nothing, tally.suites[name] ?? nothing),
    ),
  ];
}

const nothing: SuiteTally = { passed: 0, run: 0, filtered: {} };

/** Failures that are not known. */
export function unexpectedFailures({ knownFailures }: Expectation, { failures }: Tally) {
  return failures.filter(({ id }) => !Object.hasOwn(knownFailures, id));
}

function passedKnownFailures({ knownFailures }: Expectation, { failures }: Tally) {
  const failed = new Set(failures.map(({ id }) => id));
  return Object.keys(knownFailures).filter((id) => !failed.has(id));
}

/** Counts are compared for both directions: a better table that is not committed protects nothing. */
function countDifferences(name: string, expected: SuiteTally, actual: SuiteTally): string[] {
  const reasons = new Set([...Object.keys(expected.filtered), ...Object.keys(actual.filtered)]);
  const counts: readonly (readonly [string, number, number])[] = [
    ["passed", expected.passed, actual.passed],
    ["run", expected.run, actual.run],
    ...[...reasons].map(
      (reason) =>
        [
          `filtered for "${reason}"`,
          expected.filtered[reason] ?? 0,
          actual.filtered[reason] ?? 0,
        ] as const,
    ),
  ];
  return counts
    .filter(([, before, now]) => before !== now)
    .map(([what, before, now]) => `${name}: ${now} ${what}, committed are ${before}`);
}

/**
 * What to commit after a run. Reasons of failures that were known are kept; undefined if others have
 * come and no reason is given for them.
 */
export function nextExpectation(
  { knownFailures }: Expectation,
  { suites, failures }: Tally,
  reason?: string,
): Expectation | undefined {
  const entries = failures.map(({ id }) => [id, knownFailures[id] ?? reason] as const);
  const explained = entries.filter((entry): entry is readonly [string, string] => !!entry[1]);
  if (explained.length < entries.length) return undefined;
  return { suites, knownFailures: Object.fromEntries(explained) };
}
