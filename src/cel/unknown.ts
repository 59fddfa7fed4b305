import { causesOf } from "./causes.ts";
import { isSameValue } from "./compare.ts";
import { COMBINATIONS_MAX } from "./limits.ts";
import {
  CelError,
  type CelValue,
  Unknown,
  type UnknownBounds,
  type UnknownCause,
} from "./value.ts";

/** All that a value may be; undefined if that cannot be told one by one. */
export function possibleValues(value: CelValue): readonly CelValue[] | undefined {
  return value instanceof Unknown ? value.bounds.oneOf : [value];
}

/** Whether a value may be null. */
export function mayBeNull(value: CelValue): boolean {
  if (value === null) return true;
  if (!(value instanceof Unknown)) return false;
  const { oneOf, present } = value.bounds;
  return oneOf === undefined ? present !== true : oneOf.includes(null);
}

/** The error that a value is or may be. */
export function errorOf(value: CelValue): CelError | undefined {
  if (value instanceof CelError) return value;
  return value instanceof Unknown ? value.bounds.mayBeError : undefined;
}

/** The first error that is or may be among some values. */
export function errorIn(values: readonly CelValue[]): CelError | undefined {
  let error: CelError | undefined;
  for (const value of values) error ??= errorOf(value);
  return error;
}

/** The range of an int that is known or bounded; the whole line for anything else. */
export function intRangeOf(value: CelValue): readonly [atLeast: number, atMost: number] {
  if (typeof value === "number") return [value, value];
  const { oneOf, atLeast, atMost }: UnknownBounds = value instanceof Unknown ? value.bounds : {};
  if (oneOf?.every((each) => typeof each === "number")) {
    const sorted = oneOf.toSorted((a, b) => a - b);
    return [sorted[0] ?? 0, sorted.at(-1) ?? 0];
  }
  return [atLeast ?? Number.NEGATIVE_INFINITY, atMost ?? Number.POSITIVE_INFINITY];
}

/** A value without the doubt whether it is an error. */
export function withoutError(value: CelValue): CelValue {
  if (!(value instanceof Unknown) || value.bounds.mayBeError === undefined) return value;
  const { mayBeError: _, ...bounds } = value.bounds;
  return settle(value.causes, bounds);
}

/** An unknown with these bounds, or what they come down to. */
function settle(causes: readonly UnknownCause[], bounds: UnknownBounds): CelValue {
  const [only] = bounds.oneOf ?? [];
  const isCertain = bounds.oneOf?.length === 1 && bounds.mayBeError === undefined;
  return isCertain && only !== undefined ? only : new Unknown(causes, bounds);
}

/** What a declared type says of an unknown value that is read through it. */
export interface Reading {
  /** Every value of the type, if they can be told: bools and enums. */
  readonly domain: readonly CelValue[] | undefined;
  readonly mayBeAbsent: boolean;
  /** Whether something around the read makes its absence not matter. */
  readonly isGuarded: boolean;
}

/**
 * Whether a value was read as one that may be absent: it stays so, in a list that says nothing of absence
 * as well. What no type was asked about yet is not.
 */
export function wasNullable(value: CelValue): boolean {
  if (!(value instanceof Unknown)) return value === null;
  return value.bounds.present === false || value.bounds.oneOf?.includes(null) === true;
}

/** What is known of an unknown once its type, and whether it counts as present, are. */
export function narrow(value: Unknown, { domain, mayBeAbsent, isGuarded }: Reading): CelValue {
  const { oneOf, present, mayBeError } = value.bounds;
  const isPresent = present === true || isGuarded || !(mayBeAbsent || wasNullable(value));
  const possible = oneOf ?? (isPresent || domain === undefined ? domain : [...domain, null]);
  if (possible === undefined) {
    if (present === isPresent) return value;
    return new Unknown(value.causes, { ...value.bounds, present: isPresent });
  }
  if (mayBeError === undefined && possible.length === 1) return possible[0] ?? null;
  const left = isPresent ? possible.filter((each) => each !== null) : possible;
  // Nothing left: it is certainly absent, whatever counts as present.
  if (left.length === 0) return settle(value.causes, { ...value.bounds, oneOf: possible });
  if (left === oneOf) return value;
  return settle(value.causes, { ...value.bounds, present: isPresent, oneOf: left });
}

/** One value that stands for all of those given; the one they agree on, if they do. */
export function unite(members: readonly CelValue[], causes: readonly UnknownCause[]): CelValue {
  const error = errorIn(members);
  const values = members.filter((member) => !(member instanceof CelError));
  const listed = distinctValues(values);
  if (listed?.length === 0) return error ?? new Unknown(causes);
  const [only] = listed ?? [];
  if (listed?.length === 1 && only !== undefined && error === undefined) return only;
  return new Unknown(causesOf([new Unknown(causes), ...values]), {
    present: !values.some(mayBeNull),
    ...(listed === undefined ? unitedRange(values) : { oneOf: listed }),
    ...(error === undefined ? {} : { mayBeError: error }),
  });
}

/** A value that may as well be an error, if there is one. */
export function orError(
  value: CelValue,
  error: CelValue | undefined,
  causes: readonly UnknownCause[],
): CelValue {
  return error === undefined ? value : unite([value, error], causes);
}

/** Each value that some values may be, once; undefined if that cannot be told, or is too much. */
function distinctValues(values: readonly CelValue[]): readonly CelValue[] | undefined {
  const scalars = new Set<CelValue>();
  const distinct: CelValue[] = [];
  const isNew = (value: CelValue): boolean =>
    typeof value === "object"
      ? !distinct.some((other) => isSameValue(other, value))
      : scalars.size < scalars.add(value).size;
  for (const value of values) {
    const possible = possibleValues(value);
    if (possible === undefined) return undefined;
    for (const each of possible) {
      if (isNew(each)) distinct.push(each);
      if (distinct.length > COMBINATIONS_MAX) return undefined;
    }
  }
  return distinct;
}

/** The range of ints that spans those of all values. */
function unitedRange(values: readonly CelValue[]): UnknownBounds {
  const ranges = values.map(intRangeOf);
  const atLeast = ranges.reduce((least, [from]) => Math.min(least, from), Number.POSITIVE_INFINITY);
  const atMost = ranges.reduce((most, [, to]) => Math.max(most, to), Number.NEGATIVE_INFINITY);
  return {
    ...(Number.isFinite(atLeast) ? { atLeast } : {}),
    ...(Number.isFinite(atMost) ? { atMost } : {}),
  };
}
