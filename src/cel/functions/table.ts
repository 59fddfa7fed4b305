import { arithmeticOverloads } from "./arithmetic.ts";
import { conversionOverloads } from "./conversions.ts";
import { methodOverloads } from "./methods.ts";
import type { Overload } from "./overload.ts";

const overloads: readonly Overload[] = [
  ...arithmeticOverloads,
  ...methodOverloads,
  ...conversionOverloads,
];

/** All ways to call a function or an operator. */
export function overloadsOf(name: string, isMethod: boolean): readonly Overload[] {
  return overloads.filter((each) => each.name === name && each.isMethod === isMethod);
}

/** Names that can be written with parentheses. */
export function functionNames(isMethod: boolean): readonly string[] {
  const named = overloads.filter((each) => each.isMethod === isMethod && /^\w+$/.test(each.name));
  return [...new Set(named.map((overload) => overload.name))];
}
