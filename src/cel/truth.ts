import { causesOf } from "./causes.ts";
import { errorIn, errorOf } from "./unknown.ts";
import { CelError, type CelValue, Unknown } from "./value.ts";

/** A set of results that a condition may have: a union of `TRUE`, `FALSE` and `ERROR`, never empty. */
export type TruthSet = number;

export const TRUE = 1;
export const FALSE = 2;
export const ERROR = 4;
/** True or false, but no error. */
export const EITHER: TruthSet = TRUE | FALSE;

/** `&&` over all pairs of members: of two members false wins, then error. */
export function andSets(a: TruthSet, b: TruthSet): TruthSet {
  const noFalse = TRUE | ERROR;
  const isErrorMet = ((a | b) & ERROR) !== 0 && (a & noFalse) !== 0 && (b & noFalse) !== 0;
  return (a & b & TRUE) | ((a | b) & FALSE) | (isErrorMet ? ERROR : 0);
}

export function notSet(set: TruthSet): TruthSet {
  return ((set & TRUE) << 1) | ((set & FALSE) >> 1) | (set & ERROR);
}

/** `a || b` is `!(!a && !b)`, for sets as for members. */
function orSets(a: TruthSet, b: TruthSet): TruthSet {
  return notSet(andSets(notSet(a), notSet(b)));
}

/** The results that a value stands for; what is no bool is an error. */
export function truthOf(value: CelValue): TruthSet {
  if (value === true) return TRUE;
  if (value === false) return FALSE;
  if (!(value instanceof Unknown)) return ERROR;
  const { oneOf, mayBeError } = value.bounds;
  if (oneOf === undefined) return EITHER | ERROR;
  let set: TruthSet = mayBeError === undefined ? 0 : ERROR;
  for (const each of oneOf) set |= truthOf(each);
  return set;
}

/** The error that a value is or may be when it is asked for a bool. */
export function truthErrorOf(value: CelValue): CelError | undefined {
  if (typeof value === "boolean") return undefined;
  return errorOf(value) ?? ((truthOf(value) & ERROR) === 0 ? undefined : noBool);
}

const noBool = new CelError("NoSuchOverload", "expected a bool");

const bothBools: readonly boolean[] = [true, false];
const onlyTrue: readonly boolean[] = [true];
const onlyFalse: readonly boolean[] = [false];

/**
 * The value that stands for a set: a bool or an error if it is certain, else an unknown with bounds.
 * Only a set with more than one member has reasons to give: all causes of what it was drawn from.
 */
export function fromTruth(
  set: TruthSet,
  drawnFrom: readonly CelValue[],
  error: CelError = noBool,
): CelValue {
  if (set === TRUE) return true;
  if (set === FALSE) return false;
  if (set === ERROR) return error;
  const bools = set & EITHER;
  const oneOf = bools === EITHER ? bothBools : bools === TRUE ? onlyTrue : onlyFalse;
  const bounds = { present: true, oneOf };
  const mayBeError = (set & ERROR) !== 0;
  return new Unknown(causesOf(drawnFrom), mayBeError ? { ...bounds, mayBeError: error } : bounds);
}

/** As `fromTruth`, for a result that is also an error if an operand is one. */
export function fromStrictTruth(
  set: TruthSet,
  operands: readonly CelValue[],
  error?: CelError,
): CelValue {
  const possible = errorIn(operands);
  return fromTruth(possible === undefined ? set : set | ERROR, operands, error ?? possible);
}

/** Joins operands of `&&` or `||` of which at least one is no plain bool. */
export function joinTruths(operator: "&&" | "||", values: readonly CelValue[]): CelValue {
  const join = operator === "&&" ? andSets : orSets;
  let set: TruthSet = operator === "&&" ? TRUE : FALSE;
  let error: CelError | undefined;
  for (const value of values) {
    set = join(set, truthOf(value));
    error ??= truthErrorOf(value);
  }
  return fromTruth(set, values, error);
}
