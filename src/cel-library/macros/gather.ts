import { causesOf } from "../../cel/causes.ts";
import { costExceeded, type Frame } from "../../cel/code.ts";
import { isList } from "../../cel/kinds.ts";
import { mapOfEntries } from "../../cel/literals.ts";
import { EITHER, ERROR, FALSE, fromTruth, TRUE, truthErrorOf, truthOf } from "../../cel/truth.ts";
import { errorOf, orError, withoutError } from "../../cel/unknown.ts";
import { CelError, type CelValue, PartialList, Unknown } from "../../cel/value.ts";
import { anything, ask, type Loop, type MacroCode, type PartialRange, type Range } from "./loop.ts";

/** What is gathered from the elements that satisfy the predicate. */
interface Gathered {
  readonly items: CelValue[];
  /** With two variables, the key or index of each item. */
  readonly places: CelValue[];
  /** Indexes of items that may be there or not. */
  readonly maybe: Set<number>;
  open: boolean;
  /** An error that is certain: unlike `exists` and `all`, these macros do not absorb it. */
  certain: CelError | undefined;
  error: CelError | undefined;
  /** Values whose causes make the result doubtful. */
  readonly doubts: CelValue[];
}

function gather(macro: MacroCode, range: Range, frame: Frame): Gathered {
  const found: Gathered = {
    items: [],
    places: [],
    maybe: new Set(),
    open: false,
    certain: undefined,
    error: undefined,
    doubts: [],
  };
  const items = isList(range) ? range : range.items;
  const rounds = isList(range) || !range.open ? items.length : items.length + 1;
  for (let at = 0; at < rounds; at++) {
    const value = ask(macro, range, at, frame);
    if (value === costExceeded) found.certain = costExceeded;
    if (found.certain === costExceeded) return found;
    if (value !== false) gatherAt(found, value, { macro, range, at, frame });
  }
  return found;
}

interface Round {
  readonly macro: MacroCode;
  readonly range: Range;
  readonly at: number;
  readonly frame: Frame;
}

function gatherAt(found: Gathered, value: CelValue, { macro, range, at, frame }: Round): void {
  const made = macro.make === undefined ? (frame.locals[macro.item] ?? null) : macro.make(frame);
  const partial = isList(range) ? undefined : range;
  const isUnseen = partial !== undefined && at === partial.items.length;
  const doubtIn = isUnseen || partial?.maybe.has(at) ? partial : undefined;
  if (!gatherOne(found, value, made, doubtIn)) return;
  if (isUnseen) {
    // If an unseen one can only be an error, then without an error there is none.
    found.open = true;
    found.doubts.push(made);
    return;
  }
  const isMaybe = doubtIn !== undefined || (truthOf(value) & EITHER) !== TRUE;
  if (isMaybe) found.maybe.add(found.items.length);
  found.items.push(withoutError(made));
  if (macro.place !== undefined) found.places.push(frame.locals[macro.place] ?? null);
}

/**
 * Notes what the predicate says of an element, and what is made of it; `doubtIn` is the list if the
 * element may not be in it. False if there is certainly nothing to add.
 */
function gatherOne(
  found: Gathered,
  value: CelValue,
  made: CelValue,
  doubtIn: PartialRange | undefined,
): boolean {
  const set = truthOf(value);
  const isSure = doubtIn === undefined;
  if (!isSure && set !== FALSE) found.doubts.push(new Unknown(doubtIn.causes));
  if (value !== true) {
    found.doubts.push(value);
    found.error ??= truthErrorOf(value);
    if (set === ERROR && isSure) found.certain ??= truthErrorOf(value);
  }
  if ((set & TRUE) === 0) return false;
  const madeError = errorOf(made);
  if (madeError === undefined) return true;
  found.error ??= madeError;
  if (made instanceof CelError) {
    if (set === TRUE && isSure) found.certain ??= made;
    return false;
  }
  found.doubts.push(made);
  return true;
}

/** `exists_one`: by the bounds of how many elements satisfy the predicate. */
export const countOne: Loop = (macro, range, frame) => {
  const { items, maybe, open, certain, error, doubts } = gather(macro, range, frame);
  if (certain !== undefined) return certain;
  const least = items.length - maybe.size;
  const most = open ? Number.POSITIVE_INFINITY : items.length;
  const mayBeOne = least <= 1 && most >= 1 ? TRUE : 0;
  const mayBeOther = least === 1 && most === 1 ? 0 : FALSE;
  return fromTruth(mayBeOne | mayBeOther | (error === undefined ? 0 : ERROR), doubts, error);
};

/** A list of what was gathered. */
export const collectList: Loop = (macro, range, frame) => {
  const { items, maybe, open, certain, error, doubts } = gather(macro, range, frame);
  if (certain !== undefined) return certain;
  const isWhole = maybe.size === 0 && !open;
  if (isWhole && error === undefined) return items;
  const causes = causesOf([anything(range), ...doubts]);
  const list = isWhole ? items : new PartialList(items, { open, causes, maybe });
  return orError(list, error, causes);
};

/** A map of what was gathered, under the keys or indexes of the elements; unknown where any of it is. */
export const collectMap: Loop = (macro, range, frame) => {
  const { items, places, maybe, open, certain, error, doubts } = gather(macro, range, frame);
  if (certain !== undefined) return certain;
  // An index is not known after an element that may not be there.
  const isWhole = maybe.size === 0 && !open && !places.some((place) => place instanceof Unknown);
  const map = mapOfEntries(new Map(items.map((item, at) => [places[at] ?? null, item])));
  if (isWhole && error === undefined) return map;
  // Of a map that is unknown nothing is kept, so that it blames what would be in it as well.
  const causes = causesOf([anything(range), ...doubts, ...items]);
  return orError(isWhole ? map : new Unknown(causes, { present: true }), error, causes);
};
