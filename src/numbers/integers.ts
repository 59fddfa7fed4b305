/**
 * Integers of 64 bits, exact. A signed one is a number while that is safe and a bigint beyond 2^53; an
 * unsigned one is always a bigint.
 */
export type Int = number | bigint;

export type IntOperator = "+" | "-" | "*" | "/" | "%";

/** Why a calculation has no result. */
export type NumberFault = "Overflow" | "DivisionByZero";

const INT_MIN = -(1n << 63n);
const INT_MAX = (1n << 63n) - 1n;
const UINT_MAX = (1n << 64n) - 1n;

/** A signed integer; undefined beyond 64 bits. */
export function toInt(value: bigint): Int | undefined {
  if (value < INT_MIN || value > INT_MAX) return undefined;
  const short = Number(value);
  return Number.isSafeInteger(short) ? short : value;
}

/** An unsigned integer; undefined below zero or beyond 64 bits. */
export function toUint(value: bigint): bigint | undefined {
  return value < 0n || value > UINT_MAX ? undefined : value;
}

/** Within ±2^63, both excluded, as in cel-go. The fraction is cut off. */
export function intOfDouble(value: number): Int | undefined {
  const isInside = value > -(2 ** 63) && value < 2 ** 63;
  return isInside ? toInt(BigInt(Math.trunc(value))) : undefined;
}

/** From 0 (not below, be it by a fraction) to 2^64, that excluded. */
export function uintOfDouble(value: number): bigint | undefined {
  return value >= 0 && value < 2 ** 64 ? toUint(BigInt(Math.trunc(value))) : undefined;
}

export function calculateInts(operator: IntOperator, a: Int, b: Int): Int | NumberFault {
  if (typeof a === "number" && typeof b === "number") {
    const short = calculateNumbers(operator, a, b);
    // Not so for division by zero. Adding 0 turns -0 into 0: an int has no negative zero.
    if (Number.isSafeInteger(short)) return short + 0;
  }
  const long = calculateBigInts(operator, BigInt(a), BigInt(b));
  return typeof long === "bigint" ? (toInt(long) ?? "Overflow") : long;
}

export function calculateUints(operator: IntOperator, a: bigint, b: bigint): bigint | NumberFault {
  const long = calculateBigInts(operator, a, b);
  return typeof long === "bigint" ? (toUint(long) ?? "Overflow") : long;
}

/** As JavaScript does, but for `/`: the quotient is whole, cut towards zero. */
function calculateNumbers(operator: IntOperator, a: number, b: number): number {
  if (operator === "+") return a + b;
  if (operator === "-") return a - b;
  if (operator === "*") return a * b;
  return operator === "/" ? (a - (a % b)) / b : a % b;
}

function calculateBigInts(operator: IntOperator, a: bigint, b: bigint): bigint | NumberFault {
  if (operator === "+") return a + b;
  if (operator === "-") return a - b;
  if (operator === "*") return a * b;
  if (b === 0n) return "DivisionByZero";
  return operator === "/" ? a / b : a % b;
}
