import type { Checked, CheckedOf } from "./checked.ts";
import { type Code, type CompileContext, code, errorAt, foldIfConstant } from "./code.ts";
import { lookUp } from "./equality.ts";
import type { Meter, Run } from "./frame.ts";
import { domainOf, isList, isRecord, kindOf } from "./kinds.ts";
import { numericOf } from "./numbers.ts";
import { EITHER, ERROR, FALSE, fromTruth, TRUE, type TruthSet } from "./truth.ts";
import type { CelType } from "./type.ts";
import {
  causesOf,
  mayBeNull,
  narrow,
  orError,
  overPossible,
  possibleErrorOf,
  type Reading,
} from "./unknown.ts";
import {
  CelError,
  type CelValue,
  PartialList,
  PartialMap,
  Unknown,
  type UnknownCause,
} from "./value.ts";

/** What a type says of an unknown that is read; values of `dyn` may be null. */
function readingOf(type: CelType, mayBeAbsent = false): Reading {
  const isNullable = mayBeAbsent || type.kind === "dyn" || type.kind === "null";
  return { domain: domainOf(type), mayBeAbsent: isNullable };
}

/** A value as it is read: an unknown takes on what its type says. */
function readAs(value: CelValue, reading: Reading): CelValue {
  return typeof value === "object" && value instanceof Unknown ? narrow(value, reading) : value;
}

export function compileVariable(context: CompileContext, node: CheckedOf<"variable">): Code {
  const { slot } = node;
  const reading = guardedReading(context, node, readingOf(node.type, node.mayBeAbsent));
  context.slots.add(slot);
  return code((frame) => readAs(frame.bindings.at(slot), reading));
}

export function compileLocal(context: CompileContext, node: CheckedOf<"local">): Code {
  const { index } = node;
  const reading = guardedReading(context, node, readingOf(node.type));
  return code((frame) => readAs(frame.locals[index] ?? null, reading));
}

function guardedReading({ guarded }: CompileContext, node: Checked, reading: Reading): Reading {
  return guarded.has(node) ? { ...reading, mayBeAbsent: false } : reading;
}

export function compileField(context: CompileContext, node: CheckedOf<"field">): Code {
  const { run } = context.compile(node.operand);
  const reading = readingOf(node.type, node.mayBeAbsent);
  const isGuarded = context.guarded.has(node);
  return code((frame) => {
    const value = selectField(run(frame), node, reading);
    // Selecting through what may be absent makes more absences than the field's own.
    return isGuarded ? readAs(value, { ...reading, mayBeAbsent: false }) : value;
  });
}

type FieldNode = CheckedOf<"field">;

function selectField(value: CelValue, node: FieldNode, reading: Reading): CelValue {
  const { field } = node;
  if (isRecord(value)) {
    return Object.hasOwn(value, field) ? readAs(value[field] ?? null, reading) : null;
  }
  if (value === null || value instanceof CelError) return value;
  if (value instanceof Unknown) return selectUnknown(value, node, reading);
  if (value instanceof PartialMap) {
    const seen = Object.hasOwn(value.seen, field) ? value.seen[field] : undefined;
    return readAs(seen ?? new Unknown(value.causes), reading);
  }
  return errorAt("NoSuchOverload", `${kindOf(value)} has no fields`, node);
}

function selectUnknown(value: Unknown, node: FieldNode, reading: Reading): CelValue {
  return overPossible(
    [value],
    ([each = null]) => selectField(each, node, reading),
    () => {
      const mayBeAbsent = reading.mayBeAbsent || mayBeNull(value);
      return narrow(new Unknown(value.causes), { ...reading, mayBeAbsent });
    },
  );
}

/** A place below a list or map, and what may be said of what is read there. */
interface KeyRead {
  readonly node: CheckedOf<"key">;
  readonly reading: Reading;
  readonly isGuarded: boolean;
}

export function compileKey(context: CompileContext, node: CheckedOf<"key">): Code {
  const operand = context.compile(node.operand);
  const key = context.compile(node.key);
  const read: KeyRead = {
    node,
    reading: readingOf(node.type),
    isGuarded: context.guarded.has(node),
  };
  const run: Run = (frame) => {
    const collection = operand.run(frame);
    if (collection instanceof CelError) return collection;
    const place = key.run(frame);
    if (place instanceof CelError) return place;
    if (!(collection instanceof Unknown || place instanceof Unknown)) {
      return readKey(read, collection, place, frame);
    }
    return overPossible(
      [collection, place],
      ([each = null, at = null]) => readKey(read, each, at, frame),
      () => readUnknownKey(read, collection, [collection, place]),
    );
  };
  return foldIfConstant(run, [operand, key]);
}

function readKey(read: KeyRead, collection: CelValue, key: CelValue, meter: Meter): CelValue {
  const { node } = read;
  if (isList(collection) || collection instanceof PartialList) {
    const at = numericOf(key);
    if (at === undefined || !Number.isInteger(Number(at))) {
      return errorAt("InvalidArgument", "an index must be an int", node);
    }
    return readIndex(read, collection, Number(at));
  }
  if (kindOf(collection) !== "map") {
    return errorAt("NoSuchOverload", `${kindOf(collection)} has no elements`, node);
  }
  const value = lookUp(collection, key, meter);
  if (value !== undefined) return readAs(value, read.reading);
  const text = typeof key === "string" ? JSON.stringify(key) : String(numericOf(key) ?? key);
  const error = errorAt("NoSuchKey", `no such key ${text}`, node);
  if (!(collection instanceof PartialMap)) return error;
  return unseen(read, collection.causes, read.isGuarded ? undefined : error);
}

/** Something that was not seen, and the error that reading it may be. */
function unseen(
  { reading }: KeyRead,
  causes: readonly UnknownCause[],
  error: CelError | undefined,
): CelValue {
  return orError(narrow(new Unknown(causes), reading), error);
}

function readIndex(
  read: KeyRead,
  list: readonly CelValue[] | PartialList,
  index: number,
): CelValue {
  const error = errorAt("IndexOutOfRange", `no element at index ${index}`, read.node);
  if (index < 0) return error;
  if (isList(list)) {
    const item = list[index];
    return item === undefined ? error : readAs(item, read.reading);
  }
  const { items, maybe, open, causes } = list;
  if (!open && index >= items.length) return error;
  return unseen(read, causes, index < items.length - maybe.size ? undefined : error);
}

function readUnknownKey(
  read: KeyRead,
  collection: CelValue,
  operands: readonly CelValue[],
): CelValue {
  const { node, isGuarded } = read;
  const isSurelyMap = node.operand.type.kind === "map" && !mayBeNull(collection);
  const error =
    node.operand.type.kind === "list"
      ? errorAt("IndexOutOfRange", "the index may be out of range", node)
      : errorAt("NoSuchKey", "there may be no such key", node);
  return unseen(read, causesOf(operands), isSurelyMap && isGuarded ? undefined : error);
}

export function compileHas(context: CompileContext, node: CheckedOf<"has">): Code {
  const { path } = node;
  if (path.kind === "key") return compileHasKey(context, path);
  const { run } = context.compile(path);
  // As in protocol buffers, a list that is empty is not set.
  const isListField = path.type.kind === "list";
  return code((frame) => {
    const value = run(frame);
    if (value instanceof CelError) return value;
    const set = presenceOf(value, isListField);
    return set === TRUE ? true : fromTruth(set, causesOf([value]), possibleErrorOf(value));
  });
}

function presenceOf(value: CelValue, isListField: boolean): TruthSet {
  if (value === null) return FALSE;
  if (value instanceof Unknown) return presenceOfUnknown(value, isListField);
  if (!isListField) return TRUE;
  if (!(value instanceof PartialList)) return isList(value) && value.length > 0 ? TRUE : FALSE;
  if (value.items.length > value.maybe.size) return TRUE;
  return value.open || value.items.length > 0 ? EITHER : FALSE;
}

function presenceOfUnknown(value: Unknown, isListField: boolean): TruthSet {
  const { oneOf, mayBeError } = value.bounds;
  const error = mayBeError === undefined ? 0 : ERROR;
  if (oneOf === undefined) return error | (isListField || mayBeNull(value) ? EITHER : TRUE);
  return oneOf.reduce<TruthSet>((set, each) => set | presenceOf(each, isListField), error);
}

function compileHasKey(context: CompileContext, node: CheckedOf<"key">): Code {
  const { run } = context.compile(node.operand);
  const key = context.compile(node.key).constant ?? null;
  const noMap = errorAt("NoSuchOverload", "only maps have keys", node);
  const isTyped = node.operand.type.kind === "map";
  const hasKey = (map: CelValue, meter: Meter): CelValue => {
    if (kindOf(map) !== "map") return noMap;
    if (lookUp(map, key, meter) !== undefined) return true;
    return map instanceof PartialMap ? fromTruth(EITHER, map.causes, undefined) : false;
  };
  return code((frame) => {
    const map = run(frame);
    if (map instanceof CelError) return map;
    if (!(map instanceof Unknown)) return hasKey(map, frame);
    const plain = (): CelValue =>
      fromTruth(isTyped && !mayBeNull(map) ? EITHER : EITHER | ERROR, map.causes, noMap);
    return overPossible([map], ([each = null]) => hasKey(each, frame), plain);
  });
}
