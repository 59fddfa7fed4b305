import { causesOf } from "./causes.ts";
import {
  errorOf,
  mayBeNull,
  narrow,
  orError,
  possibleValues,
  type Reading,
  unite,
  withoutError,
} from "./unknown.ts";
import { CelError, CelOptional, type CelValue, Unknown, type UnknownCause } from "./value.ts";

export const noValue: CelOptional = new CelOptional(undefined);

/** What is there as an optional, null standing for absence; whether there is anything may not be known. */
export function optionalOf(value: CelValue): CelValue {
  if (value instanceof CelError) return value;
  const sure = withoutError(value);
  return orError(optionalOfSure(sure), errorOf(value), causesOf([value]));
}

function optionalOfSure(value: CelValue): CelValue {
  if (value === null) return noValue;
  if (!(value instanceof Unknown) || !mayBeNull(value)) return new CelOptional(value);
  const { causes, bounds } = value;
  const { oneOf, ...others } = bounds;
  const present = oneOf?.filter((each) => each !== null);
  if (present?.length === 0) return noValue;
  const held = { ...others, present: true, ...(present === undefined ? {} : { oneOf: present }) };
  return mayHold(new Unknown(causes, held), causes);
}

/** An optional that holds a value or none; which of them is not known. Null is a value here. */
export function mayHold(value: CelValue, causes: readonly UnknownCause[]): Unknown {
  const held = (possibleValues(value) ?? [value]).map((each) => new CelOptional(each));
  return new Unknown(causes, { present: true, oneOf: [noValue, ...held] });
}

/** What a type says of an optional. */
export interface Opening {
  /** Of what it may hold. */
  readonly reading: Reading;
  /** The error if it is no optional; undefined if it is one for sure. */
  readonly noOptional: CelError | undefined;
}

/** All that an optional may be. */
export interface Opened {
  /** What it holds if it holds something; undefined if it does not. */
  readonly held: CelValue | undefined;
  readonly mayBeNone: boolean;
  readonly error: CelError | undefined;
  /** Why it is not known. */
  readonly causes: readonly UnknownCause[];
}

const nothing: Opened = { held: undefined, mayBeNone: false, error: undefined, causes: [] };

export function openOptional(value: CelValue, { reading, noOptional }: Opening): Opened {
  if (value instanceof CelOptional) {
    return { ...nothing, held: value.value, mayBeNone: value.value === undefined };
  }
  if (value instanceof CelError) return { ...nothing, error: value };
  if (!(value instanceof Unknown)) return { ...nothing, error: noOptional };
  const { causes, bounds } = value;
  const { oneOf, mayBeError } = bounds;
  if (oneOf === undefined) {
    const held = narrow(new Unknown(causes), reading);
    return { held, mayBeNone: true, error: mayBeError ?? noOptional, causes };
  }
  const optionals = oneOf.filter((each) => each instanceof CelOptional);
  const held = optionals.flatMap((each) => (each.value === undefined ? [] : [each.value]));
  return {
    held: held.length === 0 ? undefined : unite(held, causes),
    mayBeNone: held.length < optionals.length,
    error: mayBeError ?? (optionals.length < oneOf.length ? noOptional : undefined),
    causes,
  };
}
