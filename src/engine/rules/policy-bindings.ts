import type { Bindings, CelValue } from "../../cel/value.ts";
import type { Policy } from "../policy.ts";

/** The facts of one subject as expressions see them, by slot. */
export interface FactValues {
  readonly valueAt: (slot: number) => CelValue;
}

/**
 * What the expressions of one policy see for one subject: its facts, then params, then variables,
 * the latter evaluated when first read and kept.
 */
export function bindPolicy(policy: Policy, facts: FactValues): Bindings {
  const { factCount, paramValues, variables } = policy;
  const variablesAt = factCount + paramValues.length;
  const memo: CelValue[] = [];
  const bindings: Bindings = {
    at(slot) {
      if (slot < factCount) return facts.valueAt(slot);
      if (slot < variablesAt) return paramValues[slot - factCount] ?? null;
      const place = slot - variablesAt;
      const earlier = memo[place];
      if (earlier !== undefined) return earlier;
      const variable = variables[place];
      if (variable === undefined) throw new RangeError(`no variable has slot ${slot}`);
      const value = variable.program.evaluate(bindings);
      memo[place] = value;
      return value;
    },
  };
  return bindings;
}
