import { COST_MAX } from "./limits.ts";
import type { Bindings, CelValue } from "./value.ts";

/** What one evaluation holds while it runs. */
export interface Frame {
  bindings: Bindings;
  /** Values of macro variables, by their place in the expression. */
  readonly locals: CelValue[];
  /** Steps used so far; beyond `COST_MAX` loops stop and the evaluation as a whole is an error. */
  cost: number;
}

/** A compiled expression or a part of one. */
export type Run = (frame: Frame) => CelValue;

/** Something that counts steps. */
export type Meter = Pick<Frame, "cost">;

/** Counts steps; false once there are too many. */
export function charge(meter: Meter, steps: number): boolean {
  meter.cost += steps;
  return meter.cost <= COST_MAX;
}
