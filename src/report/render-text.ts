import type { Decision } from "../engine/decision.ts";
import { findingParagraphs } from "./finding-paragraphs.ts";
import { fleetParagraphs } from "./fleet-paragraphs.ts";
import { fluxParagraphs } from "./flux-paragraphs.ts";
import { gateParagraphs } from "./gate-paragraphs.ts";
import { headlineOf } from "./headline.ts";
import { blankLine, layOut, type Paragraph, type TextOptions } from "./layout.ts";
import { nodeParagraphs } from "./node-paragraphs.ts";
import { pipelineParagraphs } from "./pipeline-paragraphs.ts";
import { planParagraphs } from "./plan-paragraphs.ts";
import { countParagraphs, otherVerdicts } from "./summary-paragraphs.ts";
import { instantText, isBefore, spanText } from "./time-text.ts";
import { verdictTone, verdictWord } from "./words.ts";

/**
 * A decision for eyes: the verdict and its why first, then gates, what keeps Flux, nodes by action, the plan, findings and
 * counts. Text from data is escaped, so that it cannot drive the terminal.
 */
export function renderText(decision: Decision, options: TextOptions): string {
  const sections = [
    [verdictParagraph(decision), ...clockParagraphs(decision), otherVerdicts(decision)],
    gateParagraphs(decision.gates, decision.evaluatedAt),
    fleetParagraphs(decision.fleets, options.width),
    fluxParagraphs(decision),
    nodeParagraphs(decision),
    planParagraphs(decision),
    pipelineParagraphs(decision),
    findingParagraphs(decision),
    countParagraphs(decision),
  ].filter((section) => section.length > 0);
  const paragraphs = sections.flatMap((section, index) =>
    index === 0 ? section : [blankLine, ...section],
  );
  return layOut(paragraphs, options);
}

export function verdictParagraph(decision: Decision): Paragraph {
  const { verdict, intent, vacuous, because } = decision;
  const why = headlineOf(decision);
  if (vacuous) return { indent: 0, tone: "warn", lead: `VACUOUS ${intent}:`, text: why };
  const cause = verdict === "indeterminate" && because !== undefined ? ` (${because})` : "";
  return {
    indent: 0,
    tone: verdictTone[verdict],
    lead: `${verdictWord[verdict]} ${intent}${cause}:`,
    text: why,
  };
}

/** Evidence and judgement are of one time unless someone moved the clock: then that is said. */
function clockParagraphs({
  takenAt,
  evaluatedAt,
  until,
  earlierTakenAt,
}: Decision): readonly Paragraph[] {
  const bound =
    until === undefined ? "" : ` · time alone changes nothing before ${instantText(until)}`;
  const compared =
    earlierTakenAt === undefined ? "" : ` · compared with ${instantText(earlierTakenAt)}`;
  if (takenAt === evaluatedAt)
    return [{ indent: 0, text: `as of ${instantText(takenAt)}${compared}${bound}` }];
  const span = spanText(takenAt, evaluatedAt) ?? "?";
  const direction = isBefore(evaluatedAt, takenAt) ? "earlier" : "later";
  const judged = `judged as of ${instantText(evaluatedAt)} (${span} ${direction})`;
  return [
    {
      indent: 0,
      tone: "warn",
      lead: "clock moved:",
      text: `evidence from ${instantText(takenAt)}${compared}, ${judged}${bound}`,
    },
  ];
}
