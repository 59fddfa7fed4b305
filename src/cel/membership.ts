import { lengthOf } from "../text/code-points.ts";
import type { Span } from "./ast.ts";
import {
  type Code,
  code,
  constantCode,
  errorAt,
  type Frame,
  foldIfConstant,
  type Meter,
  type Run,
} from "./code.ts";
import { keysOf, memberSets } from "./equality.ts";
import { type Guards, noAbsences, noPath } from "./guards.ts";
import { isList, isPlain, kindOf, listOf } from "./kinds.ts";
import { type CheckContext, demand, makeNode, type Node } from "./node.ts";
import { EITHER, ERROR, FALSE, fromStrictTruth, TRUE, type TruthSet } from "./truth.ts";
import { BOOL, type ValueKind } from "./type.ts";
import { intRangeOf, mayBeNull } from "./unknown.ts";
import { CelError, CelOptional, type CelValue, PartialMap, Unknown } from "./value.ts";

/** `has(path)`; `name` is what the path ends with. */
export function hasNode(context: CheckContext, span: Span, path: Node, name: string): Node {
  const { container, path: { keys } = noPath } = path;
  const compile = (guards: Guards): Code => {
    if (container === undefined) return compilePresence(path, guards);
    const error = errorAt("NoSuchOverload", "only maps have keys", path);
    const isTyped = container.type.kind === "map";
    const collection = demand(context, container, guards);
    return compileMembership(constantCode(name), collection, { kinds: ["map"], isTyped, error });
  };
  return makeNode(span, BOOL, compile, { absences: { ...noAbsences, makeFalse: keys } });
}

function compilePresence(path: Node, guards: Guards): Code {
  const { run } = path.compile(guards, true);
  // As in protocol buffers, a list that is empty is not set.
  const mayBeEmpty = path.type.kind === "list" || path.isOptionalRead === true;
  return code((frame) => {
    const value = run(frame);
    if (typeof value !== "object" && !mayBeEmpty) return true;
    if (value instanceof CelError) return value;
    return fromStrictTruth(presenceOf(value, mayBeEmpty, frame), [value]);
  });
}

function presenceOf(value: CelValue, mayBeEmpty: boolean, meter: Meter): TruthSet {
  if (value === null) return FALSE;
  if (value instanceof Unknown) {
    const { oneOf } = value.bounds;
    if (oneOf === undefined) return mayBeEmpty || mayBeNull(value) ? EITHER : TRUE;
    return oneOf.reduce<TruthSet>((set, each) => set | presenceOf(each, mayBeEmpty, meter), 0);
  }
  if (!mayBeEmpty) return TRUE;
  if (value instanceof CelOptional) return value.value === undefined ? FALSE : TRUE;
  const [least, most] = intRangeOf(sizeOf(value, meter));
  return least > 0 ? TRUE : most > 0 ? EITHER : FALSE;
}

/** What a value is looked for in. */
interface Collection {
  /** What it may be, and the error if it is something else. */
  readonly kinds: readonly ValueKind[];
  readonly error: CelError;
  /** Whether it is declared as such. */
  readonly isTyped: boolean;
}

/** Whether a value is an element of a list or a key of a map. */
export function compileMembership(item: Code, collection: Code, declared: Collection): Code {
  const { kinds, error, isTyped } = declared;
  const { constant } = collection;
  const isTaken = constant !== undefined && isList(constant) && kinds.includes("list");
  const items = isTaken ? constant : [null];
  const texts = items.every((each) => typeof each === "string") ? new Set(items) : undefined;
  const setOf = (value: CelValue, list: CelValue, frame: Frame): TruthSet => {
    if (!(list instanceof Unknown)) {
      return kinds.includes(kindOf(list)) ? memberSets(value, list, frame) : ERROR;
    }
    const { oneOf } = list.bounds;
    if (oneOf === undefined) return isTyped && !mayBeNull(list) ? EITHER : EITHER | ERROR;
    return oneOf.reduce<TruthSet>((set, each) => set | setOf(value, each, frame), 0);
  };
  const judge = (value: CelValue, list: CelValue, frame: Frame): CelValue => {
    if (value instanceof CelError) return value;
    if (list instanceof CelError) return list;
    const set = setOf(value, list, frame);
    // What stands under the keys of a map does not matter.
    const shallow = list instanceof PartialMap ? new Unknown(list.causes) : list;
    return fromStrictTruth(set, [value, shallow], (set & ERROR) === 0 ? undefined : error);
  };
  const { constant: key } = item;
  const isKey = typeof key === "string" && !(key in Object.prototype);
  const run: Run = isKey
    ? (frame) => {
        const list = collection.run(frame);
        if (isPlain(list)) return list[key] !== undefined;
        return judge(key, list, frame);
      }
    : (frame) => {
        const value = item.run(frame);
        if (texts !== undefined && typeof value === "string") return texts.has(value);
        return judge(value, collection.run(frame), frame);
      };
  return foldIfConstant(run, [item, collection]);
}

/** Code points of a text, bytes, elements, keys; bounds for what may be incomplete. */
export function sizeOf(value: CelValue, meter: Meter): CelValue {
  if (typeof value === "string") return lengthOf(value);
  if (value instanceof Uint8Array) return value.length;
  if (value instanceof PartialMap) {
    return new Unknown(value.causes, { present: true, atLeast: keysOf(value, meter).length });
  }
  const list = listOf(value);
  if (list === undefined) return keysOf(value, meter).length;
  const { items, maybe, open, causes } = list;
  const atLeast = items.length - maybe.size;
  if (open) return new Unknown(causes, { present: true, atLeast });
  if (maybe.size === 0) return atLeast;
  return new Unknown(causes, { present: true, atLeast, atMost: items.length });
}
