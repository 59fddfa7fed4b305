import { ACTIONS, type Decision, type NodeDecision } from "../engine/decision.ts";
import { recordOf } from "../input/record-of.ts";
import type { WarrantedPlan, WithheldWarrant } from "../warrant/plan-warrants.ts";
import { foldBy, namesText, withoutName } from "./fold.ts";
import { blankLine, layOut, type Paragraph, type TextOptions } from "./layout.ts";
import { nodeParagraphs } from "./node-paragraphs.ts";
import { planParagraphs } from "./plan-paragraphs.ts";
import { instantText } from "./time-text.ts";
import { counted, cureText } from "./words.ts";

/** A plan for eyes: its steps and guards, the warrants for them, and the nodes that are held and so have no step. */
export function renderPlan(plan: WarrantedPlan, options: TextOptions): string {
  const { decision } = plan;
  const held = decision.nodes.filter(isHeld);
  const sections = [
    [
      { indent: 0, text: `as of ${instantText(decision.evaluatedAt)}` },
      ...planParagraphs(decision),
    ],
    warrantParagraphs(plan),
    held.length === 0 ? [] : nodeParagraphs(onlyHeld(decision, held)),
  ].filter((section) => section.length > 0);
  const paragraphs = sections.flatMap((section, index) =>
    index === 0 ? section : [blankLine, ...section],
  );
  return layOut(paragraphs, options);
}

/** The decision as if no other node were in it, its counts as well. */
function onlyHeld(decision: Decision, nodes: readonly NodeDecision[]): Decision {
  const actions = recordOf(
    ACTIONS,
    (action) => nodes.filter((node) => node.action === action).length,
  );
  return { ...decision, nodes, counts: { ...decision.counts, actions } };
}

function isHeld({ action }: NodeDecision): boolean {
  return action === "blocked" || action === "wait";
}

function warrantParagraphs({ decision, warrants, withheld }: WarrantedPlan): readonly Paragraph[] {
  const { steps } = decision.plan;
  if (steps.length === 0) return [];
  const [first] = warrants;
  const terms =
    first === undefined
      ? []
      : [
          `good until ${instantText(first.validUntil)}`,
          first.holder === undefined
            ? "for whoever says at the check that it holds the node"
            : `for ${first.holder}`,
        ];
  const text = [`${warrants.length} of ${counted(steps.length, "step")}`, ...terms].join(", ");
  return [
    { indent: 0, tone: "strong", lead: "WARRANTS", text },
    ...foldBy(withheld, withheldKey).map(({ items, first: one }) => withheldParagraph(items, one)),
  ];
}

function withheldKey(each: WithheldWarrant): string {
  return withoutName(`${each.because} ${each.message} ${cureText(each.missing) ?? ""}`, each.node);
}

function withheldParagraph(items: readonly WithheldWarrant[], first: WithheldWarrant): Paragraph {
  const cure = cureText(first.missing);
  const names = namesText(items.map(({ node }) => node));
  const settles = cure === undefined ? [] : [`settles it: ${cure}`];
  return {
    indent: 2,
    hang: 4,
    tone: first.because === "IntentDenied" ? "bad" : "unsure",
    lead: "NO WARRANT",
    text: [`${names}  ${first.because}: ${first.message}`, ...settles].join(" · "),
  };
}
