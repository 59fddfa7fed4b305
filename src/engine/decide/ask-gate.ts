import type { Finding, GateQuestion } from "../decision.ts";
import type { Intent } from "../policy.ts";

/** What speaks against an intent for one gate: the findings on its fleet that deny it. */
export function askGate(intent: Intent, gate: string, findings: readonly Finding[]): GateQuestion {
  const against = onFleet(gate, findings).filter(
    ({ denies, enforcement }) => denies.includes(intent) && enforcement === "deny",
  );
  const unmet = against.filter(({ outcome }) => outcome === "fail");
  const open = against.filter(({ outcome }) => outcome !== "fail");
  const missing = open
    .flatMap((finding) => finding.missing ?? [])
    .map(({ fact }) => upperCamel(fact));
  return {
    allowed: unmet.length > 0 ? false : open.length > 0 ? "unknown" : true,
    unmet: unmet.map(({ reason }) => reason),
    unknown: [...new Set(missing)],
    messages: unmet.map(({ message }) => message),
  };
}

/** Whether a rule that says so holds for the gate's fleet. */
export function isStalled(
  gate: string,
  findings: readonly Finding[],
  stalling: ReadonlySet<string>,
): boolean | "unknown" {
  const about = onFleet(gate, findings).filter(({ policy, rule }) =>
    stalling.has(`${policy}/${rule}`),
  );
  if (about.some(({ outcome }) => outcome === "fail")) return true;
  return about.length > 0 ? "unknown" : false;
}

function onFleet(gate: string, findings: readonly Finding[]): readonly Finding[] {
  return findings.filter(({ subject, name }) => subject === "gatedFleet" && name === gate);
}

/** `release.candidateTemplate` → `CandidateTemplate`: how a decision names what is not known. */
function upperCamel(fact: string): string {
  const last = fact.slice(fact.lastIndexOf(".") + 1);
  return last.charAt(0).toUpperCase() + last.slice(1);
}
