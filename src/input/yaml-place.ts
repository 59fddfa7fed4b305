import { type Document, isAlias, isMap, isScalar, isSeq } from "yaml";
import type { ValuePath } from "./source-document.ts";

/** Where a value stands; offsets are 0-based. */
export interface YamlPlace {
  /** Offset of the entry's key; undefined for list items and the root. */
  readonly keyStart: number | undefined;
  readonly start: number;
  readonly node: unknown;
}

/** Place of the value at `path`, or of its nearest parent that exists. What an alias stands for is where its anchor is. */
export function locateYaml(document: Document.Parsed, path: ValuePath): YamlPlace {
  const follow = createFollow(document);
  let node: unknown = document.contents;
  let place: YamlPlace = { keyStart: undefined, start: startOf(node, document.range[0]), node };
  for (const key of path) {
    const child = childOf(follow(node), key, follow);
    if (child === undefined) break;
    node = child.value;
    const keyStart = child.key === undefined ? undefined : startOf(child.key, place.start);
    place = { keyStart, start: startOf(node, keyStart ?? place.start), node: follow(node) };
  }
  return place;
}

type Follow = (node: unknown) => unknown;

/** Gives what an alias stands for, and any other node as it is. */
function createFollow(document: Document.Parsed): Follow {
  return (node) => (isAlias(node) ? node.resolve(document) : node);
}

interface Child {
  readonly key: unknown;
  readonly value: unknown;
}

function childOf(node: unknown, key: string, follow: Follow): Child | undefined {
  if (isSeq(node)) {
    const item: unknown = /^(0|[1-9]\d*)$/.test(key) ? node.items[Number(key)] : undefined;
    return item === undefined ? undefined : { key: undefined, value: item };
  }
  if (!isMap(node)) return undefined;
  return node.items.find((pair) => {
    const name = follow(pair.key);
    return isScalar(name) && name.value === key;
  });
}

function startOf(node: unknown, otherwise: number): number {
  if (isAlias(node) || isScalar(node) || isMap(node) || isSeq(node)) {
    return node.range?.[0] ?? otherwise;
  }
  return otherwise;
}
