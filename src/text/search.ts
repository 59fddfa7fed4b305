import { indexAtUnit, lengthOf, unitAtIndex, unitsAt } from "./code-points.ts";

// Texts in, texts and numbers out, as the strings extension of CEL has them; the source of each rule is
// https://github.com/google/cel-go/blob/master/ext/strings.go. Indices count code points. Undefined: an index is out of range.

/** The character at an index; empty just after the last. */
export function charAt(text: string, index: number): string | undefined {
  const unit = unitAtIndex(text, index);
  if (unit === undefined || unit === text.length) return unit === undefined ? undefined : "";
  return text.slice(unit, unit + unitsAt(text, unit));
}

/** The part from `start` up to, without, `end`. */
export function substring(text: string, start: number, end?: number): string | undefined {
  const from = unitAtIndex(text, start);
  const to = end === undefined ? text.length : unitAtIndex(text, end);
  return from === undefined || to === undefined || from > to ? undefined : text.slice(from, to);
}

/** Where `part` is found first, at `from` or after; -1 if it is not. */
export function indexOf(text: string, part: string, from?: number): number | undefined {
  const unit = from === undefined ? 0 : searchUnit(text, part, from);
  if (unit === undefined) return undefined;
  const found = text.indexOf(part, unit);
  return found < 0 ? -1 : indexAtUnit(text, found);
}

/** Where `part` is found last, at `from` or before; -1 if it is not. */
export function lastIndexOf(text: string, part: string, from?: number): number | undefined {
  if (from === undefined && part === "") return lengthOf(text);
  const unit = from === undefined ? text.length : searchUnit(text, part, from);
  if (unit === undefined) return undefined;
  const found = text.lastIndexOf(part, unit);
  return found < 0 ? -1 : indexAtUnit(text, found);
}

/**
 * A search starts at a character; one for the empty text, which is found where it starts, may start at the end as well. cel-go takes any
 * index at all for the empty text; here one out of range stays a mistake.
 */
function searchUnit(text: string, part: string, from: number): number | undefined {
  const unit = unitAtIndex(text, from);
  return unit === text.length && part !== "" ? undefined : unit;
}
