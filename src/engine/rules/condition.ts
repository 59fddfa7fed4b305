import type { Program } from "../../cel/expression.ts";
import { kindOf } from "../../cel/kinds.ts";
import { FALSE, TRUE, type TruthSet, truthErrorOf, truthOf } from "../../cel/truth.ts";
import {
  type Bindings,
  CelError,
  type CelValue,
  Unknown,
  type UnknownCause,
} from "../../cel/value.ts";

/** What a condition may give. */
export interface Condition {
  /** A union of `TRUE` (1), `FALSE` (2) and `ERROR` (4); never 0. */
  readonly may: TruthSet;
  /** Why more than one result is possible; empty if one is certain. */
  readonly causes: readonly UnknownCause[];
  /** The error, or the one that it may be. */
  readonly error: CelError | undefined;
}

const holds: Condition = { may: TRUE, causes: [], error: undefined };
const fails: Condition = { may: FALSE, causes: [], error: undefined };

/** Evaluates a condition. */
export function evaluateCondition(program: Program, bindings: Bindings): Condition {
  return conditionOf(program.evaluate(bindings));
}

/** What a value says as a condition. What is no bool is an error. */
export function conditionOf(value: CelValue): Condition {
  if (value === true) return holds;
  return value === false ? fails : openCondition(value);
}

function openCondition(value: CelValue): Condition {
  if (!(value instanceof Unknown || value instanceof CelError)) {
    const message = `a condition must be a bool, not ${kindOf(value)}`;
    return openCondition(new CelError("NoSuchOverload", message));
  }
  const causes = value instanceof Unknown ? value.causes : [];
  return { may: truthOf(value), causes, error: truthErrorOf(value) };
}
