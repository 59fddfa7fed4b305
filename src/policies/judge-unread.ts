import type { Program } from "../cel/expression.ts";
import type { TruthSet } from "../cel/truth.ts";
import { type Bindings, Unknown } from "../cel/value.ts";
import { evaluateCondition } from "../engine/rules/condition.ts";

/** Facts, params and variables of which nothing whatever is known. */
export const nothingKnown: Bindings = { at: () => anything };

const anything = new Unknown([{ name: "anything" }]);

/** What a condition may give whatever is read: a single result is certain. */
export function judgeUnread(condition: Program): TruthSet {
  return evaluateCondition(condition, nothingKnown).may;
}
