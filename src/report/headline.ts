import type {
  Decision,
  Finding,
  GateDecision,
  GateQuestion,
  PlanStep,
} from "../engine/decision.ts";
import type { Intent } from "../engine/policy.ts";
import { troubleWord } from "./gate-combination-text.ts";
import { isOpenStep } from "./pipeline-paragraphs.ts";
import { dayText } from "./time-text.ts";
import { counted, distinct, listed } from "./words.ts";

/** Why the verdict of the intent asked about is what it is, in one line; the most telling reason first. */
export function headlineOf(decision: Decision): string {
  if (decision.vacuous) return "nothing that bears on it was judged, so this is not a pass";
  if (decision.verdict === "allow") return allowText(decision);
  const reasons = distinct(
    decision.verdict === "deny" ? denialsOf(decision) : openPointsOf(decision),
  );
  const [first, ...others] = reasons;
  if (first === undefined) return "see below";
  return others.length === 0
    ? first
    : `${first} (and ${counted(others.length, "more reason")} below)`;
}

/** The question of each gate that an intent is about, if it is about one. */
const questionOf: Partial<Record<Intent, (gate: GateDecision) => GateQuestion | undefined>> = {
  "release-gate": ({ release }) => release,
  "rollback-gate": ({ rollback }) => rollback,
};

function denialsOf(decision: Decision): readonly string[] {
  return [
    ...questions(decision).flatMap(({ gate, question }) =>
      question.allowed === false
        ? [
            withMessage(
              `gate ${gate.name}: ${question.unmet[0] ?? "refused"}`,
              question.messages[0],
            ),
          ]
        : [],
    ),
    ...gateDenials(decision),
    ...decision.findings.filter((finding) => bearsOn(finding, decision.intent, "fail")).map(told),
    ...refusals(decision),
    ...guardsOf(decision, "seen"),
  ];
}

function gateDenials({ gates, intent }: Decision): readonly string[] {
  return gates
    .filter(({ denies }) => denies.includes(intent))
    .map((gate) => withMessage(`gate ${gate.name} is ${gate.state}`, gate.message));
}

function refusals({ nodes }: Decision): readonly string[] {
  const refused = nodes.filter(({ blocked }) => blocked === "refused");
  return distinct(refused.map(({ reason }) => reason)).map((reason) => {
    const [first, ...others] = refused.filter((node) => node.reason === reason);
    const who = others.length === 0 ? (first?.name ?? "") : counted(others.length + 1, "node");
    return withMessage(`${who} refused, ${reason}`, first?.message ?? "");
  });
}

/** Guards bear on reboots only, and those that an earlier step meets stop nothing. */
function guardsOf(
  { plan, intent }: Decision,
  why: PlanStep["unmet"][number]["because"],
): readonly string[] {
  if (intent !== "reboot") return [];
  return plan.steps.flatMap(({ obligations, unmet }) =>
    obligations.includes("reboot")
      ? unmet
          .filter(({ because, metBy }) => because === why && metBy === undefined)
          .map(({ guard, message }) => withMessage(guard, message))
      : [],
  );
}

function openPointsOf(decision: Decision): readonly string[] {
  const { gates, nodes, findings, intent, pipeline } = decision;
  const open = nodes.filter(({ missing = [] }) => missing.length > 0);
  const broken = nodes.filter(({ blocked }) => blocked === "error");
  const facts = distinct(open.flatMap(({ missing = [] }) => missing.map(({ fact }) => fact)));
  const lacking = facts.length === 0 ? "" : `, missing: ${listed(facts)}`;
  return [
    ...guardsOf(decision, "unknown"),
    ...(broken.length > 0 ? [`a rule failed on ${counted(broken.length, "node")}`] : []),
    ...questions(decision).flatMap(({ gate, question }) =>
      question.allowed === "unknown"
        ? [`gate ${gate.name}: not known: ${listed(question.unknown)}`]
        : [],
    ),
    ...gates
      .filter(({ state }) => state === "indeterminate")
      .map((gate) => withMessage(`gate ${gate.name} is not decided`, gate.message)),
    ...findings.filter((finding) => bearsOn(finding, intent, "error")).map(told),
    ...openStepsOf(decision),
    ...findings
      .filter((finding) => bearsOn(finding, intent, "unknown") && !isOpenStep(finding, pipeline))
      .map(told),
    ...(open.length > 0 ? [`${counted(open.length, "node")} not decided${lacking}`] : []),
  ];
}

/** Required steps of which nothing but how they ended is asked, and not known. */
function openStepsOf({ findings, intent, pipeline }: Decision): readonly string[] {
  const open = findings.filter(
    (finding) => bearsOn(finding, intent, "unknown") && isOpenStep(finding, pipeline),
  );
  const names = distinct(open.map(({ name }) => name));
  if (names.length === 0) return [];
  return names.length === 1
    ? [`how the step ${names.join()} ended is not known`]
    : [`how ${names.length} required steps ended is not known`];
}

function questions({
  gates,
  intent,
}: Decision): readonly { gate: GateDecision; question: GateQuestion }[] {
  const pick = questionOf[intent];
  if (pick === undefined) return [];
  return gates.flatMap((gate) => {
    const question = pick(gate);
    return question === undefined ? [] : [{ gate, question }];
  });
}

function bearsOn(finding: Finding, intent: Intent, outcome: Finding["outcome"]): boolean {
  return (
    finding.enforcement === "deny" && finding.outcome === outcome && finding.denies.includes(intent)
  );
}

function told({ name, reason, message, outcome }: Finding): string {
  const open =
    outcome === "fail" ? "" : outcome === "error" ? "error in a rule on " : "not known of ";
  return withMessage(`${open}${name}: ${reason}`, message);
}

function withMessage(text: string, message: string | undefined): string {
  return message === undefined || message === "" ? text : `${text}: ${message}`;
}

/** What is to be done under an allowed intent, and what nobody should overlook. */
function allowText(decision: Decision): string {
  const { disruption, nodes, gates, findings } = decision;
  const parts: string[] = [];
  const toDo = nodes.filter(({ action }) => action !== "none").length;
  if (nodes.length > 0) {
    const reboots = disruption.reboots === 0 ? "no reboot" : counted(disruption.reboots, "reboot");
    parts.push(
      toDo === 0
        ? `nothing to do on ${counted(nodes.length, "node")}`
        : `${toDo} of ${counted(nodes.length, "node")} to act on, ${reboots}`,
    );
  }
  for (const gate of gates) parts.push(gateText(gate));
  const warnings = findings.filter(
    ({ enforcement, outcome }) => enforcement === "warn" && outcome === "fail",
  ).length;
  if (warnings > 0) parts.push(counted(warnings, "warning"));
  return parts.length === 0 ? "nothing speaks against it" : parts.join(", ");
}

/** `gate cilium is expiring, day 11 of 14, stalled`. */
function gateText(gate: GateDecision): string {
  const { name, state, stalled } = gate;
  const parts = [`gate ${name} is ${state}`];
  const day = dayText(gate);
  if (day !== "" && state !== "inactive") parts.push(day);
  const trouble = troubleWord(gate);
  if (trouble !== undefined) parts.push(trouble);
  if (stalled === true) parts.push("stalled");
  return parts.join(", ");
}
