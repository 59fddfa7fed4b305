import { causesOf } from "./causes.ts";
import { type Code, charge, costExceeded, type Frame, type Run } from "./code.ts";
import { COMBINATIONS_MAX } from "./limits.ts";
import { errorIn, possibleValues, unite } from "./unknown.ts";
import { CelError, type CelValue, Unknown } from "./value.ts";

/** A strict function: it is never asked about an error, and says what it gives on what is not known. */
export interface Strict {
  /** What it gives on values that are known, though parts of them may not be. */
  readonly apply: (values: readonly CelValue[], frame: Frame) => CelValue;
  /** What it may give when a value cannot be told, or there are too many to try them all out. */
  readonly guess: (values: readonly CelValue[], frame: Frame) => CelValue;
  /** What it costs beside its weight; each combination of values that is tried out is one unit more. */
  readonly cost?: (values: readonly CelValue[]) => number;
  /** Where it stands, should the budget run out in it. */
  readonly offset?: number;
}

/** What all parts give, or the first error among that. */
export function runAll(parts: readonly Code[], frame: Frame): CelValue[] | CelError {
  const values: CelValue[] = [];
  for (const part of parts) {
    const value = part.run(frame);
    if (value instanceof CelError) return value;
    values.push(value);
  }
  return values;
}

/** Runs a strict function on what some parts give. */
export function strictRun(parts: readonly Code[], strict: Strict): Run {
  return (frame) => {
    const values = runAll(parts, frame);
    return values instanceof CelError ? values : applyStrict(strict, values, frame);
  };
}

/**
 * The results of a strict function over all that its operands may be: an operand that is an error is
 * the result, and closed domains are tried out while there are few combinations.
 */
export function applyStrict(strict: Strict, operands: readonly CelValue[], frame: Frame): CelValue {
  let isKnown = true;
  for (const operand of operands) {
    if (operand instanceof CelError) return operand;
    isKnown &&= !(operand instanceof Unknown);
  }
  if (strict.offset !== undefined) frame.place = strict.offset;
  if (strict.cost && !charge(frame, strict.cost(operands))) return costExceeded;
  if (isKnown) return strict.apply(operands, frame);
  const combinations = combinationsOf(operands);
  if (!charge(frame, combinations?.length ?? 1)) return costExceeded;
  const tried = combinations?.map((values) => strict.apply(values, frame));
  const results = tried ?? [strict.guess(operands, frame)];
  const error = errorIn(operands);
  return unite(error === undefined ? results : [...results, error], causesOf(operands));
}

/** All that the operands may be together; undefined if that cannot be told, or is too much. */
function combinationsOf(operands: readonly CelValue[]): readonly CelValue[][] | undefined {
  let combinations: CelValue[][] = [[]];
  for (const operand of operands) {
    const values = possibleValues(operand);
    if (values === undefined || combinations.length * values.length > COMBINATIONS_MAX) {
      return undefined;
    }
    combinations = combinations.flatMap((each) => values.map((value) => [...each, value]));
  }
  return combinations;
}
