import type { Span } from "./ast.ts";
import { causesOf } from "./causes.ts";
import {
  type Code,
  charge,
  code,
  errorAt,
  type Frame,
  foldIfConstant,
  type Run,
  traversalCost,
} from "./code.ts";
import { lookUp } from "./equality.ts";
import { type Guards, keyBelow, noPath, pathOf, routeBelow } from "./guards.ts";
import { isRecord, kindOf, listOf, numericOf } from "./kinds.ts";
import { type CheckContext, demand, makeNode, type Node } from "./node.ts";
import { mayHold, noValue, optionalOf } from "./optional.ts";
import { type CompileRead, readAs, readingOf, readNode } from "./reads.ts";
import { applyStrict, type Strict, strictRun } from "./strict.ts";
import { type CelType, DYN, type FieldType } from "./type.ts";
import { mayBeNull, narrow, orError, type Reading, wasNullable } from "./unknown.ts";
import {
  type CelErrorCode,
  CelOptional,
  type CelValue,
  type PartialList,
  PartialMap,
  Unknown,
} from "./value.ts";

/** A field of a struct: absence reads as null, also through an absent struct. */
export function fieldNode(span: Span, operand: Node, key: Node, declared: FieldType): Node {
  const field = String(key.constant);
  const through = operand.container === undefined ? operand.path?.keys : undefined;
  const path = pathOf(keyBelow(operand.path, field), through, routeBelow(operand.path, field));
  const none = readingOf(declared);
  const strict = keyRead({ span, container: operand.type, reading: none, ifMissing: "null" });
  return readNode(span, declared.type, path, (isPresent, guards, isTested) => {
    const { run, mayBeAbsent } = operand.compile(guards, isTested);
    const select: Run = (frame) => applyStrict(strict, [run(frame), field], frame);
    if (!isPresent) return code(select, mayBeAbsent || declared.mayBeAbsent);
    // Selecting through what may be absent makes more absences than the field's own.
    const present = readingOf(declared, true);
    return code((frame) => readAs(select(frame), present));
  });
}

/** An element of a list, or a key of a map: what is not there is an error or, with `?`, no value. */
export function keyNode(
  context: CheckContext,
  span: Span & { readonly isOptional: boolean },
  [container, key]: readonly [Node, Node],
): Node {
  const isOptional = span.isOptional || container.type.kind === "optional";
  const from = container.type.kind === "optional" ? container.type.value : container.type;
  const name = typeof key.constant === "string" ? key.constant : undefined;
  const type = typeBelow(from, name);
  // A key that is there may hold null, which is no absence; only fields of structs may be absent.
  const field = from.kind === "struct" && name !== undefined ? from.fields[name] : undefined;
  const reading = readingOf(field ?? { type, mayBeAbsent: false });
  const isWhole = ["int", "uint"].includes(key.type.kind);
  const ifMissing = isOptional ? "none" : "error";
  const compileRead: CompileRead = (isPresent, guards) => {
    const strict = keyRead({ span, container: from, reading, isPresent, isWhole, ifMissing });
    const collection = isOptional ? container.compile(guards) : demand(context, container, guards);
    const parts = [collection, demand(context, key, guards)];
    return foldIfConstant(strictRun(parts, strict), parts);
  };
  if (isOptional) {
    const compile = (guards: Guards): Code => compileRead(false, guards, false);
    return makeNode(span, { kind: "optional", value: type }, compile, { isOptionalRead: true });
  }
  const { path } = container;
  const below =
    name === undefined ? noPath : pathOf(keyBelow(path, name), undefined, routeBelow(path, name));
  return { ...readNode(span, type, below, compileRead), container };
}

/** The type of what a list, map or struct holds. */
function typeBelow(from: CelType, field: string | undefined): CelType {
  if (from.kind === "struct") return from.fields[field ?? ""]?.type ?? DYN;
  return from.kind === "list" ? from.element : from.kind === "map" ? from.value : DYN;
}

/** What is read below a list, map or struct, and what may be said of what is there. */
interface KeyRead {
  readonly span: Span;
  readonly container: CelType;
  readonly reading: Reading;
  /** Whether it counts as present. */
  readonly isPresent?: boolean;
  /** Whether the key is of a type that every list takes as an index. */
  readonly isWhole?: boolean;
  /** What comes of a key or element that is not there: `none` is no value of an optional. */
  readonly ifMissing: "error" | "null" | "none";
}

type Unseen = (causes: Unknown["causes"], ifNone?: CelValue, isNullable?: boolean) => CelValue;

function keyRead(how: KeyRead): Strict {
  const { span, container, reading, isPresent = false, ifMissing } = how;
  const isStruct = container.kind === "struct";
  // With `?`, what is declared as a map or list asks for no guard, so that its absence is no mistake.
  const mayBeSelectedThrough = isStruct || (ifMissing === "none" && container.kind !== "dyn");
  const missing = (errorCode: CelErrorCode, message: string): CelValue => {
    if (ifMissing === "error") return errorAt(errorCode, message, span);
    return ifMissing === "null" ? null : noValue;
  };
  /** Something that was not seen, and what it is if it is missing. */
  const unseen: Unseen = (causes, ifNone, isNullable = false) => {
    const isOptional = ifMissing === "none";
    const mayBeAbsent = reading.mayBeAbsent || isNullable || (isOptional && isStruct);
    const value = narrow(new Unknown(causes), { ...reading, mayBeAbsent });
    if (!isOptional) return orError(value, ifNone ?? undefined, causes);
    return isStruct ? optionalOf(value) : mayHold(value, causes);
  };
  const found = (value: CelValue): CelValue => {
    const read = readAs(value, reading);
    if (ifMissing !== "none") return read;
    // Below structs null is absence; below maps it is a value.
    return isStruct ? optionalOf(read) : new CelOptional(read);
  };
  const readIndex = (list: PartialList, index: number, frame: Frame): CelValue => {
    const { items, maybe, open, causes } = list;
    if (!Number.isInteger(index)) {
      return errorAt("InvalidArgument", "an index must be an int", span);
    }
    const none = missing("IndexOutOfRange", `no element at index ${index}`);
    if (index < 0 || (!open && index >= items.length)) return none;
    if (!open && maybe.size === 0) return found(items[index] ?? null);
    // A null that was written into a list of other values may be the element as well.
    const isNullable = charge(frame, traversalCost(items.length)) && items.some(wasNullable);
    return unseen(causes, index < items.length - maybe.size ? undefined : none, isNullable);
  };
  const readKey = (map: CelValue, key: CelValue, frame: Frame): CelValue => {
    const none = missing("NoSuchKey", `no such key ${keyText(key)}`);
    if (mayBeSelectedThrough && map === null) return none;
    if (kindOf(map) !== "map") {
      return errorAt("NoSuchOverload", `${kindOf(map)} has no elements`, span);
    }
    const value = lookUp(map, key, frame);
    if (value !== undefined) return found(value);
    if (!(map instanceof PartialMap)) return none;
    return unseen(map.causes, isPresent ? undefined : none);
  };
  const strict: Strict = {
    apply: ([collection = null, key = null], frame) => {
      if (typeof key === "string" && isRecord(collection) && Object.hasOwn(collection, key)) {
        return found(collection[key] ?? null);
      }
      if (collection instanceof CelOptional) return readInside(collection, key, frame);
      const list = listOf(collection);
      if (list === undefined) return readKey(collection, key, frame);
      return readIndex(list, Number(numericOf(key) ?? Number.NaN), frame);
    },
    guess: (operands) => guessKey({ ...how, isPresent }, operands, unseen),
  };
  const readInside = ({ value }: CelOptional, key: CelValue, frame: Frame): CelValue => {
    if (value === undefined) return noValue;
    const inner = ifMissing === "none" ? strict : keyRead({ ...how, ifMissing: "none" });
    return applyStrict(inner, [value, key], frame);
  };
  return strict;
}

/** Longest part of a key that a message quotes, in UTF-16 code units. */
const KEY_LENGTH_SHOWN = 64;

/** A key for people; what no map can have as a key is told by its kind. */
function keyText(key: CelValue): string {
  if (typeof key === "boolean") return String(key);
  if (typeof key !== "string") return String(numericOf(key) ?? kindOf(key));
  const shown = JSON.stringify(key.slice(0, KEY_LENGTH_SHOWN));
  return key.length > KEY_LENGTH_SHOWN ? `${shown}…` : shown;
}

/** What may be read where the container or the key is not known. */
function guessKey(
  { span, container, reading, isPresent, isWhole, ifMissing }: KeyRead,
  operands: readonly CelValue[],
  unseen: Unseen,
): CelValue {
  const [collection = null] = operands;
  const causes = causesOf(operands);
  const mayBeAbsent = reading.mayBeAbsent || mayBeNull(collection);
  if (ifMissing === "null") return narrow(new Unknown(causes), { ...reading, mayBeAbsent });
  const error =
    container.kind === "list"
      ? errorAt("IndexOutOfRange", "the index may be out of range", span)
      : errorAt("NoSuchKey", "there may be no such key", span);
  const isSure =
    ifMissing === "none"
      ? container.kind !== "dyn" && (container.kind !== "list" || isWhole === true)
      : container.kind === "map" && !mayBeNull(collection) && isPresent === true;
  return orError(unseen(causes), isSure ? undefined : error, causes);
}
