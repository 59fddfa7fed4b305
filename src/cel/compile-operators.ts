import type { CheckedOf } from "./checked.ts";
import {
  type Code,
  type CompileContext,
  code,
  costExceeded,
  errorAt,
  foldIfConstant,
} from "./code.ts";
import { compare } from "./compare.ts";
import { equalSets, memberSets } from "./equality.ts";
import { charge, type Frame, type Meter, type Run } from "./frame.ts";
import { callOverload, type Overload } from "./functions/overload.ts";
import { domainOf, isList, kindOf } from "./kinds.ts";
import { EITHER, ERROR, FALSE, fromTruth, notSet, TRUE, type TruthSet } from "./truth.ts";
import type { CelType } from "./type.ts";
import {
  causesOf,
  intRangeOf,
  mayBeNull,
  overPossible,
  possibleErrorOf,
  unite,
} from "./unknown.ts";
import {
  CelError,
  type CelValue,
  Unknown,
  type UnknownBounds,
  type UnknownCause,
} from "./value.ts";

/** A result from its set; causes and errors of the operands are looked for only if it is open. */
function resultOf(set: TruthSet, operands: readonly CelValue[]): CelValue {
  let all = set;
  let error: CelError | undefined;
  for (const operand of operands) {
    const possible = possibleErrorOf(operand);
    if (possible === undefined) continue;
    error ??= possible;
    all |= ERROR;
  }
  if (all === TRUE) return true;
  return all === FALSE ? false : fromTruth(all, causesOf(operands), error);
}

type Equality = CheckedOf<"equality">;

export function compileEquality(context: CompileContext, node: Equality): Code {
  const left = context.compile(node.left);
  const right = context.compile(node.right);
  const { isNegated } = node;
  if (node.isSame) return code(equalToItself(left.run, isNegated));
  const { constant } = right;
  if (typeof constant === "string") {
    const { run } = left;
    return code((frame) => {
      const value = run(frame);
      if (typeof value === "string") return (value === constant) !== isNegated;
      return isEqual(isNegated, [value, constant], frame);
    });
  }
  if (constant === null) {
    const { run } = left;
    return code((frame) => {
      const value = run(frame);
      if (typeof value !== "object" || value === null) return (value === null) !== isNegated;
      return isEqual(isNegated, [value, null], frame);
    });
  }
  const run: Run = (frame) => {
    const a = left.run(frame);
    const b = right.run(frame);
    const isPlain = typeof a !== "object" && typeof a === typeof b;
    return isPlain ? (a === b) !== isNegated : isEqual(isNegated, [a, b], frame);
  };
  return foldIfConstant(run, [left, right]);
}

function equalToItself(run: Run, isNegated: boolean): Run {
  return (frame) => {
    const value = run(frame);
    return value instanceof CelError ? value : resultOf(isNegated ? FALSE : TRUE, [value]);
  };
}

function isEqual(
  isNegated: boolean,
  operands: readonly [CelValue, CelValue],
  meter: Meter,
): CelValue {
  const [a, b] = operands;
  if (a instanceof CelError) return a;
  if (b instanceof CelError) return b;
  const set = equalSets(a, b, meter);
  return resultOf(isNegated ? notSet(set) : set, operands);
}

type Order = CheckedOf<"order">;

const isOrdered: Readonly<Record<Order["operator"], (order: number) => boolean>> = {
  "<": (order) => order < 0,
  "<=": (order) => order <= 0,
  ">": (order) => order > 0,
  ">=": (order) => order >= 0,
};

export function compileOrder(context: CompileContext, node: Order): Code {
  const left = context.compile(node.left);
  const right = context.compile(node.right);
  const holds = isOrdered[node.operator];
  const apply = (a: CelValue, b: CelValue): CelValue => {
    const order = compare(a, b);
    return typeof order === "number" ? holds(order) : errorAt(order.code, order.message, node);
  };
  const run: Run = (frame) => {
    const a = left.run(frame);
    const b = right.run(frame);
    if (typeof a === "number" && typeof b === "number") return holds(a - b);
    if (a instanceof CelError) return a;
    if (b instanceof CelError) return b;
    if (!(a instanceof Unknown || b instanceof Unknown)) return apply(a, b);
    return overPossible(
      [a, b],
      ([x = null, y = null]) => apply(x, y),
      () => orderUnknown(node, a, b),
    );
  };
  return foldIfConstant(run, [left, right]);
}

/** An order of which one side may be anything of its type: ints may have bounds. */
function orderUnknown(node: Order, a: CelValue, b: CelValue): CelValue {
  const error = errorAt(
    "NoSuchOverload",
    `\`${node.operator}\` may not take what is not known`,
    node,
  );
  if (a === null || b === null) return error;
  const isDyn = node.left.type.kind === "dyn" || node.right.type.kind === "dyn";
  const mayFail = isDyn || mayBeNull(a) || mayBeNull(b) ? ERROR : 0;
  return fromTruth(orderOfRanges(node.operator, a, b) | mayFail, causesOf([a, b]), error);
}

function orderOfRanges(operator: Order["operator"], a: CelValue, b: CelValue): TruthSet {
  if (operator === ">") return orderOfRanges("<", b, a);
  if (operator === "<=") return notSet(orderOfRanges("<", b, a));
  if (operator === ">=") return notSet(orderOfRanges("<", a, b));
  const [leastA, mostA] = intRangeOf(a);
  const [leastB, mostB] = intRangeOf(b);
  if (mostA < leastB) return TRUE;
  return leastA >= mostB ? FALSE : EITHER;
}

type Membership = CheckedOf<"membership">;

export function compileMembership(context: CompileContext, node: Membership): Code {
  const left = context.compile(node.left);
  const right = context.compile(node.right);
  const noCollection = errorAt("NoSuchOverload", "`in` takes a list or a map", node);
  const isTyped = node.right.type.kind !== "dyn";
  const memberOf = (value: CelValue, collection: CelValue, meter: Meter): CelValue => {
    if (collection instanceof Unknown) {
      const isSure = isTyped && !mayBeNull(collection);
      return fromTruth(isSure ? EITHER : EITHER | ERROR, [], noCollection);
    }
    const isCollection = isList(collection) || ["list", "map"].includes(kindOf(collection));
    if (!isCollection) return noCollection;
    const set = memberSets(value, collection, meter);
    return set === TRUE ? true : resultOf(set, [value, collection]);
  };
  const { constant } = right;
  const texts = new Set(constant !== undefined && isList(constant) ? constant : []);
  const run: Run = (frame) => {
    const value = left.run(frame);
    if (typeof value === "string" && texts.has(value)) return true;
    if (value instanceof CelError) return value;
    const collection = right.run(frame);
    if (collection instanceof CelError) return collection;
    if (!(collection instanceof Unknown)) return memberOf(value, collection, frame);
    const sides = [value, collection];
    const possible = collection.bounds.oneOf ?? [new Unknown([], collection.bounds)];
    const results = possible.map((each) => memberOf(value, each, frame));
    const error = possibleErrorOf(collection);
    return unite(error === undefined ? results : [...results, error], causesOf(sides));
  };
  return foldIfConstant(run, [left, right]);
}

type Call = CheckedOf<"call">;

export function compileCall(context: CompileContext, node: Call): Code {
  const args = node.args.map((arg) => context.compile(arg));
  const apply = (values: readonly CelValue[], meter: Meter): CelValue => {
    const result = callOverload(node.overloads, values, meter);
    return result instanceof CelError ? errorAt(result.code, result.message, node) : result;
  };
  const run: Run = (frame: Frame) => {
    const values: CelValue[] = [];
    let hasUnknown = false;
    for (const arg of args) {
      const value = arg.run(frame);
      if (value instanceof CelError) return value;
      hasUnknown ||= value instanceof Unknown;
      values.push(value);
    }
    if (!charge(frame, stepsOf(values))) return costExceeded;
    if (!hasUnknown) return apply(values, frame);
    return overPossible(
      values,
      (each) => apply(each, frame),
      () => callUnknown(node, values),
    );
  };
  return foldIfConstant(run, args);
}

/** What reading some operands costs: long texts and lists are charged by their length. */
function stepsOf(values: readonly CelValue[]): number {
  let steps = 1;
  for (const value of values) {
    if (typeof value === "string" || isList(value)) steps += value.length >> 4;
  }
  return steps;
}

/** What a call may give when an operand may be anything of its type. */
function callUnknown(node: Call, values: readonly CelValue[]): CelValue {
  const { overloads, type } = node;
  const fitting = overloads.filter((overload) => mayTake(overload, values));
  const [first] = fitting;
  const name = overloads[0]?.name ?? "";
  if (first === undefined) {
    const kinds = values.map(kindOf).join(", ");
    return errorAt("NoSuchOverload", `\`${name}\` does not take (${kinds})`, node);
  }
  const result = unknownOf(type, causesOf(values), first.bounds);
  const mayFail = fitting.find((overload) => overload.mayFail !== undefined)?.mayFail;
  const mayMismatch = values.some(
    (value, index) =>
      first.parameters[index] !== "any" &&
      (mayBeNull(value) || (value instanceof Unknown && node.args[index]?.type.kind === "dyn")),
  );
  if (mayFail === undefined && !mayMismatch) return result;
  const errorCode = mayMismatch ? "NoSuchOverload" : (mayFail ?? "InvalidArgument");
  return unite([result, errorAt(errorCode, `\`${name}\` may fail on what is not known`, node)], []);
}

function mayTake({ parameters }: Overload, values: readonly CelValue[]): boolean {
  return values.every((value, index) => {
    const parameter = parameters[index];
    return parameter === "any" || value instanceof Unknown || parameter === kindOf(value);
  });
}

function unknownOf(
  type: CelType,
  causes: readonly UnknownCause[],
  bounds: UnknownBounds = { present: true },
): Unknown {
  const oneOf = domainOf(type);
  return new Unknown(causes, oneOf === undefined ? bounds : { ...bounds, oneOf });
}
