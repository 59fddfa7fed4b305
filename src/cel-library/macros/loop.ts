import { charge, costExceeded, type Frame, type Run } from "../../cel/code.ts";
import { isList } from "../../cel/kinds.ts";
import { type CelValue, type PartialList, Unknown } from "../../cel/value.ts";

/** A macro that is compiled. */
export interface MacroCode {
  /** Place, among the locals, of the variable that stands for an element or key. */
  readonly item: number;
  /** Whether that may be null. */
  readonly isNullable: boolean;
  /** With two variables, the place of the first: the index or key of the element. */
  readonly place: number | undefined;
  /** What one round costs. */
  readonly weight: number;
  /** Where the macro stands. */
  readonly offset: number;
  /** What is asked of each element. */
  readonly predicate: Run;
  /** What is made of each element that the predicate lets through; without it, the element itself. */
  readonly make: Run | undefined;
}

/** What is gone over: a list, or what is seen of one, or of the entries of a map. */
export type Range = readonly CelValue[] | PartialRange;

export type PartialRange = Pick<PartialList, "items" | "open" | "causes" | "maybe"> & {
  /** The keys of a map of which `items` are the values. */
  readonly keys?: readonly CelValue[];
};

export type Loop = (macro: MacroCode, range: Range, frame: Frame) => CelValue;

/** Asks the predicate of one element; of any that was not seen, if `at` is behind the last. */
export function ask(macro: MacroCode, range: Range, at: number, frame: Frame): CelValue {
  frame.place = macro.offset;
  if (!charge(frame, macro.weight)) return costExceeded;
  const items = isList(range) ? range : range.items;
  const item = at < items.length ? items[at] : anything(range, macro.isNullable);
  frame.locals[macro.item] = item ?? null;
  if (macro.place !== undefined) frame.locals[macro.place] = placeOf(range, at);
  return macro.predicate(frame);
}

/** The key or index of an element. Where elements may be missing, an index can be any. */
function placeOf(range: Range, at: number): CelValue {
  if (isList(range)) return at;
  const { items, keys, open, maybe } = range;
  if (at >= items.length) return anything(range);
  if (keys !== undefined) return keys[at] ?? null;
  return !open && maybe.size === 0 ? at : anything(range);
}

/** Any element whatever, for lists of which not all elements were seen. */
export function anything(range: Range, isNullable = false): Unknown {
  return new Unknown(isList(range) ? [] : range.causes, { present: !isNullable });
}
