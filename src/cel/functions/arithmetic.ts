import { durationOf } from "../duration.ts";
import { charge, type Meter } from "../frame.ts";
import { isList } from "../kinds.ts";
import {
  type Arithmetic,
  calculateDoubles,
  calculateInts,
  calculateUints,
  numericOf,
  toInt,
} from "../numbers.ts";
import { Duration, nanosOf, Timestamp, timestampOf } from "../time.ts";
import type { CelType } from "../type.ts";
import { DYN, joinTypes } from "../types.ts";
import { CelDouble, CelError, CelUint, type CelValue, PartialList } from "../value.ts";
import type { Overload } from "./overload.ts";

const operators: readonly Arithmetic[] = ["+", "-", "*", "/", "%"];

function calculate(operator: Arithmetic, a: CelValue, b: CelValue): CelValue {
  if (a instanceof CelUint && b instanceof CelUint) return calculateUints(operator, a, b);
  const x = numericOf(a) ?? 0;
  const y = numericOf(b) ?? 0;
  const isDouble = a instanceof CelDouble || b instanceof CelDouble || !(isInt(a) && isInt(b));
  return isDouble
    ? calculateDoubles(operator, Number(x), Number(y))
    : calculateInts(operator, x, y);
}

function isInt(value: CelValue): boolean {
  return typeof value === "bigint" || Number.isSafeInteger(value);
}

function numeric(operator: Arithmetic, kind: "int" | "uint" | "double"): Overload {
  const code = operator === "/" || operator === "%" ? "DivisionByZero" : "Overflow";
  return {
    name: operator,
    isMethod: false,
    parameters: [kind, kind],
    result: { kind },
    ...(kind === "double" ? {} : { mayFail: code }),
    apply: ([a = 0, b = 0]) => calculate(operator, a, b),
  };
}

function concatenateText([a, b]: readonly CelValue[], meter: Meter): CelValue {
  const left = typeof a === "string" ? a : "";
  const right = typeof b === "string" ? b : "";
  return charge(meter, left.length + right.length) ? left + right : "";
}

function concatenateBytes([a, b]: readonly CelValue[], meter: Meter): CelValue {
  const pieces = [a, b].filter((each) => each instanceof Uint8Array);
  const length = pieces.reduce((sum, each) => sum + each.length, 0);
  return Uint8Array.from(charge(meter, length) ? pieces.flatMap((each) => [...each]) : []);
}

/** Joins two lists; what is doubtful in one of them is so in the result. */
function concatenateLists([a = [], b = []]: readonly CelValue[], meter: Meter): CelValue {
  const left = partsOf(a);
  const right = partsOf(b);
  if (!charge(meter, left.items.length + right.items.length)) return [];
  const items = [...left.items, ...right.items];
  if (isList(a) && isList(b)) return items;
  const shifted = [...right.maybe].map((index) => index + left.items.length);
  return new PartialList(items, {
    open: left.open || right.open,
    causes: [...new Set([...left.causes, ...right.causes])],
    maybe: new Set([...left.maybe, ...shifted]),
  });
}

function partsOf(list: CelValue): PartialList {
  if (list instanceof PartialList) return list;
  return new PartialList(isList(list) ? list : [], { open: false, causes: [] });
}

function joinListTypes([a = DYN, b = DYN]: readonly CelType[]): CelType {
  return a.kind === "list" && b.kind === "list" ? joinTypes(a, b) : { kind: "list", element: DYN };
}

const beyondRange = (what: string): CelError => new CelError("Overflow", `${what} is out of range`);

function time(
  name: "+" | "-",
  parameters: readonly ["timestamp" | "duration", "timestamp" | "duration"],
): Overload {
  const isDuration = parameters[0] === parameters[1];
  return {
    name,
    isMethod: false,
    parameters,
    result: { kind: isDuration ? "duration" : "timestamp" },
    mayFail: "Overflow",
    apply: ([a, b]) => {
      const left = nanosIn(a);
      const nanos = name === "+" ? left + nanosIn(b) : left - nanosIn(b);
      if (isDuration) return durationOf(nanos) ?? beyondRange("duration");
      return timestampOf(nanos) ?? beyondRange("timestamp");
    },
  };
}

function nanosIn(value: CelValue | undefined): bigint {
  return value instanceof Timestamp || value instanceof Duration ? nanosOf(value) : 0n;
}

function negateInt(value: CelValue | undefined): CelValue {
  const result = toInt(-BigInt(typeof value === "bigint" ? value : Number(value ?? 0)));
  return result ?? new CelError("Overflow", "int is out of the range of 64 bits");
}

const binary = { name: "+", isMethod: false } as const;

export const arithmeticOverloads: readonly Overload[] = [
  ...operators.flatMap((operator) => [numeric(operator, "int"), numeric(operator, "uint")]),
  ...operators.slice(0, 4).map((operator) => numeric(operator, "double")),
  {
    ...binary,
    parameters: ["string", "string"],
    result: { kind: "string" },
    apply: concatenateText,
  },
  { ...binary, parameters: ["bytes", "bytes"], result: { kind: "bytes" }, apply: concatenateBytes },
  { ...binary, parameters: ["list", "list"], result: joinListTypes, apply: concatenateLists },
  time("+", ["timestamp", "duration"]),
  time("+", ["duration", "timestamp"]),
  time("+", ["duration", "duration"]),
  time("-", ["timestamp", "timestamp"]),
  time("-", ["timestamp", "duration"]),
  time("-", ["duration", "duration"]),
  {
    name: "-_",
    isMethod: false,
    parameters: ["int"],
    result: { kind: "int" },
    mayFail: "Overflow",
    apply: ([value]) => negateInt(value),
  },
  {
    name: "-_",
    isMethod: false,
    parameters: ["double"],
    result: { kind: "double" },
    apply: ([value = 0]) => new CelDouble(-Number(numericOf(value) ?? 0)),
  },
];
