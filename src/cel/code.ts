import type { Span } from "./ast.ts";
import { causesOf } from "./causes.ts";
import { COST_MAX, FOLDING_COST_MAX } from "./limits.ts";
import { type Bindings, CelError, type CelErrorCode, type CelValue, Unknown } from "./value.ts";

/** What one evaluation holds while it runs. */
export interface Frame {
  bindings: Bindings;
  /** Values of macro variables, by their place in the expression. */
  readonly locals: CelValue[];
  /** Units used so far; beyond `COST_MAX` loops stop and the evaluation as a whole is an error. */
  cost: number;
  /** Offset of the call or macro that is running. */
  place: number;
  /** Where the budget ran out. */
  exceededAt: number | undefined;
}

/** Something that counts what is used. */
export type Meter = Pick<Frame, "cost" | "place" | "exceededAt">;

/** Counts units; false once there are too many. */
export function charge(meter: Meter, units: number): boolean {
  meter.cost += units;
  if (meter.cost <= COST_MAX) return true;
  meter.exceededAt ??= meter.place;
  return false;
}

/** What going through a text, some bytes or a list costs; as in cel-go, a tenth for each unit of length. */
export function traversalCost(length: number): number {
  return Math.ceil(length / 10);
}

export const costExceeded: CelError = new CelError("CostExceeded", "evaluation costs too much");

export const noBindings: Bindings = { at: () => null };

export function createFrame(locals = 0): Frame {
  return {
    bindings: noBindings,
    locals: Array(locals).fill(null),
    cost: 0,
    place: 0,
    exceededAt: undefined,
  };
}

/** What a run that reads some slots gave, unless it used too much: what is not known may have been what made it long. */
export function withinBudget(frame: Frame, slots: Iterable<number>, value: CelValue): CelValue {
  const { cost, exceededAt = 0, bindings } = frame;
  if (cost <= COST_MAX) return value;
  const message = `evaluation costs more than ${COST_MAX} units`;
  const error = new CelError("CostExceeded", message, exceededAt);
  const causes = causesOf(Array.from(slots, (slot) => bindings.at(slot)));
  return causes.length === 0 ? error : new Unknown(causes, { mayBeError: error });
}

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

/** Runs code beforehand if its parts are constant and it takes little; what was cut short is no value. */
export function foldIfConstant(run: Run, parts: readonly Code[]): Code {
  if (parts.some((part) => part.constant === undefined)) return code(run);
  const frame = createFrame();
  frame.cost = COST_MAX - FOLDING_COST_MAX;
  const value = run(frame);
  return frame.cost > COST_MAX ? code(run) : { ...constantCode(value), mayBeAbsent: false };
}

export function errorAt(errorCode: CelErrorCode, message: string, { offset }: Span): CelError {
  return new CelError(errorCode, message, offset);
}
