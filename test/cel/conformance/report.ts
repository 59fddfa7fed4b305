import { differencesFrom, type Expectation, unexpectedFailures } from "./expectation.ts";
import { type Failure, filteredCount, type SuiteTally, type Tally, totalOf } from "./tally.ts";

/**
 * What a run has to say: the table, the failures that are not known (or all), what differs from what is
 * committed, and last of all the sum.
 */
export function reportOf(
  expected: Expectation,
  tally: Tally,
  { isEveryFailureShown }: { readonly isEveryFailureShown: boolean },
): readonly string[] {
  const failures = isEveryFailureShown ? tally.failures : unexpectedFailures(expected, tally);
  const differences = differencesFrom(expected, tally);
  return [
    ...tableOf(tally),
    ...section("failures", failures.map(failureLine)),
    ...section("not what is committed in test/cel/conformance/expected.json", differences),
    "",
    summaryOf(tally),
  ];
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ["", `${title}:`, ...lines];
}

/** `suite  passed / run  filtered (reason ×n, …)`. */
function tableOf(tally: Tally): readonly string[] {
  const rows = [...Object.entries(tally.suites), ["all", totalOf(tally)] as const];
  return rows.map(([name, suite]) => rowOf(name, suite));
}

function rowOf(name: string, suite: SuiteTally): string {
  const { passed, run, filtered } = suite;
  const reasons = Object.entries(filtered).map(([reason, count]) => `${reason} ×${count}`);
  const why = reasons.length > 0 ? ` (${reasons.join(", ")})` : "";
  const counts = `${String(passed).padStart(5)} / ${String(run).padStart(4)}`;
  return `${name.padEnd(16)} ${counts}  ${String(filteredCount(suite)).padStart(4)} filtered${why}`;
}

function summaryOf(tally: Tally): string {
  const total = totalOf(tally);
  return `conformance: ${total.passed}/${total.run} passed, ${filteredCount(total)} skipped`;
}

function failureLine({ id, expr, expected, got }: Failure): string {
  return [id, onOneLine(expr), `expected ${onOneLine(expected)}`, `got ${onOneLine(got)}`].join(
    " | ",
  );
}

/** Official expressions hold line breaks and control characters of all sorts. */
function onOneLine(text: string): string {
  return text.replace(/\p{Cc}/gu, (each) => {
    const code = each.charCodeAt(0).toString(16).padStart(4, "0");
    return each === "\n" ? "\\n" : `\\u${code}`;
  });
}
