import type { Expression, NodeOf } from "./ast.ts";
import { type Code, charge, code, costExceeded, errorAt, type Frame, type Run } from "./code.ts";
import { keysOf } from "./equality.ts";
import type { Guards } from "./guards.ts";
import { kindOf, listOf } from "./kinds.ts";
import { type CheckContext, demand, invalid, makeNode, type Node, requireType } from "./node.ts";
import { applyStrict, type Strict } from "./strict.ts";
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
import { BOOL, type CelType, describeType, itemTypeOf } from "./type.ts";
import { causesOf, errorOf, mayBeNull, unite, withoutError } from "./unknown.ts";
import { CelError, type CelValue, PartialList, PartialMap, Unknown } from "./value.ts";

type MacroName = "exists" | "all" | "exists_one" | "filter" | "map";

export const macroNames: readonly MacroName[] = ["exists", "all", "exists_one", "filter", "map"];

type MacroNode = NodeOf<"call"> & { readonly target: Expression; readonly macro: MacroName };

/** Checks `list.macro(x, …)`; the name `x` stands for each element in what follows it. */
export function checkMacro(context: CheckContext, node: MacroNode): Node {
  const { macro, args } = node;
  const range = context.check(node.target);
  const element = itemTypeOf(range.type);
  if (element === undefined) {
    const message = `\`${macro}\` does not take \`${describeType(range.type)}\``;
    return invalid(context, range, { message });
  }
  const [variable, ...bodies] = args;
  const isCountRight = bodies.length === 1 || (macro === "map" && bodies.length === 2);
  if (variable?.kind !== "name" || !isCountRight) {
    const message = `\`${macro}\` takes a name and an expression about it`;
    return invalid(context, node, { message, help: `such as \`list.${macro}(x, …)\`` });
  }
  const outer = context.scope;
  const local = context.locals++;
  context.scope = { name: variable.name, index: local, type: element, outer };
  const checked = bodies.map((body) => context.check(body));
  context.scope = outer;
  const transform = macro === "map" ? checked.pop() : undefined;
  const [predicate] = checked;
  if (predicate !== undefined) requireType(context, predicate, BOOL);
  const itself: Run = (frame) => frame.locals[local] ?? null;
  const compile = (guards: Guards): Code => {
    const rangeCode = demand(context, range, guards);
    const loop = loops[macro];
    const compiled: MacroCode = {
      local,
      predicate: predicate === undefined ? () => true : demand(context, predicate, guards).run,
      transform: transform?.compile(guards).run ?? (macro === "filter" ? itself : () => true),
      isNullable: element.kind === "dyn",
    };
    const noRange = errorAt("NoSuchOverload", `\`${macro}\` takes a list or a map`, node);
    const isTyped = range.type.kind !== "dyn";
    const strict: Strict = {
      apply: ([value = null], frame) => {
        const items = rangeOf(value);
        return items === undefined ? noRange : loop(compiled, items, frame);
      },
      guess: ([value = null], frame) => {
        const causes = causesOf([value]);
        const result = loop(compiled, new PartialList([], { open: true, causes }), frame);
        return isTyped && !mayBeNull(value) ? result : unite([result, noRange], causes);
      },
    };
    return code((frame) => {
      const value = rangeCode.run(frame);
      const list = listOf(value);
      return list === undefined ? applyStrict(strict, [value], frame) : loop(compiled, list, frame);
    });
  };
  const made = macro === "filter" ? element : transform?.type;
  const type: CelType = made === undefined ? BOOL : { kind: "list", element: made };
  return makeNode(node, type, compile);
}

/** A macro that is compiled. */
interface MacroCode {
  /** Place of the macro's variable among the locals. */
  readonly local: number;
  /** What is asked of each element; `map` with two arguments asks nothing. */
  readonly predicate: Run;
  /** What is made of each element that the predicate lets through. */
  readonly transform: Run;
  /** Whether an element may be null. */
  readonly isNullable: boolean;
}

type Loop = (macro: MacroCode, range: PartialList, frame: Frame) => CelValue;

/** What a macro goes over: the elements of a list, or the keys of a map. */
function rangeOf(value: CelValue): PartialList | undefined {
  const list = listOf(value);
  if (list !== undefined || kindOf(value) !== "map") return list;
  const isOpen = value instanceof PartialMap;
  return new PartialList(keysOf(value), { open: isOpen, causes: isOpen ? value.causes : [] });
}

/** Asks the predicate of one element. */
function ask({ local, predicate }: MacroCode, element: CelValue, frame: Frame): CelValue {
  if (!charge(frame, 1)) return costExceeded;
  frame.locals[local] = element;
  return predicate(frame);
}

/** Any element whatever, for lists of which not all elements were seen. */
function anyElement({ isNullable }: MacroCode, { causes }: PartialList): Unknown {
  return new Unknown(causes, { present: !isNullable });
}

/** `exists` is `||` over the elements, `all` is `&&`. */
function quantify(
  operator: "&&" | "||",
  macro: MacroCode,
  range: PartialList,
  frame: Frame,
): CelValue {
  const deciding = operator === "||";
  const { items, maybe, open } = range;
  const doubtful: CelValue[] = [];
  for (let index = 0; index < items.length; index++) {
    const asked = ask(macro, items[index] ?? null, frame);
    if (asked === costExceeded) return asked;
    const value = maybe.size > 0 && maybe.has(index) ? doubt(operator, asked, range) : asked;
    if (value === deciding) return deciding;
    if (value !== !deciding) doubtful.push(value);
  }
  if (open) doubtful.push(doubt(operator, ask(macro, anyElement(macro, range), frame), range));
  return doubtful.length === 0 ? !deciding : joinTruths(operator, doubtful);
}

/** What an element says that may not be in the list: it may as well say nothing. */
function doubt(operator: "&&" | "||", value: CelValue, range: PartialList): CelValue {
  const set = truthOf(value) | (operator === "&&" ? TRUE : FALSE);
  return fromTruth(set, [new Unknown(range.causes), value], truthErrorOf(value));
}

/** What is gathered from the elements that satisfy the predicate. */
interface Gathered {
  readonly items: CelValue[];
  /** Indexes of items that may be there or not. */
  readonly maybe: Set<number>;
  open: boolean;
  /** An error that is certain: unlike `exists` and `all`, these macros do not absorb it. */
  certain: CelError | undefined;
  error: CelError | undefined;
  /** Values whose causes make the result doubtful. */
  readonly doubts: CelValue[];
}

function gather(macro: MacroCode, range: PartialList, frame: Frame): Gathered {
  const found: Gathered = {
    items: [],
    maybe: new Set(),
    open: false,
    certain: undefined,
    error: undefined,
    doubts: [],
  };
  for (const [index, item] of range.items.entries()) {
    const value = ask(macro, item, frame);
    if (value === costExceeded) return found;
    if (value === false) continue;
    const made = macro.transform(frame);
    const doubtIn = range.maybe.has(index) ? range : undefined;
    if (!gatherOne(found, value, made, doubtIn)) continue;
    const isMaybe = doubtIn !== undefined || (truthOf(value) & EITHER) !== TRUE;
    if (isMaybe) found.maybe.add(found.items.length);
    found.items.push(withoutError(made));
  }
  if (!range.open) return found;
  const value = ask(macro, anyElement(macro, range), frame);
  const made = macro.transform(frame);
  // If an unseen one can only be an error, then without an error there is none.
  found.open = gatherOne(found, value, made, range);
  if (found.open) found.doubts.push(made);
  return found;
}

/**
 * Notes what the predicate says of an element, and what is made of it; `doubtIn` is the list if the
 * element may not be in it. False if there is certainly nothing to add.
 */
function gatherOne(
  found: Gathered,
  value: CelValue,
  made: CelValue,
  doubtIn: PartialList | undefined,
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
function countOne(macro: MacroCode, range: PartialList, frame: Frame): CelValue {
  const { items, maybe, open, certain, error, doubts } = gather(macro, range, frame);
  if (certain !== undefined) return certain;
  const least = items.length - maybe.size;
  const most = open ? Number.POSITIVE_INFINITY : items.length;
  const mayBeOne = least <= 1 && most >= 1 ? TRUE : 0;
  const mayBeOther = least === 1 && most === 1 ? 0 : FALSE;
  return fromTruth(mayBeOne | mayBeOther | (error === undefined ? 0 : ERROR), doubts, error);
}

/** `filter` and `map`: a list of what was gathered. */
function collect(macro: MacroCode, range: PartialList, frame: Frame): CelValue {
  const { items, maybe, open, certain, error, doubts } = gather(macro, range, frame);
  if (certain !== undefined) return certain;
  const isWhole = maybe.size === 0 && !open;
  if (isWhole && error === undefined) return items;
  const causes = causesOf([new Unknown(range.causes), ...doubts]);
  const list = isWhole ? items : new PartialList(items, { open, causes, maybe });
  return error === undefined ? list : unite([list, error], causes);
}

const loops: Readonly<Record<MacroName, Loop>> = {
  exists: (macro, range, frame) => quantify("||", macro, range, frame),
  all: (macro, range, frame) => quantify("&&", macro, range, frame),
  exists_one: countOne,
  filter: collect,
  map: collect,
};
