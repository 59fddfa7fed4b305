import type { Arithmetic } from "../../cel/ast.ts";
import { charge, traversalCost } from "../../cel/code.ts";
import { isList, listOf, numericOf } from "../../cel/kinds.ts";
import type { Overload } from "../../cel/overload.ts";
import { DYN, joinTypes } from "../../cel/type.ts";
import { CelDouble, CelError, CelUint, type CelValue, PartialList } from "../../cel/value.ts";
import {
  calculateInts,
  calculateUints,
  type Int,
  type NumberFault,
} from "../../numbers/integers.ts";
import { Duration, durationOf, nanosOf, Timestamp, timestampOf } from "../../time/time.ts";
import { functionOf } from "./signature.ts";

type Apply = Overload["apply"];

const operators: readonly Arithmetic[] = ["+", "-", "*", "/", "%"];

const onInts =
  (operator: Arithmetic): Apply =>
  ([a = 0, b = 0]) =>
    orFault(calculateInts(operator, numericOf(a) ?? 0, numericOf(b) ?? 0), "int");

const onUints =
  (operator: Arithmetic): Apply =>
  ([a = 0, b = 0]) => {
    const result = calculateUints(operator, BigInt(numericOf(a) ?? 0), BigInt(numericOf(b) ?? 0));
    return typeof result === "bigint" ? new CelUint(result) : orFault(result, "uint");
  };

function orFault(result: Int | NumberFault, kind: string): CelValue {
  if (typeof result !== "string") return result;
  if (result === "DivisionByZero") return new CelError(result, "division by zero");
  return new CelError(result, `${kind} is out of the range of 64 bits`);
}

const doubles: readonly Overload[] = Object.entries({
  "+": (a: number, b: number) => a + b,
  "-": (a: number, b: number) => a - b,
  "*": (a: number, b: number) => a * b,
  "/": (a: number, b: number) => a / b,
}).map(([operator, calculate]) => ({
  ...functionOf(operator, ["double", "double"], "double"),
  apply: ([a = 0, b = 0]) => new CelDouble(calculate(Number(numericOf(a)), Number(numericOf(b)))),
}));

function integers(operator: Arithmetic): readonly Overload[] {
  const mayFail = operator === "/" || operator === "%" ? "DivisionByZero" : "Overflow";
  return [
    { ...functionOf(operator, ["int", "int"], "int"), mayFail, apply: onInts(operator) },
    { ...functionOf(operator, ["uint", "uint"], "uint"), mayFail, apply: onUints(operator) },
  ];
}

const concatenateText: Apply = ([a, b], meter) => {
  const left = typeof a === "string" ? a : "";
  const right = typeof b === "string" ? b : "";
  return charge(meter, traversalCost(left.length + right.length)) ? left + right : "";
};

const concatenateBytes: Apply = ([a, b], meter) => {
  const left = a instanceof Uint8Array ? a : noBytes;
  const right = b instanceof Uint8Array ? b : noBytes;
  const length = left.length + right.length;
  if (!charge(meter, traversalCost(length))) return noBytes;
  const joined = new Uint8Array(length);
  joined.set(left);
  joined.set(right, left.length);
  return joined;
};

const noBytes = new Uint8Array();

/** Joins two lists; what is doubtful in one of them is so in the result. */
const concatenateLists: Apply = ([a = [], b = []], meter) => {
  const left = listOf(a) ?? noList;
  const right = listOf(b) ?? noList;
  if (!charge(meter, left.items.length + right.items.length)) return [];
  const items = [...left.items, ...right.items];
  if (isList(a) && isList(b)) return items;
  const shifted = [...right.maybe].map((index) => index + left.items.length);
  return new PartialList(items, {
    open: left.open || right.open,
    causes: [...new Set([...left.causes, ...right.causes])],
    maybe: new Set([...left.maybe, ...shifted]),
  });
};

const noList = new PartialList([], { open: false, causes: [] });

const joinLists: Overload = {
  ...functionOf("+", ["list", "list"], "dyn"),
  result: ([a = DYN, b = DYN]) =>
    a.kind === "list" && b.kind === "list" ? joinTypes(a, b) : { kind: "list", element: DYN },
  apply: concatenateLists,
};

type TimeKind = "timestamp" | "duration";

function time(name: "+" | "-", left: TimeKind, right: TimeKind): Overload {
  const result = left === right ? "duration" : "timestamp";
  const apply: Apply = ([a, b]) => {
    const nanos = nanosIn(a) + (name === "+" ? nanosIn(b) : -nanosIn(b));
    const sum = result === "duration" ? durationOf(nanos) : timestampOf(nanos);
    return sum ?? new CelError("Overflow", `${result} is out of range`);
  };
  return { ...functionOf(name, [left, right], result), mayFail: "Overflow", apply };
}

function nanosIn(value: CelValue | undefined): bigint {
  return value instanceof Timestamp || value instanceof Duration ? nanosOf(value) : 0n;
}

const subtract = onInts("-");
const negateInt: Apply = ([value = 0], meter) => subtract([0, value], meter);
const negateDouble: Apply = ([value = 0]) => new CelDouble(-Number(numericOf(value)));

export const arithmeticOverloads: readonly Overload[] = [
  ...operators.flatMap(integers),
  ...doubles,
  { ...functionOf("+", ["string", "string"], "string"), apply: concatenateText },
  { ...functionOf("+", ["bytes", "bytes"], "bytes"), apply: concatenateBytes },
  joinLists,
  time("+", "timestamp", "duration"),
  time("+", "duration", "timestamp"),
  time("+", "duration", "duration"),
  time("-", "timestamp", "timestamp"),
  time("-", "timestamp", "duration"),
  time("-", "duration", "duration"),
  { ...functionOf("-_", ["int"], "int"), mayFail: "Overflow", apply: negateInt },
  { ...functionOf("-_", ["double"], "double"), apply: negateDouble },
];
