import { ACTIONS, type Decision, type NodeDecision } from "../engine/decision.ts";
import { INTENTS } from "../engine/policy.ts";
import type { FindingSeen, GateChange, VerdictChange } from "../simulate/compare-decisions.ts";
import type { Simulation } from "../simulate/simulate.ts";
import { changedNodes } from "./changed-nodes.ts";
import { blankLine, layOut, type Paragraph, type TextOptions } from "./layout.ts";
import { disruptionText } from "./plan-paragraphs.ts";
import { verdictParagraph } from "./render-text.ts";
import { instantText, spanText } from "./time-text.ts";
import { counted, verdictWord } from "./words.ts";

/** Longer lists help nobody: the JSON has every finding. */
const FINDINGS_MAX = 50;

/** A simulation for eyes: the verdict after it and before it, then what differs, worst first, and how much is as before. */
export function renderSimulation(simulation: Simulation, options: TextOptions): string {
  const sections = [
    headParagraphs(simulation),
    changedNodes(simulation.comparison),
    costParagraphs(simulation),
    verdictParagraphs(simulation.comparison.verdicts),
    gateParagraphs(simulation.comparison.gates),
    findingParagraphs(simulation),
    [{ indent: 0, text: unchangedText(simulation) }],
  ].filter((section) => section.length > 0);
  const paragraphs = sections.flatMap((section, index) =>
    index === 0 ? section : [blankLine, ...section],
  );
  return layOut(paragraphs, options);
}

function headParagraphs({ steps, before, after }: Simulation): readonly Paragraph[] {
  const happened = steps.map((step) =>
    step.type === "event" ? step.event.text : `patch ${step.patch.document.file}`,
  );
  return [
    { indent: 0, tone: "strong", lead: "SIMULATED", text: happened.join(" → ") },
    { ...verdictParagraph(after), before: "after:" },
    { ...verdictParagraph(before), before: "before:" },
    ...clockParagraphs(before, after),
  ];
}

function clockParagraphs(before: Decision, after: Decision): readonly Paragraph[] {
  const from = instantText(before.takenAt);
  if (before.takenAt === after.takenAt) return [{ indent: 0, text: `as of ${from}` }];
  const span = spanText(before.takenAt, after.takenAt) ?? "?";
  return [{ indent: 0, text: `as of ${from} → ${instantText(after.takenAt)} (${span} pass)` }];
}

function costParagraphs({ before, after }: Simulation): readonly Paragraph[] {
  const old = disruptionText(before.disruption);
  const next = disruptionText(after.disruption);
  const steps = [before, after].map(({ plan }) => plan.steps.length);
  const actions = `${actionsText(before.nodes)} → ${actionsText(after.nodes)}`;
  return [
    {
      indent: 0,
      tone: "strong",
      lead: "PLAN",
      text: `${steps[0]} → ${counted(steps[1] ?? 0, "step")}`,
    },
    { indent: 2, text: `nodes: ${actions}` },
    {
      indent: 2,
      text: old === next ? `disruption: ${next}, as before` : `disruption: ${old} → ${next}`,
    },
  ];
}

function actionsText(nodes: readonly NodeDecision[]): string {
  const counts = ACTIONS.toReversed().flatMap((action) => {
    const count = nodes.filter((node) => node.action === action).length;
    return count === 0 ? [] : [`${count} ${action}`];
  });
  return counts.length === 0 ? "no node" : counts.join(", ");
}

const INTENT_WIDTH = Math.max(...INTENTS.map((intent) => intent.length));

function verdictParagraphs(verdicts: readonly VerdictChange[]): readonly Paragraph[] {
  if (verdicts.length === 0) return [];
  const word = (verdict: VerdictChange["after"]): string =>
    verdict === undefined ? "not judged" : verdictWord[verdict];
  return [
    { indent: 0, tone: "strong", lead: "VERDICTS" },
    ...verdicts.map(({ intent, before, after }) => ({
      indent: 2,
      text: `${intent.padEnd(INTENT_WIDTH)}  ${word(before)} → ${word(after)}`,
    })),
  ];
}

function gateParagraphs(gates: readonly GateChange[]): readonly Paragraph[] {
  if (gates.length === 0) return [];
  return [
    { indent: 0, tone: "strong", lead: "GATES" },
    ...gates.flatMap(({ name, before, after }) => [
      {
        indent: 2,
        hang: 4,
        text: `${name}  ${before?.state ?? "-"} → ${after?.state ?? "-"}  ${after?.reason ?? ""}: ${after?.message ?? ""}`,
      },
      ...standingParagraphs(before, after),
    ]),
  ];
}

/** How the gate stands in the cluster, where that is another way than before. */
function standingParagraphs(
  before: GateChange["before"],
  after: GateChange["after"],
): readonly Paragraph[] {
  const moves = [
    { what: "stands", from: before?.combination, to: after?.combination },
    { what: "stalled", from: before?.stalled, to: after?.stalled },
    { what: "nodes on the newest template", from: before?.currentNodes, to: after?.currentNodes },
  ];
  const said = moves
    .filter(({ from, to }) => from !== to)
    .map(({ what, from, to }) => `${what}: ${from ?? "-"} → ${to ?? "-"}`);
  return said.length === 0 ? [] : [{ indent: 4, text: said.join(" · ") }];
}

function findingParagraphs({ comparison: { findings } }: Simulation): readonly Paragraph[] {
  const { came, went } = findings;
  if (came.length + went.length === 0) return [];
  return [
    {
      indent: 0,
      tone: "strong",
      lead: "FINDINGS",
      text: `${came.length} came, ${went.length} went`,
    },
    ...came.slice(0, FINDINGS_MAX).map((finding) => findingParagraph("came", finding)),
    ...went.slice(0, FINDINGS_MAX).map((finding) => findingParagraph("went", finding)),
  ];
}

function findingParagraph(
  lead: string,
  { enforcement, severity, name, reason, message, policy, rule, outcome }: FindingSeen,
): Paragraph {
  const open = outcome === "fail" ? "" : outcome === "error" ? "error, " : "not known, ";
  return {
    indent: 2,
    hang: 4,
    lead,
    tone: lead === "came" ? "warn" : "good",
    text: `${open}${enforcement} ${severity}  ${name}  ${reason}: ${message}  [${policy}/${rule}]`,
  };
}

function unchangedText({ comparison: { unchanged } }: Simulation): string {
  const { nodes, gates, findings } = unchanged;
  return `as before: ${counted(nodes, "node")}, ${counted(gates, "gate")}, ${counted(findings, "finding")}`;
}
