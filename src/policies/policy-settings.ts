import type { Enforcement, ParamValue } from "../engine/policy.ts";
import type { SourcePosition } from "../input/problem.ts";

/** A value given from outside, such as on the command line. */
export interface ParamSetting {
  /** `name`, for every policy that has such a param, or `policy.name`. */
  readonly name: string;
  readonly value: string;
}

/** A value that a binding sets, and where. */
export interface BoundParam {
  readonly value: ParamValue;
  readonly position: SourcePosition;
}

/** What is set for one policy from outside of it. */
export interface PolicySettings {
  /** From the command line, in the order given; they win over `bound`. */
  readonly params: readonly ParamSetting[];
  /** From bindings, by param; each fits the param's schema. */
  readonly bound: ReadonlyMap<string, BoundParam>;
  /** From bindings, by rule; only where it differs from what the policy says. */
  readonly enforcement: ReadonlyMap<string, Enforcement>;
}
