import type { PartCoverage, RuleCoverage } from "../policy-tests/coverage.ts";
import type { PolicyCoverage, PolicyTestReport } from "../policy-tests/policy-test-report.ts";
import { blankLine, type Paragraph } from "./layout.ts";

/** More of them help nobody; all stand in the JSON. */
const PARTS_LISTED_MAX = 20;

const columns = ["fires", "does not", "unknown"] as const;

/** How many cases fire each rule and how many do not, and which parts of conditions never came out both ways. */
export function coverageParagraphs({
  policies,
  outcome,
  isWhole,
  counts,
}: PolicyTestReport): readonly Paragraph[] {
  const required = policies.filter((policy) => policy.required);
  if (outcome === "vacuous" || required.length === 0) return [];
  const names = required.flatMap(({ rules }) => rules.map(({ name }) => name));
  const width = Math.max(...names.map(({ length }) => length));
  const head = ["CASES A RULE".padEnd(width + 4), ...columns].join("  ");
  return [
    blankLine,
    { indent: 0, text: head },
    ...required.flatMap((policy) => policyParagraphs(policy, width, isWhole)),
    ...partParagraphs(required, counts),
  ];
}

function policyParagraphs(
  { name, file, rules }: PolicyCoverage,
  width: number,
  isWhole: boolean,
): readonly Paragraph[] {
  return [
    { indent: 2, tone: "strong", lead: name, text: file },
    ...rules.flatMap((rule) => ruleParagraphs(rule, { file, width, isWhole })),
  ];
}

interface RuleContext {
  readonly file: string;
  readonly width: number;
  readonly isWhole: boolean;
}

function ruleParagraphs(
  rule: RuleCoverage,
  { file, width, isWhole }: RuleContext,
): readonly Paragraph[] {
  const { cases, name } = rule;
  const cells = [cases.fires, cases.quiet, cases.unknown].map((count, column) =>
    (count === 0 ? "." : `${count}`).padStart(columns[column]?.length ?? 0),
  );
  const row: Paragraph = { indent: 4, text: [name.padEnd(width), ...cells].join("  ") };
  if (!isWhole) return [row];
  return [
    row,
    ...rule.lacks.map((lack): Paragraph => {
      const text = `${file}:${rule.line}${unnoticedText(rule, lack)}`;
      return { indent: 6, hang: 4, tone: "bad", lead: lackText[lack], text };
    }),
  ];
}

const lackText = {
  fires: "NO CASE FIRES IT",
  quiet: "NO CASE LEAVES IT QUIET",
} as const;

/** Cases that do it, and that would pass just as well if it did not. */
function unnoticedText({ name, unnoticed }: RuleCoverage, lack: "fires" | "quiet"): string {
  const count = unnoticed[lack];
  if (count === 0) return "";
  const does = lack === "fires" ? "fires" : "is quiet";
  const where = count === 1 ? "1 case" : `${count} cases`;
  return ` · it ${does} in ${where} that expect${count === 1 ? "s" : ""} nothing of it: say \`${lack}: [${name}]\``;
}

function partParagraphs(
  policies: readonly PolicyCoverage[],
  { conditionParts, coveredConditionParts }: PolicyTestReport["counts"],
): readonly Paragraph[] {
  const lacking = policies.flatMap((policy) =>
    policy.rules.flatMap((rule) =>
      rule.parts
        .filter(isLacking)
        .map((part) => partParagraph(`${policy.name}/${rule.name}`, part)),
    ),
  );
  const beyond = lacking.length - PARTS_LISTED_MAX;
  const more: Paragraph = { indent: 2, text: `and ${beyond} more (-o json lists all)` };
  const text = `${coveredConditionParts} of ${conditionParts} parts of conditions were true in one case and false in another`;
  return [
    blankLine,
    { indent: 0, text },
    ...lacking.slice(0, PARTS_LISTED_MAX),
    ...(beyond > 0 ? [more] : []),
  ];
}

function isLacking(part: PartCoverage): boolean {
  return part.true === 0 || part.false === 0;
}

function partParagraph(rule: string, part: PartCoverage): Paragraph {
  const never = [...(part.true === 0 ? ["true"] : []), ...(part.false === 0 ? ["false"] : [])];
  return { indent: 2, hang: 4, before: rule, text: `never ${never.join(" nor ")}: ${part.text}` };
}
