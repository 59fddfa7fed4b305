import type { Program } from "../cel/expression.ts";
import { TRUE } from "../cel/truth.ts";
import { type Bindings, type CelValue, Unknown } from "../cel/value.ts";
import { evaluateCondition } from "../engine/rules/condition.ts";
import type { ConditionSpace, Dimension } from "./condition-fragment.ts";

/** Most work that the search through one policy's rules may take, in what the evaluated conditions weigh. */
export const SEARCH_WORK_MAX = 4_000_000;

/** Work that is left; shared by the searches of one policy. */
export interface Budget {
  left: number;
}

export interface Search {
  readonly space: ConditionSpace;
  readonly dimensions: readonly Dimension[];
  readonly wanted: Program;
  /** None of these may hold. */
  readonly unwanted: readonly Program[];
  /** Each of these must hold; they read params only, by their place among them. */
  readonly required: readonly Program[];
}

/**
 * Looks for values with which `wanted` holds and none of `unwanted` does. Values are fixed one after the other; what is
 * not yet fixed is unknown, so that whole ranges of combinations are passed over at once.
 *
 * @returns true if there are such values; else the places of the unwanted that hold wherever `wanted` does; undefined if
 * the budget does not suffice to say.
 */
export function findWitness(
  search: Search,
  budget: Budget,
): true | ReadonlySet<number> | undefined {
  const open = new Map(
    search.dimensions.map(({ slot, values }) => [slot, openValue(search.space, slot, values)]),
  );
  const fixed = new Map<number, CelValue>();
  const hinders = new Set<number>();
  const work = workOf(search);

  function visit(depth: number): boolean | undefined {
    budget.left -= work;
    if (budget.left < 0) return undefined;
    const judged = judge(search, bindValues(search.space, fixed, open));
    if (judged === "witness") return true;
    if (typeof judged === "number") hinders.add(judged);
    const dimension = search.dimensions[depth];
    if (judged !== "open" || dimension === undefined) return false;
    for (const value of dimension.values) {
      fixed.set(dimension.slot, value);
      const found = visit(depth + 1);
      if (found !== false) return found;
    }
    fixed.delete(dimension.slot);
    return false;
  }

  const found = visit(0);
  return found === false ? hinders : found;
}

/** What is known with some values fixed; a number is the place of an unwanted condition that certainly holds. */
type Judged = "witness" | "open" | "hopeless" | number;

function judge({ wanted, unwanted, required, space }: Search, bindings: Bindings): Judged {
  const params: Bindings = { at: (slot) => bindings.at(space.factCount + slot) };
  let isCertain = true;
  for (const [program, seen] of [
    [wanted, bindings] as const,
    ...required.map((each) => [each, params] as const),
  ]) {
    const { may } = evaluateCondition(program, seen);
    if ((may & TRUE) === 0) return "hopeless";
    if (may !== TRUE) isCertain = false;
  }
  for (const [place, program] of unwanted.entries()) {
    const { may } = evaluateCondition(program, bindings);
    if (may === TRUE) return place;
    if ((may & TRUE) !== 0) isCertain = false;
  }
  return isCertain ? "witness" : "open";
}

/**
 * What evaluating all conditions of a search once takes, and the variables that they read. The more values are open,
 * the more is tried out and the more causes are joined.
 */
function workOf({ wanted, unwanted, required, space, dimensions }: Search): number {
  const programs = new Set([wanted, ...unwanted, ...required]);
  const variablesAt = space.factCount + space.params.length;
  let work = 1;
  for (const { syntax, slots } of programs) {
    work += syntax.weight;
    for (const slot of slots) {
      const variable = space.variables[slot - variablesAt];
      if (variable !== undefined) programs.add(variable);
    }
  }
  return work * (1 + (dimensions.length >> 3));
}

/** One of some values, and nobody knows which. */
export function openValue(
  { declarations }: ConditionSpace,
  slot: number,
  values: readonly CelValue[],
): Unknown {
  const { name, mayBeAbsent } = declarations[slot] ?? { name: "", mayBeAbsent: true };
  return new Unknown([{ name }], { present: !mayBeAbsent, oneOf: values });
}

/** Facts and params as they are fixed, and variables as they follow. */
export function bindValues(
  { factCount, params, variables }: ConditionSpace,
  fixed: ReadonlyMap<number, CelValue>,
  open: ReadonlyMap<number, Unknown>,
): Bindings {
  const variablesAt = factCount + params.length;
  const memo = new Map<number, CelValue>();
  const bindings: Bindings = {
    at(slot) {
      const variable = variables[slot - variablesAt];
      if (variable === undefined) return fixed.get(slot) ?? openAt(slot);
      const value = memo.get(slot) ?? variable.evaluate(bindings);
      memo.set(slot, value);
      return value;
    },
  };
  const openAt = (slot: number): CelValue =>
    fixed.has(slot) ? null : (open.get(slot) ?? new Unknown([{ name: "" }]));
  return bindings;
}
