import type { Expression, NodeOf } from "../cel/ast.ts";
import type { Program } from "../cel/expression.ts";
import { nameOf } from "../cel/names.ts";
import type { DeclaredVariable } from "../cel/type.ts";
import type { CelValue } from "../cel/value.ts";

/** A variable that an expression of the enumerable fragment reads. */
export interface Atom {
  readonly slot: number;
  /** Constants that it is compared with; its type says which other values there are. */
  readonly values: readonly CelValue[];
}

// Programs never change, so that this only saves time.
const kept = new WeakMap<Program, readonly Atom[] | undefined>();

/**
 * The variables that an expression of the enumerable fragment reads, in the order of their slots; undefined
 * outside of it. The fragment is equality, `in`, booleans, null tests and orders of ints, over variables and
 * constants: what it gives depends on finitely many classes of values, so that it can be tried out completely.
 */
export function atomsOf(program: Program): readonly Atom[] | undefined {
  if (kept.has(program)) return kept.get(program);
  const { syntax, variables } = program;
  const found = new Map<number, CelValue[]>();
  const isInside = isCondition(syntax, { variables, found });
  kept.set(program, isInside ? atomsFrom(found) : undefined);
  return kept.get(program);
}

function atomsFrom(found: ReadonlyMap<number, readonly CelValue[]>): readonly Atom[] {
  return [...found].map(([slot, values]) => ({ slot, values })).sort((a, b) => a.slot - b.slot);
}

interface Search {
  readonly variables: Program["variables"];
  readonly found: Map<number, CelValue[]>;
}

function isCondition(node: Expression, search: Search): boolean {
  switch (node.kind) {
    case "literal":
      return typeof node.value === "boolean";
    case "name":
    case "select": {
      const variable = variableOf(node, search);
      return variable?.type.kind === "bool" && note(variable, [], search);
    }
    case "unary":
      return node.operator === "!" && isCondition(node.operand, search);
    case "logic":
      return node.operands.every((operand) => isCondition(operand, search));
    case "conditional":
      return [node.condition, node.whenTrue, node.whenFalse].every((each) =>
        isCondition(each, search),
      );
    case "binary":
      return isComparison(node, search);
    default:
      return false;
  }
}

function isComparison(node: NodeOf<"binary">, search: Search): boolean {
  const { operator, left, right } = node;
  if (operator === "in") {
    const elements = right.kind === "list" ? right.elements : [];
    const constants = elements.flatMap(({ value, isOptional }) =>
      isOptional ? [] : constantOf(value),
    );
    const variable = variableOf(left, search);
    const isWhole = right.kind === "list" && constants.length === elements.length;
    return isWhole && variable !== undefined && note(variable, constants, search);
  }
  if (operator === "==" || operator === "!=") {
    if (isTermPair([left, right], search)) return true;
    return isCondition(left, search) && isCondition(right, search);
  }
  const isOrder = [left, right].every((side) => isOfKind("int", side, search));
  return isOrder && isTermPair([left, right], search);
}

/** A variable against a constant, or two variables whose values can be told one by one, or are ints. */
function isTermPair([left, right]: readonly [Expression, Expression], search: Search): boolean {
  const [first, second] = [variableOf(left, search), variableOf(right, search)];
  if (first === undefined || second === undefined) {
    const variable = first ?? second;
    const constants = constantOf(first === undefined ? left : right);
    return variable !== undefined && constants.length === 1 && note(variable, constants, search);
  }
  const isPair = [first, second].every(({ type }) => ["bool", "enum", "int"].includes(type.kind));
  return isPair && note(first, [], search) && note(second, [], search);
}

function isOfKind(kind: "int", node: Expression, search: Search): boolean {
  const constants = constantOf(node);
  if (constants.length > 0) return typeof constants[0] === "number";
  return variableOf(node, search)?.type.kind === kind;
}

/** A constant of a kind that variables of the fragment are compared with; none for anything else. */
function constantOf(node: Expression): readonly CelValue[] {
  if (node.kind !== "literal") return [];
  const { value } = node;
  return value === null || typeof value !== "object" ? [value] : [];
}

function variableOf(node: Expression, { variables }: Search): DeclaredVariable | undefined {
  if (node.kind === "select" && node.isOptional) return undefined;
  const { name } = nameOf(node) ?? {};
  return name === undefined ? undefined : variables.get(name);
}

/** Notes what a variable is compared with; false if its type is none of the fragment's. */
function note(
  { slot, type }: DeclaredVariable,
  values: readonly CelValue[],
  { found }: Search,
): boolean {
  if (!["bool", "enum", "int", "string"].includes(type.kind)) return false;
  found.set(slot, [...(found.get(slot) ?? []), ...values]);
  return true;
}
