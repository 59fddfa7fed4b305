import { type Alias, type Document, isAlias, isMap, isScalar, isSeq } from "yaml";
import type { JsonValue } from "./json-value.ts";
import { ALIAS_VALUES_MAX, DEPTH_MAX } from "./limits.ts";
import type { LineIndex } from "./line-index.ts";
import type { Problem } from "./problem.ts";
import { setOwn } from "./set-own.ts";
import { duplicateKey, notJson, numberProblem, tooDeep } from "./text-problems.ts";

/** Plain data of a document, and everything in it that JSON cannot say. */
export interface PlainValue {
  readonly value: JsonValue;
  readonly problems: readonly Problem[];
}

/** Turns a composed document into plain data. Aliased parts are shared, so their number is bounded, not their bytes. */
export function plainValueOf(document: Document.Parsed, lines: LineIndex): PlainValue {
  const reading: Reading = {
    lines,
    problems: [],
    anchors: new Map(),
    aliasValues: 0,
  };
  const { value } = read(reading, document.contents, 0);
  return { value, problems: reading.problems };
}

/** A value with what an alias to it costs. */
interface Sized {
  readonly value: JsonValue;
  /** Values in it, itself included. */
  readonly size: number;
  /** Levels of lists and maps in it; 0 for a scalar. */
  readonly height: number;
}

interface Reading {
  readonly lines: LineIndex;
  readonly problems: Problem[];
  /** Only values that are complete, so an alias inside its own anchor finds none. */
  readonly anchors: Map<string, Sized>;
  aliasValues: number;
}

const nothing: Sized = { value: null, size: 1, height: 0 };

const coreTags: ReadonlySet<string> = new Set(
  ["str", "int", "float", "bool", "null", "map", "seq"].map((name) => `tag:yaml.org,2002:${name}`),
);

/** `depth` is the number of lists and maps around the node. */
function read(reading: Reading, node: unknown, depth: number): Sized {
  if (isAlias(node)) return readAlias(reading, node, depth);
  if (!isScalar(node) && !isMap(node) && !isSeq(node)) return nothing;
  const offset = node.range?.[0] ?? 0;
  if (node.tag !== undefined && node.tag !== "!" && !coreTags.has(node.tag)) {
    const help = "leave the tag out, or write the value in quotes";
    reading.problems.push(
      notJson(reading.lines.positionOf(offset), "a tag that JSON has no value for", help),
    );
  }
  const sized = isScalar(node)
    ? readScalar(reading, node, offset)
    : readCollection(reading, node, { depth, offset });
  if (node.anchor !== undefined) reading.anchors.set(node.anchor, sized);
  return sized;
}

function readAlias(reading: Reading, alias: Alias, depth: number): Sized {
  const position = reading.lines.positionOf(alias.range?.[0] ?? 0);
  const target = reading.anchors.get(alias.source);
  if (target === undefined) {
    const message = "this alias has no anchor before it";
    reading.problems.push({ code: "INPUT_SYNTAX", message, position });
    return nothing;
  }
  if (depth + target.height > DEPTH_MAX) {
    reading.problems.push(tooDeep(position));
    return nothing;
  }
  const wasWithin = reading.aliasValues <= ALIAS_VALUES_MAX;
  reading.aliasValues += target.size;
  if (reading.aliasValues <= ALIAS_VALUES_MAX) return target;
  const message = `aliases add more than ${ALIAS_VALUES_MAX} values to this document`;
  if (wasWithin) reading.problems.push({ code: "INPUT_LIMIT", message, position });
  return nothing;
}

interface ScalarNode {
  readonly value: unknown;
  readonly source?: string;
  readonly tag?: string;
}

function readScalar(reading: Reading, node: ScalarNode, offset: number): Sized {
  const { value, source = "", tag } = node;
  if (typeof value === "string") {
    if (tag !== undefined && coreTags.has(tag) && !tag.endsWith(":str")) {
      const message = "the value does not fit its tag";
      reading.problems.push(notJson(reading.lines.positionOf(offset), message));
    }
    return { value, size: 1, height: 0 };
  }
  if (typeof value === "boolean") return { value, size: 1, height: 0 };
  if (typeof value !== "number") return nothing;
  const problem = Number.isSafeInteger(value)
    ? undefined
    : numberProblem(source, value, reading.lines.positionOf(offset));
  if (problem) reading.problems.push(problem);
  return { value, size: 1, height: 0 };
}

interface Place {
  readonly depth: number;
  readonly offset: number;
}

interface Members {
  readonly items: readonly unknown[];
}

function readCollection(reading: Reading, node: Members, { depth, offset }: Place): Sized {
  if (depth === DEPTH_MAX) {
    reading.problems.push(tooDeep(reading.lines.positionOf(offset)));
    return nothing;
  }
  return isMap(node) ? readMap(reading, node, depth) : readList(reading, node, depth);
}

function readList(reading: Reading, node: Members, depth: number): Sized {
  const value: JsonValue[] = [];
  let size = 1;
  let height = 0;
  for (const item of node.items) {
    const child = read(reading, item, depth + 1);
    value.push(child.value);
    size += child.size;
    height = Math.max(height, child.height);
  }
  return { value, size, height: height + 1 };
}

interface MapNode {
  readonly items: readonly { readonly key: unknown; readonly value: unknown }[];
}

function readMap(reading: Reading, node: MapNode, depth: number): Sized {
  const value: Record<string, JsonValue> = {};
  const seen = new Set<string>();
  let size = 1;
  let height = 0;
  for (const { key, value: member } of node.items) {
    const name = readKey(reading, key, depth);
    const child = read(reading, member, depth + 1);
    size += child.size;
    height = Math.max(height, child.height);
    if (name === undefined) continue;
    if (seen.has(name)) reading.problems.push(duplicateKey(positionOfNode(reading, key)));
    seen.add(name);
    setOwn(value, name, child.value);
  }
  return { value, size, height: height + 1 };
}

function readKey(reading: Reading, node: unknown, depth: number): string | undefined {
  const { value } = read(reading, node, depth + 1);
  if (typeof value === "string") return value;
  const help = "write the key in quotes";
  reading.problems.push(notJson(positionOfNode(reading, node), "a key that is not a text", help));
  return undefined;
}

function positionOfNode({ lines }: Reading, node: unknown): ReturnType<LineIndex["positionOf"]> {
  const isPlaced = isScalar(node) || isAlias(node) || isMap(node) || isSeq(node);
  return lines.positionOf(isPlaced ? (node.range?.[0] ?? 0) : 0);
}
