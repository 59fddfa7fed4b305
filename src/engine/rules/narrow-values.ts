import { TRUE } from "../../cel/truth.ts";
import { type CelValue, Unknown } from "../../cel/value.ts";
import type { Policy, Rule } from "../policy.ts";
import { evaluateCondition } from "./condition.ts";
import { bindPolicy, type FactValues } from "./policy-bindings.ts";

/**
 * The facts as they must be where a rule that might have held did not: of an unknown fact with countable
 * values, those with which the rule certainly holds are out. One fact at a time, so the work is small and
 * nothing depends on a budget; the same facts are given back where nothing is out. Undefined: nothing is
 * left of some fact, so there is no such way.
 */
export function narrowValues(
  policy: Policy,
  rule: Rule,
  facts: FactValues,
): FactValues | undefined {
  const narrowed = new Map<number, CelValue>();
  for (const slot of rule.condition.slots) {
    if (slot >= policy.factCount) continue;
    const value = facts.valueAt(slot);
    if (!(value instanceof Unknown) || value.bounds.oneOf === undefined) continue;
    const { oneOf } = value.bounds;
    const left = oneOf.filter((each) => !holdsWith(policy, rule, facts, [slot, each]));
    const [only] = left;
    if (only === undefined) return undefined;
    if (left.length === oneOf.length) continue;
    narrowed.set(
      slot,
      left.length === 1 ? only : new Unknown(value.causes, { ...value.bounds, oneOf: left }),
    );
  }
  return narrowed.size === 0 ? facts : overlay(facts, narrowed);
}

function holdsWith(
  policy: Policy,
  rule: Rule,
  facts: FactValues,
  [slot, value]: readonly [number, CelValue],
): boolean {
  const bindings = bindPolicy(policy, overlay(facts, new Map([[slot, value]])));
  return evaluateCondition(rule.condition, bindings).may === TRUE;
}

function overlay(facts: FactValues, over: ReadonlyMap<number, CelValue>): FactValues {
  return {
    valueAt: (slot) => {
      const value = over.get(slot);
      return value === undefined ? facts.valueAt(slot) : value;
    },
  };
}
