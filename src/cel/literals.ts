import type { Element, NodeOf, Span } from "./ast.ts";
import { causesOf } from "./causes.ts";
import {
  type Code,
  charge,
  costExceeded,
  errorAt,
  foldIfConstant,
  type Meter,
  type Run,
  traversalCost,
} from "./code.ts";
import { lookUp } from "./equality.ts";
import type { Guards } from "./guards.ts";
import { kindOf } from "./kinds.ts";
import {
  type CheckContext,
  constantNode,
  demand,
  demandHeld,
  makeNode,
  type Node,
  report,
} from "./node.ts";
import { type Opened, openOptional } from "./optional.ts";
import { readingOf } from "./reads.ts";
import { runAll } from "./strict.ts";
import { type CelType, DYN, describeType, FREE, joinTypes } from "./type.ts";
import { errorIn, errorOf, orError, withoutError } from "./unknown.ts";
import { CelError, type CelValue, PartialList, PartialMap, Unknown } from "./value.ts";

export function checkLiteral(node: NodeOf<"literal">): Node {
  const kind = kindOf(node.value);
  const isWhole = kind === "list" || kind === "map" || kind === "optional";
  const isScalar = !isWhole && kind !== "unknown" && kind !== "error";
  return constantNode(node, node.value, isScalar ? { kind } : DYN);
}

function joinAll(parts: readonly { readonly type: CelType }[]): CelType {
  return parts.map(({ type }) => type).reduce(joinTypes, parts[0]?.type ?? FREE);
}

/** The type of an element; one written with `?` must be an optional, and is what that holds. */
function elementType(context: CheckContext, { type, ...span }: Node, isOptional: boolean): CelType {
  if (!isOptional || type.kind === "dyn") return type;
  if (type.kind === "optional") return type.value;
  const message = `what stands behind \`?\` must be an optional, not \`${describeType(type)}\``;
  report(context, span, { message });
  return DYN;
}

type Parts = readonly {
  readonly node: Node;
  readonly type: CelType;
  readonly isOptional: boolean;
}[];

function checkParts(context: CheckContext, elements: readonly Element[]): Parts {
  return elements.map(({ value, isOptional }) => {
    const node = context.check(value);
    return { node, type: elementType(context, node, isOptional), isOptional };
  });
}

/** A list literal. Whether an element may fail is a doubt about the list as a whole. */
export function checkList(context: CheckContext, node: NodeOf<"list">): Node {
  const parts = checkParts(context, node.elements);
  const hasOptionals = parts.some(({ isOptional }) => isOptional);
  const compile = (guards: Guards): Code => {
    const codes = parts.map((part) => demandHeld(context, part.node, guards));
    const run: Run = (frame) => {
      const values = runAll(codes, frame);
      if (values instanceof CelError) return values;
      if (!charge(frame, traversalCost(values.length))) return costExceeded;
      if (hasOptionals) return listOfOptionals(parts, values);
      const error = errorIn(values);
      if (error === undefined) return values;
      return orError(values.map(withoutError), error, causesOf(values));
    };
    return foldIfConstant(run, codes);
  };
  const type: CelType = { kind: "list", element: joinAll(parts) };
  return makeNode(node, type, compile);
}

/** A list of what is there; where that is not known, the element is doubtful. */
function listOfOptionals(parts: Parts, values: readonly CelValue[]): CelValue {
  const items: CelValue[] = [];
  const maybe = new Set<number>();
  let possible: CelError | undefined;
  for (const [index, part] of parts.entries()) {
    const { held, mayBeNone, error } = unwrap(part, values[index] ?? null);
    possible ??= error;
    if (held !== undefined) {
      if (mayBeNone) maybe.add(items.length);
      items.push(held);
    } else if (!mayBeNone) {
      return error ?? null;
    }
  }
  if (maybe.size === 0 && possible === undefined) return items;
  const causes = causesOf(values);
  const list = maybe.size === 0 ? items : new PartialList(items, { open: false, causes, maybe });
  return orError(list, possible, causes);
}

/** What an element is once its optional is opened. */
function unwrap({ isOptional, node, type }: Parts[number], value: CelValue): Opened {
  if (!isOptional) {
    return { held: withoutError(value), mayBeNone: false, error: errorOf(value), causes: [] };
  }
  const mistake = errorAt("NoSuchOverload", `${kindOf(value)} is no optional`, node);
  const noOptional = node.type.kind === "optional" ? undefined : mistake;
  return openOptional(value, { reading: readingOf({ type, mayBeAbsent: false }), noOptional });
}

const keyKinds: ReadonlySet<string> = new Set(["bool", "int", "uint", "string", "enum", "dyn"]);

/** A map literal. */
export function checkMap(context: CheckContext, node: NodeOf<"map">): Node {
  const keys = node.entries.map(({ key }) => context.check(key));
  const parts = checkParts(context, node.entries);
  for (const key of keys) {
    if (keyKinds.has(key.type.kind)) continue;
    report(context, key, { message: `\`${describeType(key.type)}\` cannot be a key` });
  }
  const compile = (guards: Guards): Code => {
    const keyCodes = keys.map((key) => demand(context, key, guards));
    const codes = parts.map((part) => demandHeld(context, part.node, guards));
    const run: Run = (frame) => {
      if (!charge(frame, keyCodes.length)) return costExceeded;
      const made = runAll(keyCodes, frame);
      if (made instanceof CelError) return made;
      const values = runAll(codes, frame);
      if (values instanceof CelError) return values;
      return mapOf({ span: node, parts }, made, values, frame);
    };
    return foldIfConstant(run, [...keyCodes, ...codes]);
  };
  const type: CelType = { kind: "map", key: joinAll(keys), value: joinAll(parts) };
  return makeNode(node, type, compile);
}

/** A map that is being made. */
interface Making {
  readonly map: Map<CelValue, CelValue>;
  /** Whether a key is not known, or may not be there. */
  isDoubtful: boolean;
  /** Keys that may not be there. */
  readonly unsure: Set<CelValue>;
  error: CelError | undefined;
}

/** A map of keys and values. A key that is not known makes all of it unknown; one that may not be there leaves it open. */
function mapOf(
  { span, parts }: { readonly span: Span; readonly parts: Parts },
  keys: readonly CelValue[],
  values: readonly CelValue[],
  meter: Meter,
): CelValue {
  const error = errorIn(keys);
  const making: Making = { map: new Map(), unsure: new Set(), isDoubtful: false, error };
  for (const [index, part] of parts.entries()) {
    const key = keys[index] ?? null;
    const mistake = keyMistake(span, key, making.map, meter);
    const certain = addEntry(making, key, unwrap(part, values[index] ?? null), mistake);
    if (certain !== undefined) return certain;
  }
  if (!making.isDoubtful && making.error === undefined) return mapOfEntries(making.map);
  const causes = causesOf([...keys, ...values]);
  const made = making.isDoubtful ? doubtfulMap(making, causes) : mapOfEntries(making.map);
  return orError(made, making.error, causes);
}

/** Adds an entry; gives the error that the whole map certainly is. */
function addEntry(
  making: Making,
  key: CelValue,
  { held, mayBeNone, error }: Opened,
  mistake: CelError | undefined,
): CelError | undefined {
  making.isDoubtful ||= key instanceof Unknown;
  // With a doubt about this key, or about an earlier entry, it is not certain that one occurs twice.
  if (mistake !== undefined && !making.isDoubtful) return mistake;
  if (held === undefined && !mayBeNone) return error;
  making.error ??= error ?? mistake;
  if (held === undefined) return undefined;
  making.isDoubtful ||= mayBeNone;
  if (mayBeNone) making.unsure.add(key);
  making.map.set(key, held);
  return undefined;
}

/** A map of which not all is known: the keys that are there for sure, if all keys are known texts. */
function doubtfulMap({ map, unsure }: Making, causes: Unknown["causes"]): CelValue {
  const areTexts = [...map.keys()].every((key) => typeof key === "string");
  if (!areTexts) return new Unknown(causes, { present: true });
  const sure = [...map].filter(([key]) => !unsure.has(key));
  return new PartialMap(Object.fromEntries(sure), causes);
}

/** Why something can be no key, or no further one. */
function keyMistake(
  span: Span,
  key: CelValue,
  map: ReadonlyMap<CelValue, CelValue>,
  meter: Meter,
): CelError | undefined {
  if (key instanceof Unknown) return errorAt("InvalidArgument", "a key may occur twice", span);
  if (!["bool", "int", "uint", "string"].includes(kindOf(key))) {
    return errorAt("NoSuchOverload", "a key must be a bool, int, uint or string", span);
  }
  if (lookUp(map, key, meter) === undefined) return undefined;
  return errorAt("InvalidArgument", "a key occurs twice", span);
}

/** A map as values hold it: a plain object if all keys are texts. */
export function mapOfEntries(map: ReadonlyMap<CelValue, CelValue>): CelValue {
  const isRecord = [...map.keys()].every((key) => typeof key === "string");
  // `fromEntries` defines own keys, so that `__proto__` is a key like any other.
  return isRecord ? Object.fromEntries(map) : map;
}
