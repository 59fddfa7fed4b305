import type { BinaryOperator, Expression, NodeOf } from "../cel/ast.ts";
import type { Program } from "../cel/expression.ts";
import { droppedOperand, operatorAt } from "./operand-text.ts";

/** One small mistake in an expression. */
export interface ExpressionChange {
  readonly kind: "negate" | "drop" | "compare" | "bound";
  /** Of what is changed, in UTF-16 code units of the text before. */
  readonly offset: number;
  readonly text: string;
  readonly hint: string;
}

/** Each comparison with the one that differs from it in the fewest values. */
const swapped: Partial<Record<BinaryOperator, BinaryOperator>> = {
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "==": "!=",
  "!=": "==",
};

/**
 * All small mistakes of an expression, in the order of their places: it is negated, an operand of an `&&` or `||` is left
 * out, a comparison is swapped, an integer is one more or one less. Some may not compile.
 */
export function expressionChanges(program: Program): readonly ExpressionChange[] {
  const { syntax, text, type } = program;
  const negated = type.kind === "bool" ? [negation(syntax, text)] : [];
  const inside = nodesIn(syntax).flatMap((node): readonly ExpressionChange[] => {
    if (node.kind === "logic") return drops(node, text);
    if (node.kind === "binary") return comparison(node, text);
    return node.kind === "literal" ? bounds(node, text) : [];
  });
  return [...negated, ...inside].sort((a, b) => a.offset - b.offset);
}

function negation(syntax: Expression, text: string): ExpressionChange {
  const { offset } = syntax;
  const isNegated = syntax.kind === "unary" && syntax.operator === "!";
  return {
    kind: "negate",
    offset,
    text: isNegated ? text.slice(0, offset) + text.slice(offset + 1) : `!(${text.trim()})`,
    hint: "a case in which it holds, and one in which it does not",
  };
}

function drops(node: NodeOf<"logic">, text: string): readonly ExpressionChange[] {
  const { operands, operator } = node;
  const [is, others] = operator === "&&" ? ["false", "true"] : ["true", "false"];
  return operands.map((operand, index) => ({
    kind: "drop",
    offset: operand.offset,
    text: droppedOperand(text, node, index),
    hint: `a case in which \`${oneLine(text.slice(operand.offset, operand.end))}\` is ${is} and what stands beside it is ${others}`,
  }));
}

function comparison(node: NodeOf<"binary">, text: string): readonly ExpressionChange[] {
  const other = swapped[node.operator];
  if (other === undefined) return [];
  const offset = operatorAt(text, node.left.end, node.operator);
  const written = oneLine(text.slice(node.left.offset, node.right.end));
  const isOrder = other !== "==" && other !== "!=";
  return [
    {
      kind: "compare",
      offset,
      text: text.slice(0, offset) + other + text.slice(offset + node.operator.length),
      hint: isOrder
        ? `a case in which both sides of \`${written}\` are the same`
        : `a case that hangs on \`${written}\``,
    },
  ];
}

function bounds({ value, offset, end }: NodeOf<"literal">, text: string) {
  if (typeof value !== "number" || !Number.isSafeInteger(value)) return [];
  return [value + 1, value - 1].map(
    (other): ExpressionChange => ({
      kind: "bound",
      offset,
      text: `${text.slice(0, offset)}${other}${text.slice(end)}`,
      hint: `a case just at ${value}`,
    }),
  );
}

/** An expression and all that it is made of. */
function nodesIn(part: unknown): readonly Expression[] {
  if (typeof part !== "object" || part === null) return [];
  const below = Object.values(part).flatMap(nodesIn);
  return isExpression(part) ? [part, ...below] : below;
}

function isExpression(part: object): part is Expression {
  return "kind" in part && "depth" in part;
}

/** A text as one line. */
export function oneLine(text: string): string {
  return text.trim().replace(/\s+/g, " ");
}
