import { arithmeticOverloads } from "./arithmetic.ts";
import { calendarOverloads } from "./calendar.ts";
import { conversionOverloads } from "./conversions.ts";
import type { Overload } from "./overload.ts";
import { textOverloads } from "./text.ts";

const overloads: readonly Overload[] = [
  ...arithmeticOverloads,
  ...textOverloads,
  ...conversionOverloads,
  ...calendarOverloads,
];

const byName = new Map<string, Overload[]>();
for (const overload of overloads) {
  const others = byName.get(overload.name);
  if (others === undefined) byName.set(overload.name, [overload]);
  else others.push(overload);
}

/** All ways to call a function or an operator. */
export function overloadsOf(name: string, isMethod: boolean): readonly Overload[] {
  return (byName.get(name) ?? []).filter((overload) => overload.isMethod === isMethod);
}

/** Names that can be written with parentheses. */
export function functionNames(isMethod: boolean): readonly string[] {
  const named = overloads.filter((each) => each.isMethod === isMethod && /^\w+$/.test(each.name));
  return [...new Set(named.map((overload) => overload.name))];
}
