import type { Span } from "./ast.ts";
import { COST_MAX } from "./limits.ts";
import { type Bindings, CelError, type CelErrorCode, type CelValue } from "./value.ts";

/** What one evaluation holds while it runs. */
export interface Frame {
  bindings: Bindings;
  /** Values of macro variables, by their place in the expression. */
  readonly locals: CelValue[];
  /** Steps used so far; beyond `COST_MAX` loops stop and the evaluation as a whole is an error. */
  cost: number;
}

/** Something that counts steps. */
export type Meter = Pick<Frame, "cost">;

/** Counts steps; false once there are too many. */
export function charge(meter: Meter, steps: number): boolean {
  meter.cost += steps;
  return meter.cost <= COST_MAX;
}

export const costExceeded: CelError = new CelError("CostExceeded", "evaluation costs too much");

/** A compiled expression or a part of one. */
export type Run = (frame: Frame) => CelValue;

/** What a part of an expression compiles to. */
export interface Code {
  readonly run: Run;
  /** What it gives whatever the bindings are; undefined if that depends. */
  readonly constant: CelValue | undefined;
  /** Whether it may give null because something that it reads is absent. */
  readonly mayBeAbsent: boolean;
}

export function code(run: Run, mayBeAbsent = false): Code {
  return { run, constant: undefined, mayBeAbsent };
}

export function constantCode(value: CelValue): Code {
  return { run: () => value, constant: value, mayBeAbsent: value === null };
}

/** Runs code beforehand if its parts are constant. */
export function foldIfConstant(run: Run, parts: readonly Code[]): Code {
  if (parts.some((part) => part.constant === undefined)) return code(run);
  const value = run({ bindings: { at: () => null }, locals: [], cost: 0 });
  return { ...constantCode(value), mayBeAbsent: false };
}

export function errorAt(errorCode: CelErrorCode, message: string, { offset }: Span): CelError {
  return new CelError(errorCode, message, offset);
}
