import type { Program, Trace } from "../cel/expression.ts";
import { FALSE, TRUE } from "../cel/truth.ts";
import type { CelValue } from "../cel/value.ts";
import { conditionOf } from "../engine/rules/condition.ts";

/** What a condition, or a part of one, came to. */
export type Truth = "true" | "false" | "unknown" | "error";

/** What a value says as a condition; `unknown` where it may be more than one thing. */
export function truthOf(value: CelValue): Truth {
  const { may } = conditionOf(value);
  if (may === TRUE) return "true";
  if (may === FALSE) return "false";
  return (may & (TRUE | FALSE)) === 0 ? "error" : "unknown";
}

/** Texts of the operands of a condition's outermost `&&` or `||`; a condition without one is its only part. */
export function partsOf({ syntax, text }: Program): readonly string[] {
  if (syntax.kind !== "logic") return [text.trim()];
  const { operands, operator } = syntax;
  return operands.map((_, index) => {
    const start = index === 0 ? 0 : operatorAt(index - 1) + operator.length;
    const end = index === operands.length - 1 ? text.length : operatorAt(index);
    return balanced(text.slice(start, end).trim());
  });

  /** Where the operator behind an operand stands: spans leave out the parentheses around them. */
  function operatorAt(index: number): number {
    return text.indexOf(operator, operands[index]?.end);
  }
}

/** Without parentheses that were around all of the condition; those in string literals count, which shows one too many at worst. */
function balanced(part: string): string {
  const open = part.split("(").length - part.split(")").length;
  if (open === 0) return part;
  return open > 0 ? part.replace(/^\(+/, (all) => all.slice(open)) : part.slice(0, open).trim();
}

/** What each part gave; undefined: it was not asked, as what stands before it decided. */
export function partTruths({ syntax }: Program, trace: Trace): readonly (Truth | undefined)[] {
  if (syntax.kind !== "logic") return [truthOf(trace.value)];
  return syntax.operands.map(({ offset, end }) => {
    const step = trace.steps.findLast((each) => each.offset === offset && each.end === end);
    return step === undefined ? undefined : truthOf(step.value);
  });
}
