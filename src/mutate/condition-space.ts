import type { Policy } from "../engine/policy.ts";
import { valueAt } from "../input/json-pointer.ts";
import { member } from "../input/json-value.ts";
import type { SourceDocument } from "../input/source-document.ts";
import type { ConditionSpace, ParamRange } from "../policies/condition-fragment.ts";

/** What the conditions of a compiled policy are written over; undefined where it has none. */
export function conditionSpace(
  document: SourceDocument,
  policy: Policy,
): ConditionSpace | undefined {
  const [rule] = policy.rules;
  if (rule === undefined) return undefined;
  const declarations = [...rule.condition.variables.values()].sort((a, b) => a.slot - b.slot);
  const properties = valueAt(document.value, ["spec", "params", "properties"]);
  return {
    declarations,
    factCount: policy.factCount,
    params: policy.paramNames.map((name): ParamRange => {
      const param = member(properties, name);
      const [minimum, maximum] = [member(param, "minimum"), member(param, "maximum")];
      return {
        minimum: typeof minimum === "number" ? minimum : undefined,
        maximum: typeof maximum === "number" ? maximum : undefined,
      };
    }),
    variables: policy.variables.map(({ program }) => program),
  };
}
