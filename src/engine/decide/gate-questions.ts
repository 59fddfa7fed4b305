import type { Finding, GateDecision, GateQuestion } from "../decision.ts";
import type { GatedFleetSubject } from "../facts/subject.ts";
import type { Intent, PolicySet, Rule } from "../policy.ts";
import type { PolicyResults } from "../rules/run-policies.ts";
import type { Judged, Subjects } from "../subjects.ts";

/** What one gate's decision draws on beside its own result. */
export interface GateContext {
  readonly policySet: PolicySet;
  readonly subjects: Subjects;
  readonly results: PolicyResults;
  readonly findings: readonly Finding[];
}

/** Whether the rollout moves, where a policy asks that and the profile names a fleet. */
export function stalledOf(
  gate: string,
  fleet: Judged<GatedFleetSubject> | undefined,
  { policySet, findings }: GateContext,
): Pick<GateDecision, "stalled"> {
  const stalling = fleetRules(policySet, ({ outcome }) => outcome.stalled === true);
  return fleet === undefined || stalling.size === 0
    ? {}
    : { stalled: isStalled(gate, findings, stalling) };
}

/** Release and rollback, where a policy asks about them: of a gate that is gone only what speaks against them. */
export function questionsOf(
  gate: string,
  {
    state,
    combination,
  }: Pick<GateDecision, "state"> & {
    readonly combination: GateDecision["combination"] | undefined;
  },
  { policySet, findings, subjects }: GateContext,
): Pick<GateDecision, "release" | "rollback"> {
  if (!subjects.gatedFleet.some(({ name }) => name === gate)) return {};
  const ask = (intent: Intent): GateQuestion | undefined => {
    const asks = fleetRules(policySet, ({ outcome }) => outcome.denies.includes(intent));
    if (asks.size === 0) return undefined;
    const question = askGate(intent, gate, findings);
    const isGone = state === "inactive" && combination === "normal";
    return isGone && question.allowed === true ? undefined : question;
  };
  const release = ask("release-gate");
  const rollback = ask("rollback-gate");
  return {
    ...(release === undefined ? {} : { release }),
    ...(rollback === undefined ? {} : { rollback }),
  };
}

/** `policy/rule` of those rules about gated fleets. */
function fleetRules(
  { policies }: PolicySet,
  isMeant: (rule: Rule) => boolean,
): ReadonlySet<string> {
  const about = policies.filter(({ subject }) => subject === "gatedFleet");
  return new Set(
    about.flatMap(({ name, rules }) => rules.filter(isMeant).map((rule) => `${name}/${rule.name}`)),
  );
}

/** What speaks against an intent for one gate: the findings on its fleet that deny it. */
function askGate(intent: Intent, gate: string, findings: readonly Finding[]): GateQuestion {
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
function isStalled(
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
