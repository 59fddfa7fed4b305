import { compareText } from "../../input/compare-text.ts";
import type { GateDecision, PossibleOutcome } from "../decision.ts";
import { gateCombination } from "../facts/fleet/gate-combination.ts";
import { gateActivatedDay } from "../facts/gate/gate-activated-day.ts";
import { gateAgeDays } from "../facts/gate/gate-age-days.ts";
import { gateSuppresses } from "../facts/gate/gate-suppresses.ts";
import type { GateSubject } from "../facts/subject.ts";
import type { Intent } from "../policy.ts";
import type { FirstResult } from "../rules/rule-result.ts";
import type { Judged } from "../subjects.ts";
import { decideFleet, decideHold } from "./decide-fleet.ts";
import { describeError } from "./describe-error.ts";
import { evidenceOf, missingFacts, renderFor } from "./explain-rule.ts";
import { type GateContext, questionsOf, stalledOf } from "./gate-questions.ts";
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
export function decideGates(context: GateContext): readonly GateDecision[] {
  return context.subjects.gate
    .flatMap((judged) => {
      const decisions = context.results.first
        .filter((result) => result.judged === judged)
        .map((result) => decideGate(result, judged, context))
        .sort((a, b) => alarm.indexOf(b.state) - alarm.indexOf(a.state));
      return decisions.slice(0, 1);
    })
    .sort((a, b) => compareText(a.name, b.name));
}

function decideGate(
  result: FirstResult,
  judged: Judged<GateSubject>,
  context: GateContext,
): GateDecision {
  const { reader, name } = judged;
  const state = stateOf(result);
  const fleet = context.subjects.gatedFleet.find((other) => other.name === name);
  const activatedOn = valueOr(reader.read(gateActivatedDay), undefined);
  const combination = fleet && valueOr(fleet.reader.read(gateCombination), "unknown" as const);
  const ageDays = valueOr(reader.read(gateAgeDays), undefined);
  return {
    name,
    state,
    ...reasonOf(result, judged),
    ...(activatedOn === undefined ? {} : { activatedOn }),
    ...(ageDays === undefined ? {} : { ageDays }),
    ...gateTimeline(result.policy, judged),
    ...stalledOf(name, fleet, context),
    ...(combination === undefined ? {} : { combination }),
    denies: denialsOf(result),
    suppresses: state === "inactive" ? [] : valueOr(reader.read(gateSuppresses), []),
    ...(fleet === undefined ? {} : { ...decideHold(fleet), fleet: decideFleet(fleet) }),
    ...questionsOf(name, { state, combination }, context),
    rules: rulesOf(result),
    ...openQuestions(result),
    evidence: evidenceFor(result, judged),
  };
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
      message: `rule ${decided.rule.name} failed: ${describeError(policy, decided.rule, judged, decided.error)}`,
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

/** What the state denies, where it is decided. */
function denialsOf({ decided }: FirstResult): readonly Intent[] {
  return decided?.outcome !== undefined && decided.rule.enforcement === "deny"
    ? decided.outcome.denies
    : [];
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
