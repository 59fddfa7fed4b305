import { type Condition, evaluateCondition } from "../../cel/condition.ts";
import { ERROR, FALSE, TRUE } from "../../cel/truth.ts";
import type { Bindings } from "../../cel/value.ts";
import type { FactCause } from "../facts/fact.ts";
import { factCausesOf } from "../facts/fact-cause.ts";
import type { Outcome, Policy, Rule } from "../policy.ts";
import type { FirstResult, Meanwhile, Possibility } from "./rule-result.ts";
import { isSameToDo } from "./same-to-do.ts";

/** What the search through a policy's rules came to. */
export type Search = Omit<FirstResult, "policy" | "subject" | "index">;

/**
 * First match over conditions that may not be known: a rule that may or may not hold is followed both
 * ways. The outcome is decided only if every way ends in the same thing to do (unknowns §6).
 */
export function evaluateFirst(policy: Policy, bindings: Bindings): Search {
  const possible: Possibility[] = [];
  const missing: FactCause[] = [];
  let ended: Condition | undefined;
  for (const rule of policy.rules) {
    if (rule.enforcement === "audit") continue;
    const condition = evaluateCondition(rule.condition, bindings);
    if (condition.may === FALSE) continue;
    addPossibilities(rule, condition, possible);
    if (condition.may === TRUE || condition.may === ERROR) {
      ended = condition;
      break;
    }
    addMissing(condition, missing);
    if ((condition.may & FALSE) === 0) {
      ended = condition;
      break;
    }
  }
  if (ended === undefined && policy.otherwise !== undefined) {
    possible.push({ rule: policy.otherwise, outcome: policy.otherwise.outcome });
  }
  const decided = decidedOf(possible, ended);
  return {
    possible,
    decided,
    missing,
    meanwhile: decided === undefined ? meanwhileOf(policy, possible, missing, bindings) : undefined,
  };
}

function addPossibilities(rule: Rule, condition: Condition, possible: Possibility[]): void {
  if ((condition.may & TRUE) !== 0) possible.push({ rule, outcome: rule.outcome });
  if ((condition.may & ERROR) !== 0 && condition.error !== undefined) {
    possible.push({ rule, error: condition.error });
  }
}

function addMissing(condition: Condition, missing: FactCause[]): void {
  for (const cause of factCausesOf(condition.causes)) {
    if (!missing.some(({ name }) => name === cause.name)) missing.push(cause);
  }
}

/** The last possibility is the one the search ended at: it holds if none above it does. */
function decidedOf(
  possible: readonly Possibility[],
  ended: Condition | undefined,
): Possibility | undefined {
  const last = possible.at(-1);
  if (last === undefined || possible.length === 1) return last;
  if (last.outcome === undefined) return undefined;
  // Disruption needs a rule that certainly matches by itself.
  if (isDisruptive(last.outcome) && ended?.may !== TRUE) return undefined;
  const { outcome } = last;
  const agree = possible.every(
    (other) => other.outcome !== undefined && isSameToDo(other.outcome, outcome),
  );
  return agree ? last : undefined;
}

export function isDisruptive(outcome: Outcome): boolean {
  const { obligations } = outcome;
  return (
    obligations !== undefined && (obligations.includes("reboot") || obligations.includes("restart"))
  );
}

/** The first `whenUnknown` entry that certainly applies and speaks for everything that is missing (unknowns §7). */
function meanwhileOf(
  policy: Policy,
  possible: readonly Possibility[],
  missing: readonly FactCause[],
  bindings: Bindings,
): Meanwhile | undefined {
  const stops = possible.some(
    ({ rule, outcome }) =>
      outcome === undefined || (outcome.blocked !== undefined && rule !== policy.otherwise),
  );
  if (stops || missing.length === 0) return undefined;
  for (const entry of policy.whenUnknown) {
    if (!missing.every(({ name }) => entry.facts.has(name))) continue;
    if (evaluateCondition(entry.when, bindings).may === TRUE)
      return { outcome: entry.outcome, entry };
  }
  return undefined;
}
