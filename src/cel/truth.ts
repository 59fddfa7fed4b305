import { causesOf } from "./unknown.ts";
import { CelError, type CelValue, Unknown, type UnknownCause } from "./value.ts";

/** A set of results that a condition may have: a union of `TRUE`, `FALSE` and `ERROR`, never empty. */
export type TruthSet = number;

export const TRUE = 1;
export const FALSE = 2;
export const ERROR = 4;
/** True or false, but no error. */
export const EITHER: TruthSet = TRUE | FALSE;

const members = [TRUE, FALSE, ERROR] as const;

/** `&&` of two members: false wins, then error. */
function andMembers(a: number, b: number): number {
  if (a === FALSE || b === FALSE) return FALSE;
  return a === ERROR || b === ERROR ? ERROR : TRUE;
}

// Eight sets a side; the entry of two sets is the union over their pairs of members.
const andTable: Uint8Array = Uint8Array.from({ length: 64 }, (_, index) => {
  const has = (set: number, member: number): boolean => (set & member) !== 0;
  let union = 0;
  for (const a of members.filter((member) => has(index >> 3, member))) {
    for (const b of members.filter((member) => has(index & 7, member))) union |= andMembers(a, b);
  }
  return union;
});

export function andSets(a: TruthSet, b: TruthSet): TruthSet {
  return andTable[(a << 3) | b] ?? ERROR;
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
  let set: TruthSet = mayBeError === undefined ? 0 : ERROR;
  if (oneOf === undefined) return EITHER | ERROR;
  for (const each of oneOf) set |= truthOf(each);
  return set;
}

/** The error that a value is or may be when it is asked for a bool. */
export function truthErrorOf(value: CelValue): CelError | undefined {
  if (typeof value === "boolean") return undefined;
  if (value instanceof CelError) return value;
  if (value instanceof Unknown && value.bounds.mayBeError !== undefined) {
    return value.bounds.mayBeError;
  }
  return (truthOf(value) & ERROR) === 0 ? undefined : noBool;
}

const noBool = new CelError("NoSuchOverload", "expected a bool");

const bothBools: readonly boolean[] = [true, false];
const onlyTrue: readonly boolean[] = [true];
const onlyFalse: readonly boolean[] = [false];

/** The value that stands for a set: a bool or an error if it is certain, else an unknown with bounds. */
export function fromTruth(
  set: TruthSet,
  causes: readonly UnknownCause[],
  error: CelError | undefined,
): CelValue {
  if (set === TRUE) return true;
  if (set === FALSE) return false;
  if (set === ERROR) return error ?? noBool;
  const bools = set & EITHER;
  const oneOf = bools === EITHER ? bothBools : bools === TRUE ? onlyTrue : onlyFalse;
  if ((set & ERROR) === 0) return new Unknown(causes, { present: true, oneOf });
  return new Unknown(causes, { present: true, oneOf, mayBeError: error ?? noBool });
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
  // Only a set with more than one member has reasons to give.
  return fromTruth(set, (set & (set - 1)) === 0 ? [] : causesOf(values), error);
}
