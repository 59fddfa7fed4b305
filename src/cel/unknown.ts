import { isList, isRecord } from "./kinds.ts";
import { COMBINATIONS_MAX } from "./limits.ts";
import { isSameValue } from "./same.ts";
import {
  CelError,
  type CelValue,
  PartialList,
  PartialMap,
  Unknown,
  type UnknownBounds,
  type UnknownCause,
} from "./value.ts";

/** Every cause that stands in some values, however deep; each once, first seen first. */
export function causesOf(values: readonly CelValue[]): readonly UnknownCause[] {
  const compound = values.filter(isCompound);
  const [only] = compound;
  // The usual case: one unknown, of scalars.
  if (compound.length === 1 && only instanceof Unknown && !only.bounds.oneOf?.some(isCompound)) {
    return only.causes;
  }
  const causes = new Set<UnknownCause>();
  const seen = new Set<CelValue>();
  const pending: CelValue[] = compound.toReversed();
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    if (!isCompound(value) || seen.has(value)) continue;
    seen.add(value);
    if (value instanceof Unknown || value instanceof PartialList || value instanceof PartialMap) {
      for (const cause of value.causes) causes.add(cause);
    }
    for (const part of partsOf(value).toReversed()) pending.push(part);
  }
  return [...causes];
}

function isCompound(value: CelValue): boolean {
  return typeof value === "object" && value !== null;
}

function partsOf(value: CelValue): readonly CelValue[] {
  if (value instanceof Unknown) return value.bounds.oneOf ?? [];
  if (value instanceof PartialList) return value.items;
  if (value instanceof PartialMap) return Object.values(value.seen);
  if (isList(value)) return value;
  if (value instanceof Map) return [...value.values()];
  return isRecord(value) ? Object.values(value) : [];
}

/** Whether a value may be null. */
export function mayBeNull(value: CelValue): boolean {
  if (value === null) return true;
  if (!(value instanceof Unknown)) return false;
  const { oneOf, present } = value.bounds;
  return oneOf === undefined ? present !== true : oneOf.includes(null);
}

/** The error that evaluating a value may have been, if it is no certain one. */
export function possibleErrorOf(value: CelValue): CelError | undefined {
  return value instanceof Unknown ? value.bounds.mayBeError : undefined;
}

/** A value without the doubt whether it is an error. */
export function withoutError(value: CelValue): CelValue {
  if (!(value instanceof Unknown) || value.bounds.mayBeError === undefined) return value;
  const { mayBeError: _, ...bounds } = value.bounds;
  return settle(value.causes, bounds);
}

/** A value that may instead be an error. */
export function orError(value: CelValue, error: CelError | undefined): CelValue {
  if (error === undefined || value instanceof CelError) return value;
  return unite([value, error], causesOf([value]));
}

/** An unknown with these bounds, or what they come down to. */
function settle(causes: readonly UnknownCause[], bounds: UnknownBounds): CelValue {
  const [only] = bounds.oneOf ?? [];
  if (bounds.oneOf?.length === 1 && only !== undefined && bounds.mayBeError === undefined) {
    return only;
  }
  return new Unknown(causes, bounds);
}

/** What a declared type says of an unknown value that is read through it. */
export interface Reading {
  /** Every value of the type, if they can be told: bools and enums. */
  readonly domain: readonly CelValue[] | undefined;
  readonly mayBeAbsent: boolean;
}

/** What is known of an unknown once its type, and whether it counts as present, are. */
export function narrow(value: Unknown, { domain, mayBeAbsent }: Reading): CelValue {
  const { oneOf, present, mayBeError } = value.bounds;
  const isPresent = present === true || !mayBeAbsent;
  const possible = oneOf ?? (isPresent || domain === undefined ? domain : [...domain, null]);
  if (possible === undefined) {
    if ((present === true) === isPresent) return value;
    return new Unknown(value.causes, { ...value.bounds, present: isPresent });
  }
  if (mayBeError === undefined && possible.length === 1) return possible[0] ?? null;
  const left = isPresent ? possible.filter((each) => each !== null) : possible;
  // Nothing left: it is certainly absent, whatever counts as present.
  if (left.length === 0) return settle(value.causes, { ...value.bounds, oneOf: possible });
  if (left === oneOf) return value;
  return settle(value.causes, { ...value.bounds, present: isPresent, oneOf: left });
}

interface Union {
  values: CelValue[];
  error: CelError | undefined;
  /** Whether some member may have values that are not listed. */
  isOpen: boolean;
  mayBeNull: boolean;
  atLeast: number;
  atMost: number;
}

/** One value that stands for all of those given; the one they agree on, if they do. */
export function unite(members: readonly CelValue[], causes: readonly UnknownCause[]): CelValue {
  const union: Union = {
    values: [],
    error: undefined,
    isOpen: false,
    mayBeNull: false,
    atLeast: Number.POSITIVE_INFINITY,
    atMost: Number.NEGATIVE_INFINITY,
  };
  for (const member of members) addMember(union, member);
  const { values, error } = union;
  const [only] = values;
  if (!union.isOpen && only === undefined) return error ?? new Unknown(causes);
  if (!union.isOpen && values.length === 1 && only !== undefined && error === undefined)
    return only;
  const all = causesOf([new Unknown(causes), ...members]);
  const bounds: UnknownBounds = {
    present: !union.mayBeNull,
    ...(union.isOpen || values.length > COMBINATIONS_MAX ? rangeOf(union) : { oneOf: values }),
    ...(error === undefined ? {} : { mayBeError: error }),
  };
  return new Unknown(all, bounds);
}

function rangeOf({ atLeast, atMost }: Union): UnknownBounds {
  return {
    ...(Number.isFinite(atLeast) ? { atLeast } : {}),
    ...(Number.isFinite(atMost) ? { atMost } : {}),
  };
}

function addMember(union: Union, member: CelValue): void {
  if (member instanceof CelError) {
    union.error ??= member;
    return;
  }
  union.mayBeNull ||= mayBeNull(member);
  const [atLeast, atMost] = intRangeOf(member);
  union.atLeast = Math.min(union.atLeast, atLeast);
  union.atMost = Math.max(union.atMost, atMost);
  if (!(member instanceof Unknown)) {
    addValue(union.values, member);
    return;
  }
  union.error ??= member.bounds.mayBeError;
  if (member.bounds.oneOf === undefined) union.isOpen = true;
  for (const value of member.bounds.oneOf ?? []) addValue(union.values, value);
}

function addValue(values: CelValue[], value: CelValue): void {
  if (values.length <= COMBINATIONS_MAX && !values.some((each) => isSameValue(each, value))) {
    values.push(value);
  }
}

/** The range of an int that is known or bounded; the whole line for anything else. */
export function intRangeOf(value: CelValue): readonly [atLeast: number, atMost: number] {
  if (typeof value === "number") return [value, value];
  if (!(value instanceof Unknown)) return [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  const { oneOf, atLeast, atMost } = value.bounds;
  if (oneOf?.every((each) => typeof each === "number")) {
    const sorted = oneOf.toSorted((a, b) => a - b);
    return [sorted[0] ?? 0, sorted.at(-1) ?? 0];
  }
  return [atLeast ?? Number.NEGATIVE_INFINITY, atMost ?? Number.POSITIVE_INFINITY];
}

/**
 * The results of a strict function over all that its operands may be. Closed domains are tried out
 * while there are few combinations; otherwise `plain` tells what can be said without.
 */
export function overPossible(
  operands: readonly CelValue[],
  apply: (values: readonly CelValue[]) => CelValue,
  plain: () => CelValue,
): CelValue {
  let combinations: CelValue[][] | undefined = [[]];
  let error: CelError | undefined;
  for (const operand of operands) {
    error ??= possibleErrorOf(operand);
    combinations = combinations && extend(combinations, operand);
  }
  const results = combinations === undefined ? [plain()] : combinations.map((each) => apply(each));
  if (error !== undefined) results.push(error);
  return unite(results, causesOf(operands));
}

function extend(combinations: CelValue[][], operand: CelValue): CelValue[][] | undefined {
  const values = operand instanceof Unknown ? operand.bounds.oneOf : [operand];
  if (values === undefined || combinations.length * values.length > COMBINATIONS_MAX) {
    return undefined;
  }
  return combinations.flatMap((each) => values.map((value) => [...each, value]));
}
