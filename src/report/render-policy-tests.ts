import { groupBy } from "../input/group-by.ts";
import type { Mismatch } from "../policy-tests/mismatch.ts";
import type {
  CaseResult,
  PolicyTestReport,
  TestResult,
} from "../policy-tests/policy-test-report.ts";
import { coverageParagraphs } from "./coverage-paragraphs.ts";
import { blankLine, layOut, type Paragraph, type TextOptions } from "./layout.ts";
import { counted } from "./words.ts";

/** A run of policy tests for eyes: what it came to, each case that fails with expected beside found, and which rules were reached. */
export function renderPolicyTests(report: PolicyTestReport, options: TextOptions): string {
  const { tests, outcome } = report;
  const named = outcome === "vacuous" ? [] : tests.flatMap(testParagraphs);
  const sections = [headline(report), ...section(named), ...coverageParagraphs(report)];
  return layOut(sections, options);
}

function section(paragraphs: readonly Paragraph[]): readonly Paragraph[] {
  return paragraphs.length === 0 ? [] : [blankLine, ...paragraphs];
}

function headline(report: PolicyTestReport): Paragraph {
  const { counts, outcome, isWhole } = report;
  const { cases, failedCases, rules, uncoveredRules, tests } = counts;
  if (outcome === "vacuous")
    return { indent: 0, tone: "unsure", lead: "NOTHING TESTED:", text: "there is no case" };
  const failures = [
    ...(failedCases === 0 ? [] : [`${failedCases} of ${counted(cases, "case")} failed`]),
    ...(isWhole && uncoveredRules > 0
      ? [
          `${uncoveredRules} of ${counted(rules, "rule")} ${uncoveredRules === 1 ? "lacks" : "lack"} a case`,
        ]
      : []),
  ];
  if (failures.length > 0)
    return { indent: 0, tone: "bad", lead: "FAILED:", text: failures.join(", ") };
  const covered = !isWhole
    ? "; as not all cases were run, nothing is said of rules that lack one"
    : rules === 0
      ? "; no policy is held to having cases"
      : `; each of ${counted(rules, "rule")} has a case that fires it and one that does not`;
  const text = `${counted(cases, "case")} in ${counted(tests, "test")}${covered}`;
  return { indent: 0, tone: "good", lead: "PASSED:", text };
}

function testParagraphs({ file, name, cases }: TestResult): readonly Paragraph[] {
  const failed = cases.filter(({ passed }) => !passed);
  const told = name === undefined ? "" : ` (${name})`;
  const many = failed.length === 0 ? "" : `, ${failed.length} failed`;
  const row: Paragraph = {
    indent: 0,
    tone: failed.length === 0 ? "good" : "bad",
    lead: failed.length === 0 ? "ok    " : "FAILED",
    text: `${file}${told}: ${counted(cases.length, "case")}${many}`,
  };
  return [row, ...failed.flatMap((each) => caseParagraphs(file, each))];
}

function caseParagraphs(
  file: string,
  { name, line, column, mismatches }: CaseResult,
): readonly Paragraph[] {
  const told = groupBy(mismatches, ({ what: _, ...same }) => JSON.stringify(same));
  const groups = [...told.values()];
  return [
    { indent: 2, tone: "strong", lead: name, text: `${file}:${line}:${column}` },
    ...groups.flatMap((group, index) => mismatchParagraphs(group, groups[index + 1]?.[0])),
  ];
}

/** Mismatches that differ in their subject only, as one; what follows for the same reason leaves that to the last. */
function mismatchParagraphs(
  [first, ...others]: readonly [Mismatch, ...Mismatch[]],
  next: Mismatch | undefined,
): readonly Paragraph[] {
  const { what, expected, found, why, position } = first;
  const more = others.length === 0 ? "" : ` (and ${others.length} more alike)`;
  const isSaidLater = next !== undefined && next.why === why && others.length === 0;
  return [
    { indent: 4, text: `${position.line}:${position.column}  ${what}${more}` },
    { indent: 6, hang: 10, before: "expected", tone: "good", lead: expected },
    { indent: 6, hang: 10, before: "found   ", tone: "bad", lead: found },
    ...(why === undefined || isSaidLater
      ? []
      : [{ indent: 6, hang: 10, before: "because ", text: why }]),
  ];
}
