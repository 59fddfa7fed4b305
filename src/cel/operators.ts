import { didYouMean, nearest } from "../input/suggest.ts";
import type { Expression, NodeOf, Order } from "./ast.ts";
import { callNode } from "./calls.ts";
import { type Code, code, errorAt, foldIfConstant, type Meter, type Run } from "./code.ts";
import { compare } from "./compare.ts";
import { chargeComparison, equalSets } from "./equality.ts";
import { type Guards, keyBelow, negateAbsences, noAbsences, noPath, pathOf } from "./guards.ts";
import { kindOf } from "./kinds.ts";
import { checkNot } from "./logic.ts";
import { compileMembership } from "./membership.ts";
import {
  type CheckContext,
  demand,
  invalid,
  makeNode,
  type Node,
  overloadsOf,
  report,
  textOf,
} from "./node.ts";
import { applyStrict, type Strict } from "./strict.ts";
import type { TruthSet } from "./truth.ts";
import { EITHER, ERROR, FALSE, fromStrictTruth, fromTruth, notSet, TRUE } from "./truth.ts";
import {
  BOOL,
  type CelType,
  describeType,
  isComparable,
  isOrderable,
  itemTypeOf,
  mayHoldNan,
} from "./type.ts";
import { intRangeOf, mayBeNull } from "./unknown.ts";
import { CelError, type CelValue } from "./value.ts";

type BinaryNode = NodeOf<"binary">;
type Sides = readonly [left: Node, right: Node];

export function checkBinary(context: CheckContext, node: BinaryNode): Node {
  const { operator, left, right } = node;
  switch (operator) {
    case "==":
    case "!=":
      return checkEquality(context, node, operator === "!=");
    case "<":
    case "<=":
    case ">":
    case ">=":
      return checkOrder(context, node, operator);
    case "in":
      return checkMembership(context, node);
    default:
      return callNode(context, node, overloadsOf(context, operator, false), [left, right]);
  }
}

export function checkUnary(context: CheckContext, node: NodeOf<"unary">): Node {
  if (node.operator === "!") return checkNot(context, node);
  return callNode(context, node, overloadsOf(context, "-_", false), [node.operand]);
}

function refuse(context: CheckContext, node: BinaryNode, [left, right]: Sides): Node {
  const types = `\`${describeType(left.type)}\` and \`${describeType(right.type)}\``;
  return invalid(context, node, { message: `\`${node.operator}\` does not take ${types}` });
}

/** Reports texts, compared with an enum or a list of it, that are no value of it. Stand-ins may be none on purpose. */
function checkEnumValues(context: CheckContext, type: CelType, other: Expression): void {
  const declared = type.kind === "list" ? type.element : type;
  if (declared.kind !== "enum") return;
  const isStandIn = other.kind === "conditional" || other.kind === "call";
  for (const { value, ...span } of literalsIn(other)) {
    if (typeof value !== "string" || declared.values.includes(value)) continue;
    if (isStandIn && nearest(value, declared.values) === undefined) continue;
    const message = `\`${value}\` is no value of \`${declared.name}\``;
    report(context, span, { message, help: didYouMean(value, declared.values) });
  }
}

/** The literals that a value, or one of its elements or keys, may be. */
function literalsIn(node: Expression): readonly NodeOf<"literal">[] {
  if (node.kind === "conditional") return [node.whenTrue, node.whenFalse].flatMap(literalsIn);
  if (node.kind === "list") return node.elements.flatMap(({ value }) => literalsIn(value));
  if (node.kind === "map") return node.entries.flatMap(({ key }) => literalsIn(key));
  if (node.kind === "call") return node.name === "orValue" ? node.args.flatMap(literalsIn) : [];
  return node.kind === "literal" ? [node] : [];
}

function checkEquality(context: CheckContext, node: BinaryNode, isNegated: boolean): Node {
  const sides: Sides = [context.check(node.left), context.check(node.right)];
  const [left, right] = sides;
  if (!isComparable(left.type, right.type)) return refuse(context, node, sides);
  checkEnumValues(context, left.type, node.right);
  checkEnumValues(context, right.type, node.left);
  // The same expression, of a type without NaN.
  const isSame = !mayHoldNan(left.type) && textOf(context, left) === textOf(context, right);
  const tested = nullTested(sides);
  const compile = (guards: Guards): Code => {
    const a = left.compile(guards, left === tested);
    const b = right.compile(guards, right === tested);
    if (isSame) return code(equalToItself(a.run, isNegated));
    return foldIfConstant(equalRun(a, b, isNegated), [a, b]);
  };
  const whenAbsent = { ...noAbsences, makeTrue: tested?.path?.keys ?? noPath.keys };
  const absences = isNegated ? negateAbsences(whenAbsent) : whenAbsent;
  return makeNode(node, BOOL, compile, { absences });
}

/** The path that is compared with null. A map's key is none: null is not absence there. */
function nullTested([left, right]: Sides): Node | undefined {
  const tested = right.constant === null ? left : left.constant === null ? right : undefined;
  return tested?.container === undefined && tested?.path !== undefined ? tested : undefined;
}

function equalRun(left: Code, right: Code, isNegated: boolean): Run {
  const { constant } = right;
  if (typeof constant === "string" || constant === null) {
    return (frame) => {
      const value = left.run(frame);
      if (value === constant) return !isNegated;
      if (typeof value !== "object" || value === null) return isNegated;
      return isEqual(value, constant, isNegated, frame);
    };
  }
  return (frame) => {
    const a = left.run(frame);
    const b = right.run(frame);
    const isPlain = typeof a !== "object" && typeof a === typeof b;
    if (typeof a === "string") chargeComparison(a, b, frame);
    return isPlain ? (a === b) !== isNegated : isEqual(a, b, isNegated, frame);
  };
}

function isEqual(a: CelValue, b: CelValue, isNegated: boolean, meter: Meter): CelValue {
  if (a instanceof CelError) return a;
  if (b instanceof CelError) return b;
  const set = equalSets(a, b, meter);
  return fromStrictTruth(isNegated ? notSet(set) : set, [a, b]);
}

function equalToItself(run: Run, isNegated: boolean): Run {
  return (frame) => {
    const value = run(frame);
    return value instanceof CelError ? value : fromStrictTruth(isNegated ? FALSE : TRUE, [value]);
  };
}

const isOrdered: Readonly<Record<Order, (order: number) => boolean>> = {
  "<": (order) => order < 0,
  "<=": (order) => order <= 0,
  ">": (order) => order > 0,
  ">=": (order) => order >= 0,
};

function checkOrder(context: CheckContext, node: BinaryNode, operator: Order): Node {
  const sides: Sides = [context.check(node.left), context.check(node.right)];
  const [left, right] = sides;
  if (!isOrderable(left.type, right.type)) return refuse(context, node, sides);
  const holds = isOrdered[operator];
  const isDyn = left.type.kind === "dyn" || right.type.kind === "dyn";
  const strict: Strict = {
    offset: node.offset,
    apply: ([a = null, b = null], frame) => {
      chargeComparison(a, b, frame);
      const order = compare(a, b);
      if (order !== undefined) return holds(order);
      const kinds = `${kindOf(a)} and ${kindOf(b)}`;
      return errorAt("NoSuchOverload", `no order between ${kinds}`, node);
    },
    guess: ([a = null, b = null]) => {
      const message = `\`${operator}\` may not take what is not known`;
      const error = errorAt("NoSuchOverload", message, node);
      if (a === null || b === null) return error;
      const mayFail = isDyn || mayBeNull(a) || mayBeNull(b) ? ERROR : 0;
      return fromTruth(orderOfRanges(operator, a, b) | mayFail, [a, b], error);
    },
  };
  const compile = (guards: Guards): Code => {
    const a = demand(context, left, guards);
    const b = demand(context, right, guards);
    const run: Run = (frame) => {
      const x = a.run(frame);
      const y = b.run(frame);
      if (typeof x === "number" && typeof y === "number") return holds(x - y);
      return applyStrict(strict, [x, y], frame);
    };
    return foldIfConstant(run, [a, b]);
  };
  return makeNode(node, BOOL, compile);
}

/** An order of which one side may be anything of its type: ints may have bounds. */
function orderOfRanges(operator: Order, a: CelValue, b: CelValue): TruthSet {
  if (operator === ">") return orderOfRanges("<", b, a);
  if (operator === "<=") return notSet(orderOfRanges("<", b, a));
  if (operator === ">=") return notSet(orderOfRanges("<", a, b));
  const [leastA, mostA] = intRangeOf(a);
  const [leastB, mostB] = intRangeOf(b);
  if (mostA < leastB) return TRUE;
  return leastA >= mostB ? FALSE : EITHER;
}

function checkMembership(context: CheckContext, node: BinaryNode): Node {
  const sides: Sides = [context.check(node.left), context.check(node.right)];
  const [left, right] = sides;
  const item = itemTypeOf(right.type);
  if (item === undefined || !isComparable(left.type, item)) return refuse(context, node, sides);
  checkEnumValues(context, left.type, node.right);
  checkEnumValues(context, item, node.left);
  const kinds = ["list", "map"] as const;
  const isTyped = right.type.kind !== "dyn";
  const error = errorAt("NoSuchOverload", "`in` takes a list or a map", node);
  const compile = (guards: Guards): Code => {
    const collection = demand(context, right, guards);
    return compileMembership(left.compile(guards), collection, { kinds, isTyped, error });
  };
  const key = typeof left.constant === "string" ? keyBelow(right.path, left.constant) : undefined;
  const absences = { ...noAbsences, makeFalse: pathOf(key).keys };
  return makeNode(node, BOOL, compile, { absences });
}
