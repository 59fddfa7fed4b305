import { ERROR, FALSE, TRUE } from "../../cel/truth.ts";
import type { Bindings } from "../../cel/value.ts";
import type { FactCause } from "../facts/fact.ts";
import { factCausesOf } from "../facts/fact-cause.ts";
import { isDisruptive, type Outcome, type Policy, type Rule, type WhenUnknown } from "../policy.ts";
import { type Condition, evaluateCondition } from "./condition.ts";
import { narrowValues } from "./narrow-values.ts";
import { bindPolicy, type FactValues } from "./policy-bindings.ts";
import type { FirstResult, Meanwhile, Possibility } from "./rule-result.ts";
import { isSameToDo } from "./same-to-do.ts";

/** What the search through a policy's rules came to. */
export type Search = Omit<FirstResult, "policy" | "judged">;

/**
 * First match over conditions that may not be known: a rule that may or may not hold is followed both
 * ways, and below it the facts are as they must be for it not to have held. The outcome is decided only if
 * every way ends in the same thing to do (docs/unknowns.md §6, with path refinement).
 *
 * @param onRule - Told of each rule that is asked, and of what it sees, before it is.
 */
export function evaluateFirst(
  policy: Policy,
  facts: FactValues,
  onRule?: (rule: Rule, bindings: Bindings) => void,
): Search {
  const way: Way = { possible: [], missing: [], facts, bindings: bindPolicy(policy, facts) };
  const { possible, missing } = way;
  const hasEnded = policy.rules.some((rule) => {
    if (rule.enforcement === "audit") return false;
    onRule?.(rule, way.bindings);
    return endsAt(rule, policy, way);
  });
  if (!hasEnded && policy.otherwise !== undefined) {
    possible.push({ rule: policy.otherwise, outcome: policy.otherwise.outcome });
  }
  const decided = decidedOf(possible, policy, facts);
  const meanwhile = decided === undefined ? meanwhileOf(policy, way, facts) : undefined;
  return { possible, decided, missing, meanwhile };
}

/** How far the search has come. */
interface Way {
  readonly possible: Possibility[];
  readonly missing: FactCause[];
  /** The facts as they are where no rule so far has held. */
  facts: FactValues;
  bindings: Bindings;
}

/** Takes one rule into account; true when no rule below it can be reached. */
function endsAt(rule: Rule, policy: Policy, way: Way): boolean {
  const condition = evaluateCondition(rule.condition, way.bindings);
  if (condition.may === FALSE) return false;
  addPossibilities(rule, condition, way.possible);
  if (condition.may === TRUE || condition.may === ERROR) return true;
  addMissing(condition, way.missing);
  const narrowed =
    (condition.may & FALSE) === 0 ? undefined : narrowValues(policy, rule, way.facts);
  if (narrowed === undefined) return true;
  if (narrowed !== way.facts) {
    way.facts = narrowed;
    way.bindings = bindPolicy(policy, narrowed);
  }
  return false;
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

/** The last possibility, if every way ends in the same: it is the one that holds if none above it does. */
function decidedOf(
  possible: readonly Possibility[],
  policy: Policy,
  facts: FactValues,
): Possibility | undefined {
  const last = possible.at(-1);
  if (last?.outcome === undefined) return possible.length === 1 ? last : undefined;
  const { outcome } = last;
  const agree = possible.every(
    (other) => other.outcome !== undefined && isSameToDo(other.outcome, outcome),
  );
  if (!agree) return undefined;
  return isDisruptive(outcome.obligations ?? [])
    ? warrantOf(outcome, last.rule, policy, facts)
    : last;
}

/**
 * Disruption needs a rule that certainly holds by itself: "changed, or same but not loaded: reboot" cites
 * nothing. It need not be the one that the search ended at, since every way ends in the same.
 */
function warrantOf(
  outcome: Outcome,
  first: Rule,
  policy: Policy,
  facts: FactValues,
): Possibility | undefined {
  const bindings = bindPolicy(policy, facts);
  const rule = [first, ...policy.rules].find(
    (each) =>
      each.enforcement !== "audit" &&
      each !== policy.otherwise &&
      isSameToDo(each.outcome, outcome) &&
      evaluateCondition(each.condition, bindings).may === TRUE,
  );
  return rule === undefined ? undefined : { rule, outcome: rule.outcome };
}

/** The first `whenUnknown` entry that certainly applies and speaks for everything that is missing (docs/unknowns.md §7). */
function meanwhileOf(
  policy: Policy,
  { possible, missing }: Pick<Way, "possible" | "missing">,
  facts: FactValues,
): Meanwhile | undefined {
  const stops = possible.some(
    ({ rule, outcome }) =>
      outcome === undefined ||
      outcome.wait !== undefined ||
      (outcome.blocked !== undefined && rule !== policy.otherwise),
  );
  if (stops || missing.length === 0) return undefined;
  const bindings = bindPolicy(policy, facts);
  for (const entry of policy.whenUnknown) {
    if (!speaksFor(entry, missing)) continue;
    if (evaluateCondition(entry.when, bindings).may === TRUE) {
      return { outcome: entry.outcome, entry };
    }
  }
  return undefined;
}

function speaksFor({ facts, needs }: WhenUnknown, missing: readonly FactCause[]): boolean {
  return (
    missing.every(({ name }) => facts.has(name)) &&
    needs.every((need) => missing.some(({ name }) => name === need))
  );
}
