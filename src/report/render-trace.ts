import type { RuleTrace } from "../engine/trace-rules.ts";
import { groupBy } from "../input/group-by.ts";
import { blankLine, layOut, type Paragraph, type TextOptions, type Tone } from "./layout.ts";

const tones: Readonly<Record<RuleTrace["result"], Tone>> = {
  holds: "good",
  fails: "dim",
  undecided: "unsure",
  error: "bad",
};

/** How rules came to what they say: each condition with the facts, params and variables that it read. */
export function renderTrace(traces: readonly RuleTrace[], options: TextOptions): string {
  const groups = groupBy(traces, ({ kind, name, policy }) => `${kind} ${name}  ${policy}`);
  const sections = [...groups].map(([title, rules]): readonly Paragraph[] => [
    blankLine,
    { indent: 0, tone: "strong", lead: "TRACE", text: title },
    ...rules.flatMap(ruleParagraphs),
  ]);
  return layOut(sections.flat(), options);
}

function ruleParagraphs({
  rule,
  result,
  condition,
  reads,
  isCut,
  isPassed,
}: RuleTrace): readonly Paragraph[] {
  const values = reads.map(({ name, value }) => `${name} = ${value}`);
  const notes = [
    ...(isCut ? ["later parts left out"] : []),
    ...(isPassed ? ["below: as if this rule did not hold"] : []),
  ];
  const said = [...values, ...notes].join(" · ");
  return [
    { indent: 2, tone: tones[result], lead: result, text: `${rule}: ${oneLine(condition)}` },
    ...(said === "" ? [] : [{ indent: 6, text: said }]),
  ];
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
