import type { NodeOf } from "../cel/ast.ts";

/** Where an operator stands behind an operand: between them are blanks, comments and parentheses only. */
export function operatorAt(text: string, from: number, operator: string): number {
  let at = from;
  while (at < text.length && !text.startsWith(operator, at)) {
    const lineEnd = text.startsWith("//", at) ? text.indexOf("\n", at) : at;
    at = lineEnd < 0 ? text.length : lineEnd + 1;
  }
  return at;
}

/** A text without one operand of an `&&` or `||`, and without the operator that tied it to the others. */
export function droppedOperand(
  text: string,
  { operands, operator }: NodeOf<"logic">,
  index: number,
): string {
  const operand = operands[index];
  if (operand === undefined) return text;
  const before = operands[index - 1];
  if (before === undefined) {
    const behind = operatorAt(text, operand.end, operator);
    const start = backOver(text, operand.offset, -balance(text.slice(operand.offset, behind)));
    return text.slice(0, start) + text.slice(behind + operator.length).trimStart();
  }
  const start = operatorAt(text, before.end, operator);
  const open = balance(text.slice(start, operand.end));
  return text.slice(0, start).trimEnd() + text.slice(forwardOver(text, operand.end, open));
}

/**
 * Parentheses that are opened and not closed. Spans of operands leave out the parentheses around them. One in a string
 * literal counts as well: what comes of it does not compile, and is no mutant.
 */
function balance(part: string): number {
  return part.split("(").length - part.split(")").length;
}

function backOver(text: string, from: number, count: number): number {
  let at = from;
  for (let left = count; left > 0; left--) at = text.lastIndexOf("(", at - 1);
  return Math.max(at, 0);
}

function forwardOver(text: string, from: number, count: number): number {
  let at = from;
  for (let left = count; left > 0; left--) {
    const next = text.indexOf(")", at);
    if (next < 0) return text.length;
    at = next + 1;
  }
  return at;
}
