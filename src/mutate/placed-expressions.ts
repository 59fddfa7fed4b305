import type { Program } from "../cel/expression.ts";
import type { Policy } from "../engine/policy.ts";
import type { ValuePath } from "../input/source-document.ts";
import type { MutatedPart } from "./mutant.ts";

/** An expression of a policy that decides something, and where it stands. */
export interface PlacedExpression {
  readonly program: Program;
  readonly path: ValuePath;
  readonly part: MutatedPart;
  /** Whether the part does nothing where it is false. */
  readonly isDeciding: boolean;
}

/** Variables, conditions and what is added to them; messages decide nothing. */
export function expressionsOf({
  variables,
  rules,
  whenUnknown,
}: Policy): readonly PlacedExpression[] {
  return [
    ...variables.map(
      ({ name, program }, index): PlacedExpression => ({
        program,
        path: ["spec", "variables", `${index}`, "expression"],
        part: { type: "variable", name },
        isDeciding: false,
      }),
    ),
    ...rules.flatMap(({ name, condition, outcome: { patchUnless } }, index) => {
      const path = ["spec", "rules", `${index}`];
      const part: MutatedPart = { type: "rule", name };
      const unless = { path: [...path, "outcome", "patchUnless"], part, isDeciding: false };
      return [
        { program: condition, path: [...path, "condition"], part, isDeciding: true },
        ...(patchUnless === undefined ? [] : [{ ...unless, program: patchUnless }]),
      ];
    }),
    ...whenUnknown.map(
      ({ when }, index): PlacedExpression => ({
        program: when,
        path: ["spec", "whenUnknown", `${index}`, "when"],
        part: { type: "whenUnknown", name: `${index + 1}` },
        isDeciding: true,
      }),
    ),
  ];
}
