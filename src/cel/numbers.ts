import type { Arithmetic } from "./ast.ts";
import { CelError, CelUint, type CelValue } from "./value.ts";

const INT_MIN = -(1n << 63n);
const INT_MAX = (1n << 63n) - 1n;
const UINT_MAX = (1n << 64n) - 1n;

/** An int as values hold it: a number if it is safe, else a bigint; undefined beyond 64 bits. */
export function toInt(value: bigint): number | bigint | undefined {
  if (value < INT_MIN || value > INT_MAX) return undefined;
  const short = Number(value);
  return Number.isSafeInteger(short) ? short : value;
}

/** A uint; undefined below zero or beyond 64 bits. */
export function toUint(value: bigint): CelUint | undefined {
  return value < 0n || value > UINT_MAX ? undefined : new CelUint(value);
}

/** Calculates with ints; exact, and an error beyond 64 bits. */
export function calculateInts(
  operator: Arithmetic,
  a: number | bigint,
  b: number | bigint,
): CelValue {
  if (typeof a === "number" && typeof b === "number") {
    const short = calculateNumbers(operator, a, b);
    // Not so for division by zero. Adding 0 turns -0 into 0: an int has no negative zero.
    if (Number.isSafeInteger(short)) return short + 0;
  }
  const long = calculateBigInts(operator, BigInt(a), BigInt(b));
  return long instanceof CelError ? long : (toInt(long) ?? outOfRange("int"));
}

/** Calculates with uints; an error below zero or beyond 64 bits. */
export function calculateUints(operator: Arithmetic, a: bigint, b: bigint): CelValue {
  const result = calculateBigInts(operator, a, b);
  return result instanceof CelError ? result : (toUint(result) ?? outOfRange("uint"));
}

/** Calculates as JavaScript does, but for `/`: the quotient is whole, cut towards zero. */
export function calculateNumbers(operator: Arithmetic, a: number, b: number): number {
  if (operator === "+") return a + b;
  if (operator === "-") return a - b;
  if (operator === "*") return a * b;
  return operator === "/" ? (a - (a % b)) / b : a % b;
}

function calculateBigInts(operator: Arithmetic, a: bigint, b: bigint): bigint | CelError {
  if (operator === "+") return a + b;
  if (operator === "-") return a - b;
  if (operator === "*") return a * b;
  if (b === 0n) return new CelError("DivisionByZero", "division by zero");
  return operator === "/" ? a / b : a % b;
}

function outOfRange(kind: string): CelError {
  return new CelError("Overflow", `${kind} is out of the range of 64 bits`);
}
