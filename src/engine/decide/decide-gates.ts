import { compareText } from "../../input/compare-text.ts";
import type { Finding, GateDecision, PossibleOutcome } from "../decision.ts";
import { gateActivatedDay } from "../facts/gate/gate-activated-day.ts";
import { gateAgeDays } from "../facts/gate/gate-age-days.ts";
import { gateSuppresses } from "../facts/gate/gate-suppresses.ts";
import type { GateSubject } from "../facts/subject.ts";
import type { FirstResult } from "../rules/rule-result.ts";
import type { PolicyResults } from "../rules/run-policies.ts";
import type { Judged, Subjects } from "../subjects.ts";
import { askGate, isStalled } from "./ask-gate.ts";
import { decideFleet, decideHold } from "./decide-fleet.ts";
import { evidenceOf, missingFacts, renderFor } from "./explain-rule.ts";
import { gateTimeline } from "./gate-timeline.ts";
import { valueOr } from "./value-or.ts";

/** From calm to alarming; what several policies say of one gate is told by the most alarming. */
const alarm: readonly GateDecision["state"][] = [
  "inactive",
  "active",
  "expiring",
  "expired",
  "invalid",
  "indeterminate",
];

/** One decision for each gate that a policy judged, by name. */
export function decideGates(
  subjects: Subjects,
  results: PolicyResults,
  findings: readonly Finding[],
): readonly GateDecision[] {
  return subjects.gate
    .flatMap((judged, index) => {
      const decisions = results.first
        .filter((result) => result.subject === "gate" && result.index === index)
        .map((result) => decideGate(result, judged, { subjects, results, findings }))
        .sort((a, b) => alarm.indexOf(b.state) - alarm.indexOf(a.state));
      return decisions.slice(0, 1);
    })
    .sort((a, b) => compareText(a.name, b.name));
}

interface GateContext {
  readonly subjects: Subjects;
  readonly results: PolicyResults;
  readonly findings: readonly Finding[];
}

function decideGate(
  result: FirstResult,
  judged: Judged<GateSubject>,
  { subjects, results, findings }: GateContext,
): GateDecision {
  const { reader, name } = judged;
  const state = stateOf(result);
  const fleet = subjects.gatedFleet.find((other) => other.name === name);
  const activatedOn = valueOr(reader.read(gateActivatedDay), undefined);
  const ageDays = valueOr(reader.read(gateAgeDays), undefined);
  return {
    name,
    state,
    ...reasonOf(result, judged),
    ...(activatedOn === undefined ? {} : { activatedOn }),
    ...(ageDays === undefined ? {} : { ageDays }),
    ...gateTimeline(result.policy, judged),
    ...(fleet === undefined ? {} : { stalled: isStalled(name, findings, stallingRules(results)) }),
    suppresses: valueOr(reader.read(gateSuppresses), []),
    ...(fleet === undefined ? {} : { ...decideHold(fleet), fleet: decideFleet(fleet) }),
    ...(fleet === undefined || state === "inactive"
      ? {}
      : {
          release: askGate("release-gate", name, findings),
          rollback: askGate("rollback-gate", name, findings),
        }),
    rules: rulesOf(result),
    ...openQuestions(result),
    evidence: evidenceFor(result, judged),
  };
}

/** Rules whose outcome says that a rollout does not move. */
function stallingRules({ findings }: PolicyResults): ReadonlySet<string> {
  const stalling = findings.filter(({ rule }) => rule.outcome.stalled === true);
  return new Set(stalling.map(({ policy, rule }) => `${policy.name}/${rule.name}`));
}

/** Known where every way that remains possible ends in one state, whatever the intents that they deny. */
function stateOf({ possible }: FirstResult): GateDecision["state"] {
  const states = new Set(possible.map(({ outcome }) => outcome?.state ?? "indeterminate"));
  const [only] = states;
  return only !== undefined && states.size === 1 ? only : "indeterminate";
}

function reasonOf(
  { decided, policy, missing }: FirstResult,
  judged: Judged<GateSubject>,
): Pick<GateDecision, "reason" | "message" | "remediation"> {
  if (decided === undefined) {
    const names = missing.map(({ name }) => `\`${name}\``).join(", ");
    return { reason: "Undecided", message: `not decided while not known: ${names}` };
  }
  if (decided.outcome === undefined) {
    return {
      reason: "RuleFailed",
      message: `rule ${decided.rule.name} failed: ${decided.error.message}`,
    };
  }
  const { rule, outcome } = decided;
  const remediation = renderFor(policy, rule.remediation, judged);
  return {
    reason: outcome.reason,
    message: renderFor(policy, rule.message, judged),
    ...(remediation === "" ? {} : { remediation }),
  };
}

function rulesOf({ decided, policy }: FirstResult): readonly string[] {
  return decided === undefined ? [] : [`${policy.name}/${decided.rule.name}`];
}

function openQuestions(result: FirstResult): Pick<GateDecision, "possible" | "missing"> {
  if (result.missing.length === 0) return {};
  const possible = result.possible.map(({ rule, outcome, error }): PossibleOutcome => {
    const name = `${result.policy.name}/${rule.name}`;
    if (outcome === undefined) return { rule: name, reason: "RuleFailed", error: error.message };
    return {
      rule: name,
      reason: outcome.reason,
      ...(outcome.state === undefined ? {} : { state: outcome.state }),
    };
  });
  return { possible, missing: missingFacts(result.missing) };
}

function evidenceFor(
  { decided, policy }: FirstResult,
  judged: Judged<GateSubject>,
): GateDecision["evidence"] {
  return decided === undefined ? [] : evidenceOf(policy, decided.rule, judged);
}
