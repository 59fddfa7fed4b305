import type { Meter } from "../frame.ts";
import { kindOf, kindOfType, type ValueKind } from "../kinds.ts";
import type { CelType } from "../type.ts";
import { CelError, type CelErrorCode, type CelValue, type UnknownBounds } from "../value.ts";

export type ParameterKind = ValueKind | "any";

/** One way to call a function. All of them are strict: they are not called with errors or unknowns. */
export interface Overload {
  /** `+` and the like stand under their own sign, unary minus under `-_`. */
  readonly name: string;
  /** Whether the first parameter stands before the dot. */
  readonly isMethod: boolean;
  readonly parameters: readonly ParameterKind[];
  readonly result: CelType | ((args: readonly CelType[]) => CelType);
  /** The error that it may give on operands of the right types. */
  readonly mayFail?: CelErrorCode;
  /** What is known of its result whatever the operands are. */
  readonly bounds?: UnknownBounds;
  readonly apply: (args: readonly CelValue[], meter: Meter) => CelValue;
}

/** Whether an overload may take arguments of these declared types. */
export function takesTypes({ parameters }: Overload, types: readonly CelType[]): boolean {
  if (parameters.length !== types.length) return false;
  return types.every((type, index) => {
    const kind = kindOfType(type);
    return parameters[index] === "any" || kind === undefined || kind === parameters[index];
  });
}

/** Calls the overload that takes these values. */
export function callOverload(
  overloads: readonly Overload[],
  values: readonly CelValue[],
  meter: Meter,
): CelValue {
  for (const overload of overloads) {
    if (takesValues(overload, values)) return overload.apply(values, meter);
  }
  const kinds = values.map(kindOf).join(", ");
  return new CelError("NoSuchOverload", `\`${overloads[0]?.name}\` does not take (${kinds})`);
}

function takesValues({ parameters }: Overload, values: readonly CelValue[]): boolean {
  return values.every(
    (value, index) => parameters[index] === "any" || parameters[index] === kindOf(value),
  );
}
