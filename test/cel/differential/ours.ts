import type { Compiled } from "../../../src/cel/expression.ts";
import { isList, isRecord, kindOf } from "../../../src/cel/kinds.ts";
import type { CelType, VariableDeclaration } from "../../../src/cel/type.ts";
import {
  CelDouble,
  CelError,
  CelUint,
  type CelValue,
  TypeName,
  Unknown,
} from "../../../src/cel/value.ts";
import { compileExpression } from "../../../src/cel-library/compile-expression.ts";
import { Duration, Timestamp } from "../../../src/time/time.ts";
import { variables } from "./generate.ts";
import { type Outcome, type Side, valueOutcome } from "./outcome.ts";
import type { Type } from "./types.ts";
import { NANOS_PER_SECOND, type Value } from "./values.ts";

function celTypeOf({ kind, element, key }: Type): CelType {
  const below = element === undefined ? ({ kind: "dyn" } as const) : celTypeOf(element);
  if (kind === "list") return { kind, element: below };
  return kind === "map" && key
    ? { kind, key: celTypeOf(key), value: below }
    : { kind: kind as "dyn" };
}

const declarations: readonly VariableDeclaration[] = variables.map(({ name, type }) => ({
  name,
  type: celTypeOf(type),
  mayBeAbsent: false,
}));

function compile(expression: string): Compiled {
  const compiled = compileExpression(expression, declarations);
  if (compiled.ok || !isRefusal(compiled)) return compiled;
  return compileExpression(expression, declarations, { isDynamic: true });
}

/** Whether all that is wrong are types, which another evaluator would see at run time only. */
function isRefusal(compiled: Compiled): boolean {
  const codes = compiled.ok ? [] : compiled.problems.map(({ code }) => code);
  return codes.every((each) => each === "EXPRESSION_TYPE" || each === "EXPRESSION_UNGUARDED");
}

/** Our side. */
export const evaluateOurs: Side = (expression, bindings) => {
  try {
    return evaluate(expression, bindings);
  } catch (error) {
    return { kind: "broken", text: String(error) };
  }
};

function evaluate(expression: string, bindings: Parameters<Side>[1]): Outcome {
  const compiled = compile(expression);
  if (!compiled.ok) {
    const text = compiled.problems.map(({ code, message }) => `${code}: ${message}`).join("; ");
    return { kind: isRefusal(compiled) ? "refused" : "error", text };
  }
  const value = compiled.program.evaluate({
    at: (slot) => {
      const bound = bindings.get(variables[slot]?.name ?? "");
      return bound === undefined ? null : toCel(bound);
    },
  });
  if (value instanceof CelError) return { kind: "error", text: `${value.code}: ${value.message}` };
  return valueOutcome(fromCel(value));
}

function toCel(value: Value): CelValue {
  switch (value.kind) {
    case "null":
      return null;
    case "int": {
      const short = Number(value.value);
      return Number.isSafeInteger(short) ? short : value.value;
    }
    case "uint":
      return new CelUint(value.value);
    case "double":
      return new CelDouble(value.value);
    case "timestamp": {
      const rest = ((value.value % NANOS_PER_SECOND) + NANOS_PER_SECOND) % NANOS_PER_SECOND;
      return new Timestamp(Number((value.value - rest) / NANOS_PER_SECOND), Number(rest));
    }
    case "duration":
      return new Duration(
        Number(value.value / NANOS_PER_SECOND),
        Number(value.value % NANOS_PER_SECOND),
      );
    case "type":
      return new TypeName(value.value);
    case "list":
      return value.items.map(toCel);
    case "map": {
      const entries = value.entries.map(([key, item]) => [toCel(key), toCel(item)] as const);
      const isRecordLike = value.entries.every(([key]) => key.kind === "string");
      return isRecordLike ? Object.fromEntries(entries) : new Map(entries);
    }
    default:
      return value.value;
  }
}

function fromCel(value: CelValue): Value {
  if (value === null) return { kind: "null" };
  if (typeof value === "boolean") return { kind: "bool", value };
  if (typeof value === "string") return { kind: "string", value };
  if (typeof value === "bigint") return intValue(value);
  if (typeof value === "number") return intValue(value);
  if (value instanceof CelDouble) return { kind: "double", value: value.value };
  if (value instanceof CelUint) return { kind: "uint", value: value.value };
  if (value instanceof Uint8Array) return { kind: "bytes", value };
  if (value instanceof TypeName) return { kind: "type", value: value.name };
  if (value instanceof Timestamp) return { kind: "timestamp", value: nanosIn(value) };
  if (value instanceof Duration) return { kind: "duration", value: nanosIn(value) };
  if (isList(value)) return { kind: "list", items: value.map(fromCel) };
  if (value instanceof Map) return mapValue([...value]);
  if (isRecord(value)) return mapValue(Object.entries(value));
  const what = value instanceof Unknown ? "an unknown" : `a ${kindOf(value)} in parts`;
  throw new Error(`${what}, though everything is known`);
}

/** An int is a number exactly if it is a safe one. */
function intValue(value: number | bigint): Value {
  const isShort = Number.isSafeInteger(Number(value));
  if (isShort !== (typeof value === "number") || Object.is(value, -0)) {
    throw new Error(`no int: ${typeof value} ${value}`);
  }
  return { kind: "int", value: BigInt(value) };
}

function nanosIn({ seconds, nanos }: Timestamp | Duration): bigint {
  return BigInt(seconds) * NANOS_PER_SECOND + BigInt(nanos);
}

function mapValue(entries: readonly (readonly [CelValue, CelValue])[]): Value {
  return { kind: "map", entries: entries.map(([key, item]) => [fromCel(key), fromCel(item)]) };
}
