import type { Program } from "../cel/expression.ts";
import { ERROR, FALSE, TRUE } from "../cel/truth.ts";
import type { Bindings } from "../cel/value.ts";
import type { Policy, Rule } from "../engine/policy.ts";
import { evaluateCondition } from "../engine/rules/condition.ts";
import { isSameToDo } from "../engine/rules/same-to-do.ts";
import type { ConditionSpace } from "../policies/condition-fragment.ts";
import { dimensionsOf } from "../policies/condition-fragment.ts";
import { type Compared, compareEverywhere, type Views } from "./compare-everywhere.ts";
import { conditionSpace } from "./condition-space.ts";
import type { Mutant } from "./mutant.ts";
import { expressionsOf } from "./placed-expressions.ts";

/**
 * Whether a mutant decides as its policy does, whatever the facts and params are: both are tried on a value of each class
 * that their conditions can tell apart, and on facts that are not known. Facts are taken to be independent of each
 * other, so that values that tell may never come up together; `equal` is certain. Undefined: what is changed is outside
 * of the fragment that can be enumerated, or no condition.
 */
export function compareMutant(
  { kind, part, original }: Mutant,
  before: Policy,
  after: Policy,
): Compared | undefined {
  if (!["delete", "negate", "drop", "compare", "bound", "order"].includes(kind)) return undefined;
  if (part.type === "param") return undefined;
  const space = conditionSpace(original, before);
  if (space === undefined) return undefined;
  const changed = changedRules(before, after);
  const isSearched = before.mode === "first" && changed.length > 0;
  if (
    part.type === "rule" &&
    isSearched &&
    changed.every(({ enforcement }) => enforcement !== "audit")
  )
    return compareSearch({ before, after, changed, space });
  const [first, second] = changedPrograms(before, after);
  if (first === undefined || second === undefined) return undefined;
  return comparePair(first, second, space);
}

/** Rules of which the condition or the place is another. */
function changedRules(before: Policy, after: Policy): readonly Rule[] {
  return before.rules.filter((rule, index) => {
    const other = after.rules[index];
    return other?.name !== rule.name || other.condition.text !== rule.condition.text;
  });
}

function changedPrograms(before: Policy, after: Policy): readonly Program[] {
  const others = expressionsOf(after);
  for (const [index, { program }] of expressionsOf(before).entries()) {
    const other = others[index]?.program;
    if (other !== undefined && other.text !== program.text) return [program, other];
  }
  return [];
}

function comparePair(first: Program, second: Program, space: ConditionSpace): Compared | undefined {
  const dimensions = dimensionsOf([first, second], space);
  if (dimensions === undefined) return undefined;
  const viewOf = (program: Program) => (bindings: Bindings) => {
    const { may } = evaluateCondition(program, bindings);
    return { told: truthText(may), isCertain: isCertain(may) };
  };
  return compareEverywhere({ before: viewOf(first), after: viewOf(second) }, dimensions, space);
}

interface Searches {
  readonly before: Policy;
  readonly after: Policy;
  readonly changed: readonly Rule[];
  readonly space: ConditionSpace;
}

/** What is above the last change decides whether it is reached; one above that cannot be enumerated is taken to let everything through. */
function compareSearch({ before, after, changed, space }: Searches): Compared | undefined {
  const names = new Set(changed.map(({ name }) => name));
  const last = before.rules.findLastIndex(({ name }) => names.has(name));
  const above = (rules: readonly Rule[]): readonly Rule[] =>
    rules
      .slice(0, last + 1)
      .filter((rule) => rule.enforcement !== "audit")
      .filter(
        (rule) => names.has(rule.name) || dimensionsOf([rule.condition], space) !== undefined,
      );
  const [first, second] = [above(before.rules), above(after.rules)];
  const programs = [...first, ...second].map(({ condition }) => condition);
  const dimensions = dimensionsOf(programs, space);
  if (dimensions === undefined) return undefined;
  const [one, ...others] = changed;
  const isAlike = others.every(
    ({ outcome }) => one !== undefined && isSameToDo(outcome, one.outcome),
  );
  const views: Views = { before: searchOf(first, isAlike), after: searchOf(second, isAlike) };
  return compareEverywhere(views, dimensions, space);
}

/**
 * Which rules may decide. The order of those that are open counts only where they ask for the same, since the last one of
 * them is then named.
 */
function searchOf(rules: readonly Rule[], isOrdered: boolean): Views["before"] {
  return (bindings) => {
    const open: string[] = [];
    let areCertain = true;
    for (const { name, condition } of rules) {
      const { may } = evaluateCondition(condition, bindings);
      if (may === FALSE) continue;
      open.push(`${name}: ${truthText(may)}`);
      if (isCertain(may)) break;
      areCertain = false;
    }
    return {
      told: open.length === 0 ? "none of them" : (isOrdered ? open : open.sort()).join(", "),
      isCertain: areCertain,
    };
  };
}

function isCertain(may: number): boolean {
  return may === TRUE || may === FALSE || may === ERROR;
}

function truthText(may: number): string {
  const words = [
    ...((may & TRUE) === 0 ? [] : ["true"]),
    ...((may & FALSE) === 0 ? [] : ["false"]),
    ...((may & ERROR) === 0 ? [] : ["error"]),
  ];
  return words.join(" or ");
}
