import type { Decision, PlanStep } from "../engine/decision.ts";
import type { SubjectKind } from "../engine/facts/subject.ts";
import { INTENTS } from "../engine/policy.ts";
import { foldBy, namesText } from "./fold.ts";
import type { Paragraph } from "./layout.ts";
import { counted, verdictWord } from "./words.ts";

/** The steps in their order, and the guards that keep them from running now. */
export function planParagraphs({ plan, disruption, nodes }: Decision): readonly Paragraph[] {
  const { steps } = plan;
  if (nodes.length === 0) return [];
  const held = foldBy(
    steps.filter(({ unmet }) => unmet.length > 0),
    ({ unmet }) => JSON.stringify(unmet),
  );
  const free = steps.filter(({ unmet }) => unmet.length === 0);
  return [
    { indent: 0, tone: "strong", lead: "PLAN", text: planSummary(steps, free.length) },
    ...held.flatMap(({ items, first }) =>
      first.unmet.map(({ guard, because, message }) => ({
        indent: 2,
        hang: 4,
        tone: because === "seen" ? ("bad" as const) : ("unsure" as const),
        lead: because === "seen" ? "MAY NOT RUN" : "HELD, guard not decided",
        text: `${counted(items.length, "step")}  ${guard}: ${message}`,
      })),
    ),
    ...(free.length > 0 ? [{ indent: 2, text: `order: ${orderText(free)}` }] : []),
    { indent: 2, text: `disruption: ${disruptionText(disruption)}` },
    ...(plan.notJudged === undefined
      ? []
      : [{ indent: 2, text: `for whoever reboots to judge: ${plan.notJudged.join(", ")}` }]),
  ];
}

function planSummary(steps: readonly PlanStep[], free: number): string {
  if (steps.length === 0) return "no step to take";
  return free === steps.length
    ? `${counted(steps.length, "step")}, one after the other`
    : `${counted(steps.length, "step")}, ${free === 0 ? "none" : String(free)} of which may run now`;
}

function orderText(steps: readonly PlanStep[]): string {
  return namesText(
    steps.map(({ node }) => node),
    " → ",
  );
}

export function disruptionText({
  reboots,
  restarts,
  controlPlanes,
  minutes,
}: Decision["disruption"]): string {
  if (reboots === 0 && restarts === 0) return "none (0 reboots, 0 restarts)";
  const parts = [
    `${counted(reboots, "reboot")}${controlPlanes > 0 ? `, ${controlPlanes} of them ${controlPlanes === 1 ? "a control plane" : "control planes"}` : ""}`,
    counted(restarts, "restart"),
  ];
  if (minutes !== undefined) parts.push(`about ${counted(minutes, "minute")}`);
  return parts.join(", ");
}

/** The verdicts of what was not asked about. */
export function otherVerdicts({ intent, verdicts }: Decision): Paragraph {
  const others = INTENTS.filter((other) => other !== intent);
  const judged = others.flatMap((other) => {
    const verdict = verdicts[other];
    if (verdict === undefined) return [];
    return [`${other} ${verdict === "allow" ? verdict : verdictWord[verdict]}`];
  });
  const rest = others.filter((other) => verdicts[other] === undefined);
  const parts = rest.length === 0 ? judged : [...judged, `not judged: ${rest.join(", ")}`];
  return { indent: 0, text: `other intents: ${parts.join(" · ")}` };
}

const kindNouns: readonly { readonly kind: SubjectKind; readonly noun: string }[] = [
  { kind: "gate", noun: "gate" },
  { kind: "gatedFleet", noun: "gated fleet" },
  { kind: "node", noun: "node" },
  { kind: "nodeCredential", noun: "node credential" },
  { kind: "credential", noun: "credential" },
  { kind: "step", noun: "pipeline step" },
];

/** How much was judged, zero included, and what was not asked for. */
export function countParagraphs({ counts }: Decision): readonly Paragraph[] {
  const judged = kindNouns.map(({ kind, noun }) => counted(counts.subjects[kind], noun));
  const nounOf = (kind: SubjectKind): string =>
    kindNouns.find((each) => each.kind === kind)?.noun ?? kind;
  return [
    { indent: 0, text: `judged: ${judged.join(", ")}` },
    ...(counts.unjudged.length > 0
      ? [
          {
            indent: 0,
            tone: "warn" as const,
            lead: "NOT JUDGED",
            text: `no policy is about these: ${counts.unjudged.map((kind) => `${nounOf(kind)}s`).join(", ")}`,
          },
        ]
      : []),
    ...(counts.notApplicable.length > 0
      ? [
          {
            indent: 0,
            text: `not applicable (the profile does not name it): ${counts.notApplicable.join(", ")}`,
          },
        ]
      : []),
  ];
}
