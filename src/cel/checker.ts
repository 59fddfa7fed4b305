import type { Expression, NodeOf } from "./ast.ts";
import { checkCall } from "./check-calls.ts";
import { type CheckContext, report, requireBool, spanOf } from "./check-context.ts";
import { checkKey, checkSelection } from "./check-names.ts";
import { checkBinary, checkOverloads } from "./check-operators.ts";
import type { Checked } from "./checked.ts";
import type { ExpressionProblem } from "./expression.ts";
import { overloadsOf } from "./functions/table.ts";
import { kindOf } from "./kinds.ts";
import type { DeclaredVariable } from "./scope.ts";
import type { CelType } from "./type.ts";
import { BOOL, DYN, describeType, isComparable, joinTypes } from "./types.ts";
import type { CelValue } from "./value.ts";

interface CheckResult {
  readonly root: Checked;
  /** How many macro variables there are. */
  readonly locals: number;
  readonly problems: readonly ExpressionProblem[];
}

/** Resolves the names and types of an expression. Problems are collected; none ends the check. */
export function check(
  text: string,
  root: Expression,
  variables: ReadonlyMap<string, DeclaredVariable>,
): CheckResult {
  const context: CheckContext = {
    text,
    variables,
    problems: [],
    locals: 0,
    scope: undefined,
    check: (node) => checkNode(context, node),
  };
  const checkedRoot = context.check(root);
  return { root: checkedRoot, locals: context.locals, problems: context.problems };
}

function checkNode(context: CheckContext, node: Expression): Checked {
  switch (node.kind) {
    case "literal":
      return constant(node, node.value);
    case "name":
    case "select":
      return checkSelection(context, node);
    case "index": {
      const operand = context.check(node.operand);
      return checkKey(context, node, operand, context.check(node.index));
    }
    case "call":
      return checkCall(context, node);
    case "list": {
      const elements = node.elements.map((each) => context.check(each));
      const element = joinAll(elements);
      return { ...spanOf(node), kind: "list", elements, type: { kind: "list", element } };
    }
    case "map":
      return checkMap(context, node);
    case "unary":
      return checkUnary(context, node);
    case "binary":
      return checkBinary(context, node);
    case "logic": {
      const operands = node.operands.map((each) => context.check(each));
      for (const operand of operands) requireBool(context, operand);
      return { ...spanOf(node), kind: "logic", operator: node.operator, operands, type: BOOL };
    }
    case "conditional":
      return checkConditional(context, node);
  }
}

function constant(node: Expression, value: CelValue): Checked {
  return { ...spanOf(node), kind: "constant", value, type: typeOfLiteral(value) };
}

function typeOfLiteral(value: CelValue): CelType {
  const kind = kindOf(value);
  switch (kind) {
    case "list":
    case "map":
    case "unknown":
    case "error":
      return DYN;
    default:
      return { kind };
  }
}

function joinAll(nodes: readonly Checked[]): CelType {
  return nodes.map((node) => node.type).reduce(joinTypes, nodes[0]?.type ?? DYN);
}

function checkMap(context: CheckContext, node: NodeOf<"map">): Checked {
  const entries = node.entries.map(
    ([left, right]) => [context.check(left), context.check(right)] as const,
  );
  for (const [each] of entries) {
    if (!keyKinds.has(each.type.kind)) {
      report(context, each, { message: `\`${describeType(each.type)}\` cannot be a key` });
    }
  }
  const key = joinAll(entries.map(([each]) => each));
  const value = joinAll(entries.map(([, each]) => each));
  return { ...spanOf(node), kind: "map", entries, type: { kind: "map", key, value } };
}

const keyKinds: ReadonlySet<string> = new Set(["bool", "int", "uint", "string", "enum", "dyn"]);

function checkUnary(context: CheckContext, node: NodeOf<"unary">): Checked {
  const operand = context.check(node.operand);
  if (node.operator === "-") {
    const call = { span: spanOf(node), name: "-", args: [operand] };
    return checkOverloads(context, overloadsOf("-_", false), call);
  }
  requireBool(context, operand);
  return { ...spanOf(node), kind: "not", operand, type: BOOL };
}

function checkConditional(context: CheckContext, node: NodeOf<"conditional">): Checked {
  const condition = context.check(node.condition);
  requireBool(context, condition);
  const whenTrue = context.check(node.whenTrue);
  const whenFalse = context.check(node.whenFalse);
  if (!isComparable(whenTrue.type, whenFalse.type)) {
    const types = `\`${describeType(whenTrue.type)}\` and \`${describeType(whenFalse.type)}\``;
    report(context, node, { message: `branches have different types: ${types}` });
  }
  const type = joinTypes(whenTrue.type, whenFalse.type);
  return { ...spanOf(node), kind: "conditional", condition, whenTrue, whenFalse, type };
}
