import type { Program } from "../cel/expression.ts";
import { numericOf } from "../cel/kinds.ts";
import type { VariableDeclaration } from "../cel/type.ts";
import type { CelValue } from "../cel/value.ts";
import { atomsOf } from "./enumerable.ts";

/** What the conditions of one policy are written over. Slots: facts, then params, then variables. */
export interface ConditionSpace {
  readonly declarations: readonly VariableDeclaration[];
  readonly factCount: number;
  readonly params: readonly ParamRange[];
  readonly variables: readonly (Program | undefined)[];
}

/** The values that a param may have, its type aside. Bounds are inclusive. */
export interface ParamRange {
  readonly minimum: number | undefined;
  readonly maximum: number | undefined;
}

/** A fact or param with a value of each class that some expressions can tell apart. */
export interface Dimension {
  readonly slot: number;
  readonly values: readonly CelValue[];
}

/**
 * The facts and params that programs read, directly or through variables, with the values that have to be tried;
 * undefined where one of the programs, or the type of what it reads, is not enumerable.
 */
export function dimensionsOf(
  programs: readonly Program[],
  space: ConditionSpace,
  overParams: readonly Program[] = [],
): readonly Dimension[] | undefined {
  const constants = new Map<number, Set<CelValue>>();
  const search: Search = { space, constants, gone: new Set() };
  if (!programs.every((program) => collect(program, search))) return undefined;
  if (!overParams.every((program) => collect(program, search, space.factCount))) return undefined;
  const slots = [...constants.keys()];
  const integers = slots.filter((slot) => space.declarations[slot]?.type.kind === "int");
  const bounds = integers.flatMap((slot) => boundsOf(slot, space));
  const numbers = integers.flatMap((slot) =>
    [...(constants.get(slot) ?? [])].flatMap(integersAround),
  );
  const around = spread([...bounds, ...numbers], integers.length);
  const dimensions: Dimension[] = [];
  for (const slot of slots) {
    const values = valuesOf(slot, space, { given: [...(constants.get(slot) ?? [])], around });
    if (values === undefined) return undefined;
    dimensions.push({ slot, values });
  }
  return dimensions;
}

interface Search {
  readonly space: ConditionSpace;
  /** By slot. */
  readonly constants: Map<number, Set<CelValue>>;
  /** Slots of the variables that were gone into: one may be read by many others, and they by many more. */
  readonly gone: Set<number>;
}

/** Gathers constants by slot, `shift` being the slot of the first; false where something lies outside of the fragment. */
function collect(program: Program, search: Search, shift = 0): boolean {
  const { space, constants, gone } = search;
  // A constant reads nothing, however it is written.
  const atoms = program.slots.length === 0 ? [] : atomsOf(program);
  if (atoms === undefined) return false;
  const variablesAt = space.factCount + space.params.length;
  return atoms.every((atom) => {
    const slot = atom.slot + shift;
    if (slot >= variablesAt) {
      // A variable is what its expression gives, so the classes of that expression are all there are.
      const variable = space.variables[slot - variablesAt];
      if (variable === undefined || gone.has(slot)) return variable !== undefined;
      gone.add(slot);
      return collect(variable, search);
    }
    const known = constants.get(slot) ?? new Set();
    for (const value of atom.values) known.add(value);
    constants.set(slot, known);
    return true;
  });
}

function valuesOf(
  slot: number,
  { declarations, factCount, params }: ConditionSpace,
  { given, around }: { readonly given: readonly CelValue[]; readonly around: readonly number[] },
): readonly CelValue[] | undefined {
  const declaration = declarations[slot];
  if (declaration === undefined) return undefined;
  const { type, mayBeAbsent } = declaration;
  const absent = mayBeAbsent ? [null] : [];
  switch (type.kind) {
    case "bool":
      return [true, false, ...absent];
    case "enum":
      return [...type.values, ...absent];
    case "int":
      return [...within(around, params[slot - factCount]), ...absent];
    case "string":
      return [...textsAmong(given), ...absent];
    default:
      return undefined;
  }
}

function within(values: readonly number[], range: ParamRange | undefined): readonly number[] {
  const { minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER } = range ?? {};
  return values.filter((value) => value >= minimum && value <= maximum);
}

/** The texts that are compared with, and one that is none of them. */
function textsAmong(values: readonly CelValue[]): readonly string[] {
  const texts = [...new Set(values.filter((value) => typeof value === "string"))];
  return [...texts, `${texts.join("")}~`];
}

function boundsOf(slot: number, { params, factCount }: ConditionSpace): readonly number[] {
  const { minimum, maximum } = params[slot - factCount] ?? {};
  return [minimum ?? 0, maximum ?? 0];
}

function integersAround(value: CelValue): readonly number[] {
  const number = Number(numericOf(value));
  const around = [Math.floor(number), Math.ceil(number)];
  return around.every((each) => Number.isSafeInteger(each)) ? around : [];
}

/**
 * The constants and, on both sides of each, as many neighbours as there are numbers to be compared with each other: so
 * every order in which those numbers and the constants can stand comes up.
 */
function spread(constants: readonly number[], count: number): readonly number[] {
  const all = new Set<number>();
  for (const constant of constants) {
    for (let step = -count; step <= count; step++) {
      if (Number.isSafeInteger(constant + step)) all.add(constant + step);
    }
  }
  return [...all].sort((a, b) => a - b);
}
