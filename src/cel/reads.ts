import type { Span } from "./ast.ts";
import {
  type Code,
  code,
  constantCode,
  errorAt,
  type Frame,
  foldIfConstant,
  type Run,
} from "./code.ts";
import { lookUp, memberSets } from "./equality.ts";
import { sizeOf } from "./functions/methods.ts";
import { type Guards, keyBelow, noAbsences, noPath, type Path, pathOf } from "./guards.ts";
import { isList, isRecord, kindOf, listOf, numericOf } from "./kinds.ts";
import {
  type CheckContext,
  type DeclaredVariable,
  demand,
  type LocalScope,
  makeNode,
  type Node,
} from "./node.ts";
import { applyStrict, type Strict } from "./strict.ts";
import { EITHER, ERROR, FALSE, fromStrictTruth, TRUE, type TruthSet } from "./truth.ts";
import { BOOL, type CelType, domainOf, type FieldType, type ValueKind } from "./type.ts";
import { causesOf, intRangeOf, mayBeNull, narrow, type Reading, unite } from "./unknown.ts";
import { CelError, type CelValue, type PartialList, PartialMap, Unknown } from "./value.ts";

/** What a type says of an unknown that is read; values of `dyn` may be null. */
function readingOf({ type, mayBeAbsent }: FieldType, isPresent = false): Reading {
  const isNullable = mayBeAbsent || type.kind === "dyn" || type.kind === "null";
  return { domain: domainOf(type), mayBeAbsent: isNullable && !isPresent };
}

/** A value as it is read: an unknown takes on what its type says. */
function readAs(value: CelValue, reading: Reading): CelValue {
  return typeof value === "object" && value instanceof Unknown ? narrow(value, reading) : value;
}

/** Compiles a read, told whether it counts as present and how what it is read from is compiled. */
type CompileRead = (isPresent: boolean, guards: Guards, isTested: boolean) => Code;

function readNode(span: Span, type: CelType, path: Path, compileRead: CompileRead): Node {
  const compile: Node["compile"] = (guards, isTested = false) => {
    const isPresent = !isTested && path.key !== undefined && guards(path.key);
    return compileRead(isPresent, guards, isTested);
  };
  return makeNode(span, type, compile, { path });
}

export function variableNode(span: Span, variable: DeclaredVariable): Node {
  const { slot } = variable;
  return rootNode(span, variable, `v${slot}`, (reading) => {
    return (frame) => readAs(frame.bindings.at(slot), reading);
  });
}

/** A macro's variable. */
export function localNode(span: Span, { type, index }: LocalScope): Node {
  return rootNode(span, { type, mayBeAbsent: false }, `l${index}`, (reading) => {
    return (frame) => readAs(frame.locals[index] ?? null, reading);
  });
}

/** What is read as it is bound; `key` tells it from all others. */
function rootNode(
  span: Span,
  declared: FieldType,
  key: string,
  runAs: (reading: Reading) => Run,
): Node {
  return readNode(span, declared.type, pathOf(key), (isPresent) =>
    code(runAs(readingOf(declared, isPresent)), declared.mayBeAbsent && !isPresent),
  );
}

/** A field of a struct: absence reads as null, also through an absent struct. */
export function fieldNode(span: Span, operand: Node, field: string, declared: FieldType): Node {
  const through = operand.container === undefined ? operand.path?.keys : undefined;
  const path = pathOf(keyBelow(operand.path, field), through);
  return readNode(span, declared.type, path, (isPresent, guards, isTested) => {
    const { run, mayBeAbsent } = operand.compile(guards, isTested);
    const select = selector(span, field, readingOf(declared));
    if (!isPresent) {
      return code((frame) => select(run(frame), frame), mayBeAbsent || declared.mayBeAbsent);
    }
    // Selecting through what may be absent makes more absences than the field's own.
    const present = readingOf(declared, true);
    return code((frame) => readAs(select(run(frame), frame), present));
  });
}

type Select = (value: CelValue, frame: Frame) => CelValue;

function selector(span: Span, field: string, reading: Reading): Select {
  const strict: Strict = {
    apply: ([value = null], frame) => select(value, frame),
    guess: ([value = null]) => {
      const mayBeAbsent = reading.mayBeAbsent || mayBeNull(value);
      return narrow(new Unknown(causesOf([value])), { ...reading, mayBeAbsent });
    },
  };
  const select: Select = (value, frame) => {
    if (isRecord(value)) {
      return Object.hasOwn(value, field) ? readAs(value[field] ?? null, reading) : null;
    }
    if (value === null || value instanceof CelError) return value;
    if (value instanceof Unknown) return applyStrict(strict, [value], frame);
    if (!(value instanceof PartialMap)) {
      return errorAt("NoSuchOverload", `${kindOf(value)} has no fields`, span);
    }
    return readAs(lookUp(value, field, frame) ?? new Unknown(value.causes), reading);
  };
  return select;
}

/** An element of a list, or a key of a map: what is not there is an error. */
export function keyNode(
  context: CheckContext,
  span: Span,
  type: CelType,
  [container, key]: readonly [Node, Node],
): Node {
  const name = typeof key.constant === "string" ? key.constant : undefined;
  const path = pathOf(name === undefined ? undefined : keyBelow(container.path, name));
  const node = readNode(span, type, path, (isPresent, guards) => {
    const from = demand(context, container, guards);
    const at = demand(context, key, guards);
    // A key that is there may hold null, which is no absence.
    const reading = readingOf({ type, mayBeAbsent: false });
    const strict = keyRead({ span, reading, isPresent, container: container.type });
    const run: Run = (frame) => {
      const collection = from.run(frame);
      if (name !== undefined && isRecord(collection) && Object.hasOwn(collection, name)) {
        return readAs(collection[name] ?? null, reading);
      }
      return applyStrict(strict, [collection, at.run(frame)], frame);
    };
    return foldIfConstant(run, [from, at]);
  });
  return { ...node, container };
}

/** What is read below a list or map, and what may be said of what is there. */
interface KeyRead {
  readonly span: Span;
  readonly container: CelType;
  readonly reading: Reading;
  readonly isPresent: boolean;
}

function keyRead({ span, container, reading, isPresent }: KeyRead): Strict {
  /** Something that was not seen, and the error that reading it may be. */
  const unseen = (causes: Unknown["causes"], error: CelError | undefined): CelValue => {
    const value = narrow(new Unknown(causes), reading);
    return error === undefined ? value : unite([value, error], causesOf([value]));
  };
  const readIndex = ({ items, maybe, open, causes }: PartialList, index: number): CelValue => {
    if (!Number.isInteger(index)) {
      return errorAt("InvalidArgument", "an index must be an int", span);
    }
    const error = errorAt("IndexOutOfRange", `no element at index ${index}`, span);
    if (index < 0 || (!open && index >= items.length)) return error;
    if (!open && maybe.size === 0) return readAs(items[index] ?? null, reading);
    return unseen(causes, index < items.length - maybe.size ? undefined : error);
  };
  const readKey = (map: CelValue, key: CelValue, frame: Frame): CelValue => {
    if (kindOf(map) !== "map") {
      return errorAt("NoSuchOverload", `${kindOf(map)} has no elements`, span);
    }
    const value = lookUp(map, key, frame);
    if (value !== undefined) return readAs(value, reading);
    const text = typeof key === "string" ? JSON.stringify(key) : String(numericOf(key) ?? key);
    const error = errorAt("NoSuchKey", `no such key ${text}`, span);
    if (!(map instanceof PartialMap)) return error;
    return unseen(map.causes, isPresent ? undefined : error);
  };
  return {
    apply: ([collection = null, key = null], frame) => {
      const list = listOf(collection);
      if (list === undefined) return readKey(collection, key, frame);
      return readIndex(list, Number(numericOf(key) ?? Number.NaN));
    },
    guess: (operands) => {
      const [collection = null] = operands;
      const isSure = container.kind === "map" && !mayBeNull(collection) && isPresent;
      const error =
        container.kind === "list"
          ? errorAt("IndexOutOfRange", "the index may be out of range", span)
          : errorAt("NoSuchKey", "there may be no such key", span);
      return unseen(causesOf(operands), isSure ? undefined : error);
    },
  };
}

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
  const isListField = path.type.kind === "list";
  return code((frame) => {
    const value = run(frame);
    if (typeof value !== "object" && !isListField) return true;
    if (value instanceof CelError) return value;
    return fromStrictTruth(presenceOf(value, isListField), [value]);
  });
}

function presenceOf(value: CelValue, isListField: boolean): TruthSet {
  if (value === null) return FALSE;
  if (!(value instanceof Unknown)) {
    if (!isListField) return TRUE;
    // As in protocol buffers, a list that is empty is not set.
    const [least, most] = intRangeOf(sizeOf(value));
    return least > 0 ? TRUE : most > 0 ? EITHER : FALSE;
  }
  const { oneOf } = value.bounds;
  if (oneOf === undefined) return isListField || mayBeNull(value) ? EITHER : TRUE;
  return oneOf.reduce<TruthSet>((set, each) => set | presenceOf(each, isListField), 0);
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
  const texts = new Set(constant !== undefined && isList(constant) ? constant : []);
  const setOf = (value: CelValue, list: CelValue, frame: Frame): TruthSet => {
    if (!(list instanceof Unknown)) {
      return kinds.includes(kindOf(list)) ? memberSets(value, list, frame) : ERROR;
    }
    const { oneOf } = list.bounds;
    if (oneOf === undefined) return isTyped && !mayBeNull(list) ? EITHER : EITHER | ERROR;
    return oneOf.reduce<TruthSet>((set, each) => set | setOf(value, each, frame), 0);
  };
  const run: Run = (frame) => {
    const value = item.run(frame);
    if (typeof value === "string" && texts.has(value)) return true;
    if (value instanceof CelError) return value;
    const list = collection.run(frame);
    if (list instanceof CelError) return list;
    const set = setOf(value, list, frame);
    // What stands under the keys of a map does not matter.
    const shallow = list instanceof PartialMap ? new Unknown(list.causes) : list;
    return fromStrictTruth(set, [value, shallow], (set & ERROR) === 0 ? undefined : error);
  };
  return foldIfConstant(run, [item, collection]);
}
