import { kindOf } from "../../../src/cel/kinds.ts";
import {
  CelDouble,
  CelError,
  CelUint,
  type CelValue,
  TypeName,
  Unknown,
} from "../../../src/cel/value.ts";
import { Duration, Timestamp } from "../../../src/time/time.ts";

/**
 * A value as text that says all of it: two values have one text exactly when they are the same value of the
 * same type in the form that `CelValue` asks for. Keys of maps have an order here, and so none that counts.
 * Not the core's own equality, under which `1 == 1.0`, and which is tested by this.
 */
export function describeValue(value: CelValue): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "number") return describeInt(value);
  // A bigint that a number could hold is told apart: it is not the form of an int.
  if (typeof value === "bigint")
    return Number.isSafeInteger(Number(value)) ? `${value}n` : `${value}`;
  if (typeof value !== "object" || value === null) return String(value);
  if (Array.isArray(value)) return `[${value.map(describeValue).join(", ")}]`;
  return describeBoxed(value) ?? describeMap(value);
}

function describeInt(value: number): string {
  const isInt = Number.isSafeInteger(value) && !Object.is(value, -0);
  return isInt ? String(value) : `number(${Object.is(value, -0) ? "-0" : value})`;
}

function describeBoxed(value: object): string | undefined {
  if (value instanceof CelDouble) {
    return `double(${Object.is(value.value, -0) ? "-0" : value.value})`;
  }
  if (value instanceof CelUint) return `${value.value}u`;
  if (value instanceof Uint8Array) return `bytes(${Buffer.from(value).toString("hex")})`;
  if (value instanceof Timestamp) return `timestamp(${value.seconds} s, ${value.nanos} ns)`;
  if (value instanceof Duration) return `duration(${value.seconds} s, ${value.nanos} ns)`;
  if (value instanceof TypeName) return `type(${value.name})`;
  if (value instanceof CelError) return `error ${value.code}: ${value.message}`;
  return value instanceof Unknown ? "unknown" : undefined;
}

function describeMap(value: Exclude<CelValue, null | undefined>): string {
  const kind = kindOf(value);
  if (kind !== "map") return `a value of kind ${kind}`;
  const entries = value instanceof Map ? [...value] : Object.entries(value);
  const texts = entries.map(([key, each]) => `${describeValue(key)}: ${describeValue(each)}`);
  return `{${texts.sort().join(", ")}}`;
}
