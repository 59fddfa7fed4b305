import type { Checked, Macro } from "./checked.ts";
import { type Code, type CompileContext, code, costExceeded, errorAt } from "./code.ts";
import { keysOf } from "./equality.ts";
import { charge, type Frame, type Run } from "./frame.ts";
import { isList, kindOf } from "./kinds.ts";
import {
  EITHER,
  ERROR,
  FALSE,
  fromTruth,
  joinTruths,
  TRUE,
  truthErrorOf,
  truthOf,
} from "./truth.ts";
import {
  causesOf,
  mayBeNull,
  overPossible,
  possibleErrorOf,
  unite,
  withoutError,
} from "./unknown.ts";
import {
  CelError,
  type CelValue,
  PartialList,
  PartialMap,
  Unknown,
  type UnknownCause,
} from "./value.ts";

/** A macro that is compiled. */
interface MacroCode {
  readonly local: number;
  readonly predicate: Run;
  readonly transform: Run | undefined;
  /** Any element whatever, for lists of which not all elements were seen. */
  readonly anyElement: (range: PartialList) => Unknown;
}

export function compileMacro(context: CompileContext, node: Checked & Macro): Code {
  const range = context.compile(node.range).run;
  const macro: MacroCode = {
    local: node.local,
    predicate: node.predicate === undefined ? () => true : context.compile(node.predicate).run,
    transform: node.transform && context.compile(node.transform).run,
    anyElement: ({ causes }) => new Unknown(causes, { present: node.element.kind !== "dyn" }),
  };
  const loop = loopOf(node.macro, macro);
  const noRange = errorAt("NoSuchOverload", `\`${node.macro}\` takes a list or a map`, node);
  const overRange = (value: CelValue, frame: Frame): CelValue => {
    const items = rangeOf(value);
    return items === undefined ? noRange : loop(frame, items);
  };
  const isTyped = node.range.type.kind !== "dyn";
  return code((frame) => {
    const value = range(frame);
    if (value instanceof CelError) return value;
    if (!(value instanceof Unknown)) return overRange(value, frame);
    return overPossible(
      [value],
      ([each = null]) => overRange(each, frame),
      () => {
        const unseen = new PartialList([], { open: true, causes: value.causes });
        const result = overRange(unseen, frame);
        return isTyped && !mayBeNull(value) ? result : unite([result, noRange], value.causes);
      },
    );
  });
}

type Loop = (frame: Frame, range: PartialList) => CelValue;

function loopOf(name: Macro["macro"], macro: MacroCode): Loop {
  switch (name) {
    case "exists":
      return (frame, range) => quantify("||", macro, frame, range);
    case "all":
      return (frame, range) => quantify("&&", macro, frame, range);
    case "exists_one":
      return (frame, range) => countOne(macro, frame, range);
    case "filter":
    case "map":
      return (frame, range) => collect(macro, frame, range);
  }
}

const noCauses: readonly UnknownCause[] = [];

/** What a macro goes over: the elements of a list, or the keys of a map. */
function rangeOf(value: CelValue): PartialList | undefined {
  if (value instanceof PartialList) return value;
  if (isList(value)) return new PartialList(value, { open: false, causes: noCauses });
  if (kindOf(value) !== "map") return undefined;
  const open = value instanceof PartialMap;
  return new PartialList(keysOf(value), { open, causes: open ? value.causes : noCauses });
}

/** Asks the predicate of one element. */
function ask(macro: MacroCode, frame: Frame, element: CelValue): CelValue {
  if (!charge(frame, 1)) return costExceeded;
  frame.locals[macro.local] = element;
  return macro.predicate(frame);
}

/** `exists` is `||` over the elements, `all` is `&&`. */
function quantify(
  operator: "&&" | "||",
  macro: MacroCode,
  frame: Frame,
  range: PartialList,
): CelValue {
  const deciding = operator === "||";
  const { items, maybe, open } = range;
  const doubtful: CelValue[] = [];
  for (let index = 0; index < items.length; index++) {
    const asked = ask(macro, frame, items[index] ?? null);
    if (asked === costExceeded) return asked;
    const value = maybe.size > 0 && maybe.has(index) ? doubt(operator, asked, range) : asked;
    if (value === deciding) return deciding;
    if (value !== !deciding) doubtful.push(value);
  }
  if (open) doubtful.push(doubt(operator, ask(macro, frame, macro.anyElement(range)), range));
  return doubtful.length === 0 ? !deciding : joinTruths(operator, doubtful);
}

/** What an element says that may not be in the list: it may as well say nothing. */
function doubt(operator: "&&" | "||", value: CelValue, range: PartialList): CelValue {
  const set = truthOf(value) | (operator === "&&" ? TRUE : FALSE);
  return fromTruth(set, causesOf([new Unknown(range.causes), value]), truthErrorOf(value));
}

/** What `exists_one` gathers: how many elements satisfy the predicate, and what may go wrong. */
interface Count {
  sure: number;
  most: number;
  /** An error that is certain; unlike the other macros, this one does not absorb it. */
  certain: CelError | undefined;
  error: CelError | undefined;
  readonly doubts: CelValue[];
}

function countOne(macro: MacroCode, frame: Frame, range: PartialList): CelValue {
  const count: Count = { sure: 0, most: 0, certain: undefined, error: undefined, doubts: [] };
  for (const [index, item] of range.items.entries()) {
    const value = ask(macro, frame, item);
    if (value === costExceeded) return value;
    countValue(count, value, range.maybe.has(index) ? range : undefined);
  }
  if (range.open) {
    const value = ask(macro, frame, macro.anyElement(range));
    countValue(count, value, range);
    if ((truthOf(value) & TRUE) !== 0) count.most = Number.POSITIVE_INFINITY;
  }
  return count.certain ?? resultOfCount(count);
}

function resultOfCount({ sure, most, error, doubts }: Count): CelValue {
  const mayBeOne = sure <= 1 && most >= 1 ? TRUE : 0;
  const mayBeOther = sure === 1 && most === 1 ? 0 : FALSE;
  const set = mayBeOne | mayBeOther | (error === undefined ? 0 : ERROR);
  const isCertain = set === TRUE || set === FALSE;
  return fromTruth(set, isCertain ? noCauses : causesOf(doubts), error);
}

/** Counts one element; `doubtIn` is the list if the element may not be in it. */
function countValue(count: Count, value: CelValue, doubtIn: PartialList | undefined): void {
  const set = truthOf(value);
  const error = truthErrorOf(value);
  count.error ??= error;
  if (set === ERROR && doubtIn === undefined) count.certain ??= error;
  if (doubtIn !== undefined && set !== FALSE) count.doubts.push(new Unknown(doubtIn.causes));
  count.doubts.push(value);
  if ((set & TRUE) !== 0) count.most++;
  if ((set & EITHER) === TRUE && doubtIn === undefined) count.sure++;
}

/** What `filter` and `map` gather. */
interface Collection {
  readonly items: CelValue[];
  readonly maybe: Set<number>;
  open: boolean;
  certain: CelError | undefined;
  error: CelError | undefined;
  /** Values whose causes make the collection doubtful. */
  readonly doubts: CelValue[];
}

function collect(macro: MacroCode, frame: Frame, range: PartialList): CelValue {
  const found: Collection = {
    items: [],
    maybe: new Set(),
    open: false,
    certain: undefined,
    error: undefined,
    doubts: [],
  };
  for (const [index, item] of range.items.entries()) {
    const value = ask(macro, frame, item);
    if (value === costExceeded) return value;
    const isMaybe = range.maybe.has(index);
    if (value === false) continue;
    const made = macro.transform === undefined ? item : macro.transform(frame);
    collectValue(found, { value, made, isMaybe });
  }
  if (range.open) collectAny(macro, frame, { range, found });
  return found.certain ?? finish(found, range);
}

/** One element: what the predicate said of it, and what is made of it. */
interface Collected {
  readonly value: CelValue;
  readonly made: CelValue;
  readonly isMaybe: boolean;
}

function collectValue(found: Collection, { value, made, isMaybe }: Collected): void {
  const set = truthOf(value);
  const error = truthErrorOf(value);
  if (value !== true) found.doubts.push(value);
  found.error ??= error;
  if (set === ERROR && !isMaybe) found.certain ??= error;
  if ((set & TRUE) === 0) return;
  if (made instanceof CelError) {
    if (set === TRUE && !isMaybe) found.certain ??= made;
    found.error ??= made;
    return;
  }
  const madeError = possibleErrorOf(made);
  if (madeError !== undefined) found.doubts.push(made);
  found.error ??= madeError;
  if (isMaybe || (set & EITHER) !== TRUE) found.maybe.add(found.items.length);
  found.items.push(withoutError(made));
}

/** What an element that was not seen adds: that there may be more, or that it may be an error. */
function collectAny(
  macro: MacroCode,
  frame: Frame,
  { range, found }: { readonly range: PartialList; readonly found: Collection },
): void {
  const value = ask(macro, frame, macro.anyElement(range));
  found.error ??= truthErrorOf(value);
  if (value === false) return;
  found.doubts.push(value);
  if ((truthOf(value) & TRUE) === 0) return;
  const made = macro.transform?.(frame) ?? true;
  found.doubts.push(made);
  found.error ??= made instanceof CelError ? made : possibleErrorOf(made);
  // If it can only be an error, then without an error there are no further elements.
  found.open = !(made instanceof CelError);
}

function finish({ items, maybe, open, error, doubts }: Collection, range: PartialList): CelValue {
  const isWhole = maybe.size === 0 && !open;
  if (isWhole && error === undefined) return items;
  const causes = causesOf([new Unknown(range.causes), ...doubts]);
  const list = isWhole ? items : new PartialList(items, { open, causes, maybe });
  return error === undefined ? list : unite([list, error], causes);
}
