import type { Meter } from "./code.ts";
import { kindOf } from "./kinds.ts";
import { type CelType, kindOfType, type ValueKind } from "./type.ts";
import {
  CelError,
  type CelErrorCode,
  type CelValue,
  Unknown,
  type UnknownBounds,
} from "./value.ts";

type Parameters = readonly (ValueKind | "any")[];

/** One way to call a function. All of them are strict: they are not called with errors or unknowns. */
export interface Overload {
  /** `+` and the like stand under their own sign, unary minus under `-_`. */
  readonly name: string;
  /** Whether the first parameter stands before the dot. */
  readonly isMethod: boolean;
  readonly parameters: Parameters;
  readonly result: CelType | ((args: readonly CelType[]) => CelType);
  /** The error that it may give on operands of the right types. */
  readonly mayFail?: CelErrorCode;
  /** What is known of its result whatever the operands are. */
  readonly bounds?: UnknownBounds;
  readonly apply: (args: readonly CelValue[], meter: Meter) => CelValue;
  /** The same for two texts, and what it costs beside their lengths. */
  readonly ofTexts?: {
    readonly test: (text: string, other: string) => boolean;
    readonly cost?: (text: string, other: string) => number;
  };
  /**
   * Looks at operands that are constant (undefined: they are not) before anything runs: the overload to call
   * instead, what is wrong with one of them, or nothing. What was `made` for an expression so far has sizes of its own.
   */
  readonly prepare?: (
    constants: readonly (CelValue | undefined)[],
    made: Map<string, number>,
  ) => Overload | { readonly mistake: string; readonly at: number } | undefined;
  /** What it gives on operands that may be anything; without it, whatever its type and `bounds` allow. */
  readonly guess?: (args: readonly CelValue[]) => CelValue;
}

/** The functions and operators that expressions may call, by name. */
export type FunctionTable = ReadonlyMap<string, readonly Overload[]>;

/** Whether an overload may take arguments of these declared types. */
export function takesTypes({ parameters }: Overload, types: readonly CelType[]): boolean {
  if (parameters.length !== types.length) return false;
  return types.every((type, index) => {
    const kind = kindOfType(type);
    return parameters[index] === "any" || kind === undefined || kind === parameters[index];
  });
}

/** Whether these may be arguments, an unknown standing for any. */
export function mayTake(parameters: Parameters, values: readonly CelValue[]): boolean {
  return values.every((value, index) => {
    const parameter = parameters[index];
    return parameter === "any" || parameter === kindOf(value) || value instanceof Unknown;
  });
}

/** Calls the overload that takes these values, none of which is unknown. */
export function callOverload(
  overloads: readonly Overload[],
  values: readonly CelValue[],
  meter: Meter,
): CelValue {
  for (const overload of overloads) {
    if (mayTake(overload.parameters, values)) return overload.apply(values, meter);
  }
  return new CelError("NoSuchOverload", noOverload(overloads, values));
}

/** The name as it is written: unary minus stands under `-_`. */
export function shownName([overload]: readonly Overload[]): string {
  return overload?.name.replace("_", "") ?? "";
}

export function noOverload(overloads: readonly Overload[], values: readonly CelValue[]): string {
  return `\`${shownName(overloads)}\` does not take (${values.map(kindOf).join(", ")})`;
}
