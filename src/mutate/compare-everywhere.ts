import type { Bindings, CelValue } from "../cel/value.ts";
import type { ConditionSpace, Dimension } from "../policies/condition-fragment.ts";
import { bindValues, openValue } from "../policies/find-witness.ts";
import { COMPARED_STATES_MAX } from "./limits.ts";

/** What a policy makes of values. */
export interface View {
  readonly told: string;
  /** It would say the same if more were known. */
  readonly isCertain: boolean;
}

export interface Views {
  readonly before: (bindings: Bindings) => View;
  readonly after: (bindings: Bindings) => View;
}

/** Values that tell, by the names of facts and params; what is not named is not known. */
export interface Witness {
  readonly values: readonly { readonly name: string; readonly value: string }[];
  readonly before: string;
  readonly after: string;
}

export type Compared =
  | { readonly result: "equal"; readonly states: number }
  | { readonly result: "differs"; readonly witness: Witness }
  /** The states are too many to say. */
  | { readonly result: "open" };

/**
 * Compares two views on all values. They are fixed one after the other, params first, and what is not yet fixed is not
 * known: where both are certain of the same, whatever else there is, they are so for all the rest.
 */
export function compareEverywhere(
  views: Views,
  dimensions: readonly Dimension[],
  space: ConditionSpace,
  statesMax: number = COMPARED_STATES_MAX,
): Compared {
  const isParam = ({ slot }: Dimension): boolean => slot >= space.factCount;
  const ordered = [...dimensions.filter(isParam), ...dimensions.filter((each) => !isParam(each))];
  const paramCount = dimensions.filter(isParam).length;
  const open = new Map(ordered.map(({ slot, values }) => [slot, openValue(space, slot, values)]));
  const fixed = new Map<number, CelValue>();
  let states = 0;

  function visit(depth: number): Witness | undefined {
    states += 1;
    if (states > statesMax) return undefined;
    const bindings = bindValues(space, fixed, open);
    const [before, after] = [views.before(bindings), views.after(bindings)];
    const isSame = before.told === after.told;
    if (isSame && before.isCertain && after.isCertain) return undefined;
    const below = visitBelow(depth);
    // Params are always known.
    if (below !== undefined || isSame || depth < paramCount) return below;
    return { values: named(), before: before.told, after: after.told };
  }

  /** With one more value fixed: what tells with more known is worth more. */
  function visitBelow(depth: number): Witness | undefined {
    const dimension = ordered[depth];
    if (dimension === undefined) return undefined;
    for (const value of dimension.values) {
      fixed.set(dimension.slot, value);
      const found = visit(depth + 1);
      if (found !== undefined || states > statesMax) return found;
    }
    fixed.delete(dimension.slot);
    return undefined;
  }

  function named(): Witness["values"] {
    return [...fixed].map(([slot, value]) => ({
      name: space.declarations[slot]?.name ?? "",
      value: shown(value),
    }));
  }

  const witness = visit(0);
  if (witness !== undefined) return { result: "differs", witness };
  return states > statesMax ? { result: "open" } : { result: "equal", states };
}

function shown(value: CelValue): string {
  if (value === null) return "absent";
  return typeof value === "string" ? JSON.stringify(value) : String(value);
}
