import type { Decision, PlanStep, UnmetGuard } from "../engine/decision.ts";
import { foldBy, namesText } from "./fold.ts";
import type { Paragraph } from "./layout.ts";
import { counted } from "./words.ts";

/** The steps in their order, what each goes through, and the guards that keep them from running now. */
export function planParagraphs({ plan, disruption, nodes }: Decision): readonly Paragraph[] {
  const { steps, firstGuard, dropped = [], notJudged = [] } = plan;
  if (nodes.length === 0) return [];
  const inPlan = (text: string): Paragraph => ({ indent: 2, text });
  return [
    { indent: 0, tone: "strong", lead: "PLAN", text: planSummary(steps) },
    ...(steps.length === 0 ? [] : [inPlan(`order: ${orderText(steps)}`)]),
    ...phaseTexts(steps).map(inPlan),
    ...guardParagraphs(steps),
    ...(firstGuard === undefined
      ? []
      : [inPlan(`stops first at: ${firstGuard.node}, for ${firstGuard.guard}`)]),
    ...keepsTexts(steps).map(inPlan),
    ...foldBy(dropped, ({ why }) => why).map(({ items, first }) =>
      inPlan(`left out: ${namesText(items.map(({ node }) => node))} (${first.why})`),
    ),
    inPlan(`disruption: ${disruptionText(disruption)}`),
    ...notJudged.map(({ guard, message, meets }) =>
      inPlan(`for whoever reboots to judge: ${guard}: ${message} · judged with: ${meets}`),
    ),
  ];
}

function planSummary(steps: readonly PlanStep[]): string {
  if (steps.length === 0) return "no step to take";
  const free = steps.filter(({ unmet }) => unmet.length === 0).length;
  return free === steps.length
    ? `${counted(steps.length, "step")}, one after the other`
    : `${counted(steps.length, "step")}, one after the other, ${free === 0 ? "none" : String(free)} of which may run now`;
}

function orderText(steps: readonly PlanStep[]): string {
  return namesText(
    steps.map(({ node }) => node),
    " → ",
  );
}

/** One line for each way through; whose it is stands there only if there are several. */
function phaseTexts(steps: readonly PlanStep[]): readonly string[] {
  const ways = foldBy(steps, ({ phases }) => phases.map(({ phase }) => phase).join(" → "));
  return ways.map(({ items, first }) => {
    const way = first.phases.map(({ phase }) => phase).join(" → ");
    const whose = ways.length === 1 ? "" : ` of ${namesText(items.map(({ node }) => node))}`;
    return `phases${whose}: ${way}`;
  });
}

interface StepGuard {
  readonly node: string;
  readonly unmet: UnmetGuard;
}

/** Each unmet guard once, with the steps that it holds, and what would meet it. */
function guardParagraphs(steps: readonly PlanStep[]): readonly Paragraph[] {
  const all = steps.flatMap(({ node, unmet }) =>
    unmet.map((each): StepGuard => ({ node, unmet: each })),
  );
  const folds = foldBy(all, ({ unmet }) => JSON.stringify(unmet));
  return folds.flatMap(({ items, first: { unmet } }) => {
    const whose =
      items.length === steps.length
        ? counted(items.length, "step")
        : namesText(items.map(({ node }) => node));
    return [
      {
        indent: 2,
        hang: 4,
        ...leadOf(unmet),
        text: `${whose}  ${unmet.guard}${unmet.metBy === undefined ? `: ${unmet.message}` : ""}`,
      },
      ...(unmet.metBy === undefined ? [{ indent: 6, text: `needs: ${unmet.meets}` }] : []),
    ];
  });
}

function leadOf({ guard, because, metBy }: UnmetGuard): Pick<Paragraph, "tone" | "lead"> {
  if (metBy !== undefined) {
    const lead =
      guard === "ConfigOnDisk" ? "LATER, once patched" : `LATER, once ${metBy} is through`;
    return { tone: "warn", lead };
  }
  return because === "seen"
    ? { tone: "bad", lead: "MAY NOT RUN" }
    : { tone: "unsure", lead: "HELD, guard not decided" };
}

/** What somebody intends with a node, and finds there again. */
function keepsTexts(steps: readonly PlanStep[]): readonly string[] {
  return steps.flatMap(({ node, keeps }) => {
    if (keeps === undefined) return [];
    const kept = [...(keeps.cordon ? ["cordoned"] : []), ...keeps.taints];
    return [`stays as it is: ${node}: ${kept.join(", ")}`];
  });
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
