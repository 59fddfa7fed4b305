import type { Disagreement, Report } from "./compare.ts";
import type { Counts } from "./generate.ts";
import type { Outcome } from "./outcome.ts";
import { tolerated } from "./tolerated.ts";

/** Most refusals that are shown. */
const REFUSALS_SHOWN = 20;

/** Whether nothing disagreed but what is on the list. */
export function isAccepted({ disagreements }: Report): boolean {
  return disagreements.length === 0;
}

/** Entries of the list that were never met. */
export function staleEntries(report: Report): readonly string[] {
  return tolerated.map(({ id }) => id).filter((id) => (report.tolerated.get(id) ?? 0) === 0);
}

/** The report as text; its last line is the sum of it. */
export function formatReport(report: Report): string {
  const { seed, runs, verdicts, disagreements } = report;
  const stale = staleEntries(report);
  const met = [...report.tolerated.values()].reduce((sum, each) => sum + each, 0);
  return [
    ...section("what came up", byCount(report.counts)),
    ...section(
      "refused though generated well-typed",
      byCount(report.refusals).slice(0, REFUSALS_SHOWN),
    ),
    ...section("tolerated", byCount(report.tolerated)),
    ...section("tolerated but never met", stale),
    ...section("disagreements outside the list", disagreements.map(formatDisagreement)),
    `both value ${verdicts["both value"]}, both error ${verdicts["both error"]}, refused by our types ${verdicts.refused}, tolerated ${met}`,
    `differential: ${runs} expressions, ${disagreements.length} disagreements outside the list (seed ${seed})`,
  ].join("\n");
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [`${title}:`, ...lines.map((line) => `  ${line}`), ""];
}

function byCount(counts: Counts): readonly string[] {
  const entries = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  return entries.map(([name, count]) => `${String(count).padStart(9)}  ${name}`);
}

/** A disagreement, with what plays it again. */
export function formatDisagreement(found: Disagreement): string {
  const { expression, bindings, ours, theirs, seed, run } = found;
  return [
    `${JSON.stringify(expression)}${bindings === "" ? "" : ` with ${bindings}`}`,
    `    ours:   ${formatOutcome(ours)}`,
    `    theirs: ${formatOutcome(theirs)}`,
    `    again:  npm run differential -- --seed ${seed} --from ${run} --runs 1`,
  ].join("\n");
}

function formatOutcome({ kind, text }: Outcome): string {
  return `${kind} ${text.slice(0, 200)}`;
}
