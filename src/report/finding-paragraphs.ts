import type { Finding } from "../engine/decision.ts";
import type { SubjectKind } from "../engine/facts/subject.ts";
import type { Severity } from "../engine/policy.ts";
import { compareText } from "../input/compare-text.ts";
import { type Fold, foldBy, namesText, withoutName } from "./fold.ts";
import type { Paragraph, Tone } from "./layout.ts";
import { cureText, missingText } from "./words.ts";

/** What the rules found, most pressing first; findings that differ in their subject's name only are told together. */
export function findingParagraphs(findings: readonly Finding[]): readonly Paragraph[] {
  if (findings.length === 0) return [];
  const inOrder = [...findings].sort(
    (a, b) =>
      weightOf(b) - weightOf(a) ||
      severityOrder[b.severity] - severityOrder[a.severity] ||
      compareText(a.policy, b.policy) ||
      compareText(a.rule, b.rule) ||
      compareText(a.name, b.name),
  );
  return [
    { indent: 0, tone: "strong", lead: "FINDINGS" },
    ...foldBy(inOrder, foldKey).flatMap(foldParagraphs),
  ];
}

const severityOrder: Readonly<Record<Severity, number>> = {
  info: 0,
  low: 1,
  medium: 2,
  high: 3,
  critical: 4,
};

/** What counts towards a verdict stands above what does not; in each, what is certain above what is open. */
function weightOf({ enforcement, outcome }: Finding): number {
  const byEnforcement = { deny: 6, warn: 3, audit: 0 };
  const byOutcome = { fail: 2, error: 1, unknown: 0 };
  return byEnforcement[enforcement] + byOutcome[outcome];
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

function foldParagraphs({ items, first }: Fold<Finding>): readonly Paragraph[] {
  const { policy, rule, severity, subject, name, denies, reason, missing = [] } = first;
  const own = (text: string): string => (items.length === 1 ? text : withoutName(text, name));
  const who =
    items.length === 1
      ? `${subjectWord[subject]} ${name}`
      : `${items.length} × ${subjectWord[subject]}`;
  const said = first.message === "" ? reason : `${reason}: ${first.message}`;
  const against = denies.length > 0 && countsAgainst(first) ? ` (denies ${denies.join(", ")})` : "";
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
      tone: toneOf(first),
      lead: leadOf(first),
      text: `${severity}  ${who}  ${own(said)}${against}  [${policy}/${rule}]`,
    },
    ...rest.map((text) => ({ indent: 6, text })),
  ];
}

function countsAgainst({ enforcement, outcome }: Finding): boolean {
  return enforcement === "deny" && outcome === "fail";
}

function leadOf({ enforcement, outcome }: Finding): string {
  return outcome === "fail"
    ? enforcement.toUpperCase()
    : `${outcome.toUpperCase()} (${enforcement})`;
}

function toneOf({ enforcement, outcome }: Finding): Tone {
  if (enforcement === "audit") return "dim";
  if (outcome === "unknown") return "unsure";
  return enforcement === "deny" || outcome === "error" ? "bad" : "warn";
}

const subjectWord: Readonly<Record<SubjectKind, string>> = {
  gate: "gate",
  gatedFleet: "fleet of gate",
  nodeCredential: "node",
  credential: "credential",
  step: "step",
};
