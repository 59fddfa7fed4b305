import { Duration, durationOf, nanosOf, Timestamp, timestampOf } from "../../time/time.ts";
import type { Arithmetic } from "../ast.ts";
import { charge } from "../code.ts";
import { isList, listOf, numericOf } from "../kinds.ts";
import { calculateInts, calculateNumbers, calculateUints } from "../numbers.ts";
import { DYN, joinTypes } from "../type.ts";
import { CelDouble, CelError, CelUint, type CelValue, PartialList } from "../value.ts";
import { functionOf, type Overload } from "./overload.ts";

type Apply = Overload["apply"];

const operators: readonly Arithmetic[] = ["+", "-", "*", "/", "%"];

function numeric(operator: Arithmetic): readonly Overload[] {
  const mayFail = operator === "/" || operator === "%" ? "DivisionByZero" : "Overflow";
  const onInts: Apply = ([a = 0, b = 0]) =>
    calculateInts(operator, numericOf(a) ?? 0, numericOf(b) ?? 0);
  const onUints: Apply = ([a, b]) =>
    a instanceof CelUint && b instanceof CelUint ? calculateUints(operator, a.value, b.value) : 0;
  const onDoubles: Apply = ([a = 0, b = 0]) => {
    const [x, y] = [Number(numericOf(a)), Number(numericOf(b))];
    return new CelDouble(operator === "/" ? x / y : calculateNumbers(operator, x, y));
  };
  const doubles = { ...functionOf(operator, ["double", "double"], "double"), apply: onDoubles };
  return [
    { ...functionOf(operator, ["int", "int"], "int"), mayFail, apply: onInts },
    { ...functionOf(operator, ["uint", "uint"], "uint"), mayFail, apply: onUints },
    // Doubles have no remainder.
    ...(operator === "%" ? [] : [doubles]),
  ];
}

const concatenateText: Apply = ([a, b], meter) => {
  const left = typeof a === "string" ? a : "";
  const right = typeof b === "string" ? b : "";
  return charge(meter, left.length + right.length) ? left + right : "";
};

const concatenateBytes: Apply = ([a, b], meter) => {
  const pieces = [a, b].filter((each) => each instanceof Uint8Array);
  const length = pieces.reduce((sum, each) => sum + each.length, 0);
  return Uint8Array.from(charge(meter, length) ? pieces.flatMap((each) => [...each]) : []);
};

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

const negateInt: Apply = ([value = 0]) => calculateInts("-", 0, numericOf(value) ?? 0);
const negateDouble: Apply = ([value = 0]) => new CelDouble(-Number(numericOf(value)));

export const arithmeticOverloads: readonly Overload[] = [
  ...operators.flatMap(numeric),
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
