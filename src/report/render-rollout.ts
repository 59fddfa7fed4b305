import type { FleetRollout, RolloutStep, RolloutUnmet } from "../engine/rollout/rollout-plan.ts";
import type { WarrantedRollout } from "../warrant/plan-step-warrants.ts";
import { foldBy, namesText } from "./fold.ts";
import { blankLine, layOut, type Paragraph, type TextOptions } from "./layout.ts";
import { instantText } from "./time-text.ts";
import { counted, distinct } from "./words.ts";

/** A rollout's plan for eyes: who is stepped in which order, what each step changes, and what may be done now. */
export function renderRollout(rollout: WarrantedRollout, options: TextOptions): string {
  const { plan } = rollout;
  const head: Paragraph = { indent: 0, text: `as of ${instantText(plan.evaluatedAt)}` };
  if (plan.fleets.length === 0)
    return layOut([head, { indent: 0, tone: "warn", lead: "VACUOUS", text: noFleet }], options);
  const sections = [...plan.fleets.map(fleetParagraphs), warrantParagraphs(rollout)].filter(
    (section) => section.length > 0,
  );
  return layOut([head, ...sections.flatMap((section) => [blankLine, ...section])], options);
}

/** How many steps have leave, until when, and which get none. */
function warrantParagraphs({ warrants, withheld }: WarrantedRollout): readonly Paragraph[] {
  const count = warrants.length + withheld.length;
  if (count === 0) return [];
  const [first] = warrants;
  const end = first === undefined ? "" : `, good until ${instantText(first.validUntil)}`;
  return [
    { indent: 0, tone: "strong", lead: "WARRANTS", text: `${warrants.length} of ${count}${end}` },
    ...foldBy(withheld, ({ message }) => message).map(
      ({ items, first: { message } }): Paragraph => ({
        indent: 2,
        hang: 4,
        tone: "unsure",
        lead: "NO WARRANT",
        text: `${namesText(items.map(({ node }) => node))}  ${message}`,
      }),
    ),
  ];
}

const noFleet = "the profile names no DaemonSet, so nothing was planned";

function fleetParagraphs(fleet: FleetRollout): readonly Paragraph[] {
  const { steps, revision, dropped, notJudged, missing } = fleet;
  return [
    {
      indent: 0,
      ...leadOf(fleet),
      text: `${fleet.daemonSet}${revision === undefined ? "" : ` to ${revision}`}: ${summaryOf(fleet)}`,
    },
    ...distinct(missing.map(({ detail }) => detail)).map((text) => ({
      indent: 2,
      text: `not known: ${text}`,
    })),
    ...distinct(missing.flatMap(({ cure }) => cure ?? [])).map((text) => ({
      indent: 2,
      text: `settles it: ${text}`,
    })),
    ...steps.map(stepParagraph),
    ...guardParagraphs(steps),
    ...deltaParagraphs(steps),
    ...howParagraphs(steps),
    ...(dropped.length === 0
      ? []
      : [{ indent: 2, text: `left out, leaving: ${dropped.join(", ")}` }]),
    ...notJudged.map(({ guard, meets }) => ({
      indent: 2,
      text: `for whoever steps to judge: ${guard} · judged with: ${meets}`,
    })),
  ];
}

function leadOf({ standing, steps }: FleetRollout): Pick<Paragraph, "tone" | "lead"> {
  if (standing === "complete") return { tone: "good", lead: "COMPLETE" };
  if (standing === "unknown") return { tone: "unsure", lead: "NOT KNOWN" };
  if (standing === "waits") return { tone: "strong", lead: "WAITS" };
  if (standing !== "steps") return { tone: "strong", lead: "NO STEPS" };
  const next = steps[0]?.unmet ?? [];
  if (next.length === 0) return { tone: "strong", lead: "ROLLOUT" };
  return next.some(({ because }) => because === "seen")
    ? { tone: "bad", lead: "HELD ROLLOUT" }
    : { tone: "unsure", lead: "ROLLOUT NOT DECIDED" };
}

function summaryOf({ standing, steps }: FleetRollout): string {
  switch (standing) {
    case "steps":
      return `${counted(steps.length, "step")}, one after the other`;
    case "complete":
      return "nothing to step and nothing to check";
    case "waits":
      return "nothing to step now, and not over: pods are lacking, not bound, over or on their way out, or its counts are not settled";
    case "rolls":
      return "its controller replaces pods by itself";
    case "absent":
      return "there is no such DaemonSet, or it wants no node";
    case "unknown":
      return "what its nodes run, or whether they were verified, is not known, so nothing is planned";
  }
}

function stepParagraph({ node, stage, action, pod, unmet }: RolloutStep, at: number): Paragraph {
  const does =
    action === "verify" ? `check ${pod.name}, which runs it already` : `replace ${pod.name}`;
  return {
    indent: 2,
    hang: 4,
    before: `${at + 1}. ${node}`,
    ...standingOf(unmet),
    text: `${stage === "unknown" ? "role not known" : stage}: ${does}`,
  };
}

function standingOf(unmet: readonly RolloutUnmet[]): Pick<Paragraph, "tone" | "lead"> {
  const biting = unmet.filter(({ metBy }) => metBy === undefined);
  if (biting.some(({ because }) => because === "seen")) return { tone: "bad", lead: "MAY NOT RUN" };
  if (biting.length > 0) return { tone: "unsure", lead: "HELD, guard not decided" };
  const [later] = unmet;
  return later === undefined
    ? { tone: "good", lead: "NEXT" }
    : { tone: "warn", lead: `LATER, once ${later.metBy ?? "it"} is verified` };
}

/** Each unmet guard once, with the steps that it holds. */
function guardParagraphs(steps: readonly RolloutStep[]): readonly Paragraph[] {
  const all = steps.flatMap(({ node, unmet }) =>
    unmet.filter(({ metBy }) => metBy === undefined).map((each) => ({ node, each })),
  );
  return foldBy(all, ({ each }) => JSON.stringify(each)).flatMap(({ items, first: { each } }) => {
    const whose =
      items.length === steps.length ? "every step" : namesText(items.map(({ node }) => node));
    return [
      { indent: 2, hang: 4, text: `${each.guard} holds ${whose}: ${each.message}` },
      { indent: 6, text: `needs: ${each.meets}` },
    ];
  });
}

function deltaParagraphs(steps: readonly RolloutStep[]): readonly Paragraph[] {
  const stepping = steps.filter(({ action }) => action === "step-agent");
  return foldBy(stepping, ({ from }) => from).flatMap(({ items, first }) => [
    { indent: 2, text: `from ${first.from}, ${counted(items.length, "node")}, a step changes:` },
    ...(first.delta.length === 0 ? ["nothing: the templates mean the same"] : first.delta).map(
      (text) => ({ indent: 4, text }),
    ),
  ]);
}

function howParagraphs(steps: readonly RolloutStep[]): readonly Paragraph[] {
  const [first] = steps;
  if (first === undefined) return [];
  const longest = steps.find(({ action }) => action === "step-agent") ?? first;
  const { daemonSet, revision } = first.record;
  return [
    ...longest.phases.map(({ phase, does, provedBy }) => ({
      indent: 2,
      hang: 4,
      text: `${phase}: ${does} (${provedBy.join(", ")})`,
    })),
    {
      indent: 2,
      hang: 4,
      text: `to record: {daemonSet: ${daemonSet}, node: NODE, revision: ${revision}, at: TIME, result: verified, verifiedAt: TIME}`,
    },
  ];
}
