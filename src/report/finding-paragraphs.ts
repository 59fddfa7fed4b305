import type { Decision, Finding, GateDecision } from "../engine/decision.ts";
import type { SubjectKind } from "../engine/facts/subject.ts";
import type { Intent, Severity } from "../engine/policy.ts";
import { compareText } from "../input/compare-text.ts";
import { type Fold, foldBy, namesText, withoutName } from "./fold.ts";
import type { Paragraph, Tone } from "./layout.ts";
import { isOpenStep } from "./pipeline-paragraphs.ts";
import { cureText, missingText } from "./words.ts";

/**
 * What the rules found, most pressing first; findings that differ in their subject's name only are told
 * together. What a gate's own questions and the pipeline have told already is left out.
 */
export function findingParagraphs(decision: Decision): readonly Paragraph[] {
  const { findings, gates, intent, pipeline } = decision;
  const told = toldByGates(gates);
  const inOrder = findings
    .filter((finding) => !isOpenStep(finding, pipeline))
    .filter(
      (finding) =>
        bears(finding, intent) ||
        !(told.has(questionKey(finding.name, finding.reason)) || isOpenQuestion(finding, gates)),
    )
    .sort(
      (a, b) =>
        weightOf(b, intent) - weightOf(a, intent) ||
        severityOrder[b.severity] - severityOrder[a.severity] ||
        compareText(a.policy, b.policy) ||
        compareText(a.rule, b.rule) ||
        compareText(a.name, b.name),
    );
  if (inOrder.length === 0) return [];
  return [
    { indent: 0, tone: "strong", lead: "FINDINGS" },
    ...foldBy(inOrder, foldKey).flatMap((fold) => foldParagraphs(fold, intent)),
  ];
}

function toldByGates(gates: readonly GateDecision[]): ReadonlySet<string> {
  const keys = gates.flatMap(({ name, release, rollback }) =>
    [...(release?.unmet ?? []), ...(rollback?.unmet ?? [])].map((reason) =>
      questionKey(name, reason),
    ),
  );
  return new Set(keys);
}

/** Open, and about nothing but a question that its gate tells as not known. */
function isOpenQuestion(finding: Finding, gates: readonly GateDecision[]): boolean {
  const gate = gates.find(({ name }) => name === finding.name);
  const asked: readonly Intent[] = [
    ...(gate?.release === undefined ? [] : (["release-gate"] as const)),
    ...(gate?.rollback === undefined ? [] : (["rollback-gate"] as const)),
  ];
  const { outcome, subject, denies } = finding;
  return (
    outcome === "unknown" &&
    subject === "gatedFleet" &&
    denies.length > 0 &&
    denies.every((intent) => asked.includes(intent))
  );
}

function questionKey(name: string, reason: string): string {
  return `${reason} ${name}`;
}

/** Whether it counts for or against what was asked; warnings do not, but everyone should see them. */
function bears({ enforcement, denies }: Finding, intent: Intent): boolean {
  return enforcement === "deny" && denies.includes(intent);
}

const severityOrder: Readonly<Record<Severity, number>> = {
  info: 0,
  low: 1,
  medium: 2,
  high: 3,
  critical: 4,
};

/** What counts towards the verdict comes first, then warnings, then what would deny something else, then notes; in each, what is certain first. */
function weightOf(finding: Finding, intent: Intent): number {
  const byOutcome = { fail: 2, error: 1, unknown: 0 };
  const byKind = { deny: bears(finding, intent) ? 12 : 6, warn: 9, note: 3, audit: 0 };
  return byKind[kindOf(finding)] + byOutcome[finding.outcome];
}

function foldKey(finding: Finding): string {
  const { policy, rule, outcome, enforcement, severity, denies } = finding;
  return JSON.stringify([policy, rule, outcome, enforcement, severity, denies, ownText(finding)]);
}

/** Everything that may differ between subjects, own names taken out. */
function ownText(finding: Finding): readonly string[] {
  const { name, message, reason, remediation = "", missing = [] } = finding;
  const parts = [message, reason, remediation, missingText(missing), cureText(missing) ?? ""];
  return parts.map((part) => withoutName(part, name));
}

function foldParagraphs({ items, first }: Fold<Finding>, intent: Intent): readonly Paragraph[] {
  const { policy, rule, severity, subject, name, reason, missing = [] } = first;
  const own = (text: string): string => (items.length === 1 ? text : withoutName(text, name));
  const who =
    items.length === 1
      ? `${subjectWord[subject]} ${name}`
      : `${items.length} × ${subjectWord[subject]}`;
  const said = first.message === "" ? reason : `${reason}: ${first.message}`;
  const rest: string[] = [];
  if (items.length > 1) rest.push(namesText(items.map((item) => item.name)));
  if (missing.length > 0) rest.push(`missing: ${own(missingText(missing))}`);
  const cure = cureText(missing);
  if (cure !== undefined) rest.push(`settles it: ${own(cure)}`);
  if (first.remediation !== undefined) rest.push(`do: ${own(first.remediation)}`);
  return [
    {
      indent: 2,
      hang: 4,
      tone: toneOf(first, intent),
      lead: leadOf(first),
      text: `${severity}  ${who}  ${own(said)}  [${policy}/${rule}]`,
    },
    ...rest.map((text) => ({ indent: 6, text })),
  ];
}

function leadOf(finding: Finding): string {
  const { outcome, denies } = finding;
  const kind = kindOf(finding);
  const what = kind === "deny" ? ` ${denies.join(", ")}` : "";
  return outcome === "fail"
    ? `${kind.toUpperCase()}${what}`
    : `${outcome.toUpperCase()} (${kind}${what})`;
}

/** A rule that denies nothing only notes, whatever its enforcement. */
function kindOf({ enforcement, denies }: Finding): Finding["enforcement"] | "note" {
  return enforcement === "deny" && denies.length === 0 ? "note" : enforcement;
}

function toneOf(finding: Finding, intent: Intent): Tone {
  const { enforcement, outcome } = finding;
  if (enforcement === "audit") return "dim";
  if (outcome === "unknown") return "unsure";
  if (outcome === "error" || bears(finding, intent)) return "bad";
  return enforcement === "warn" ? "warn" : "strong";
}

const subjectWord: Readonly<Record<SubjectKind, string>> = {
  gate: "gate",
  gatedFleet: "fleet of gate",
  fleet: "fleet",
  node: "node",
  nodeConfig: "node",
  nodeCredential: "node",
  credential: "credential",
  step: "step",
  source: "source",
  kustomization: "Kustomization",
};
