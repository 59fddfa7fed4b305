import { type Document, isAlias, isMap, isNode, isScalar, isSeq, visit } from "yaml";
import type { ValuePath } from "./source-document.ts";

/** Where a value stands; offsets are 0-based. */
export interface YamlPlace {
  /** Offset of the entry's key; undefined for list items and the root. */
  readonly keyStart: number | undefined;
  readonly start: number;
  readonly node: unknown;
}

/** Finds values in one document, and remembers the lists and maps that it has been through. */
export type YamlLocator = (path: ValuePath) => YamlPlace;

/**
 * Makes a locator that gives the place of the value at a path, or of its nearest parent that exists. What
 * stands inside an aliased value is found where its anchor is.
 */
export function createYamlLocator(document: Document.Parsed | undefined): YamlLocator {
  if (document === undefined) return () => ({ keyStart: undefined, start: 0, node: undefined });
  const targets = aliasTargets(document);
  const follow: Follow = (node) => (isAlias(node) ? targets.get(node) : node);
  const known = new Map<unknown, ReadonlyMap<string, Child>>();
  const childrenAt = (node: unknown): ReadonlyMap<string, Child> => {
    const children = known.get(node) ?? childrenOf(node, follow);
    known.set(node, children);
    return children;
  };
  const root = document.contents;
  const start = startOf(root, document.range[0]);
  return (path) => {
    let place: YamlPlace = { keyStart: undefined, start, node: follow(root) };
    for (const name of path) {
      const child = childrenAt(place.node).get(name);
      if (child === undefined) break;
      const { key, value } = child;
      const keyStart = key === undefined ? undefined : startOf(key, place.start);
      place = { keyStart, start: startOf(value, keyStart ?? place.start), node: follow(value) };
    }
    return place;
  };
}

/** Gives what an alias stands for, and any other node as it is. */
type Follow = (node: unknown) => unknown;

interface Child {
  readonly key: unknown;
  readonly value: unknown;
}

/** For each alias the last value before it that has its anchor. */
function aliasTargets(document: Document.Parsed): ReadonlyMap<unknown, unknown> {
  const anchors = new Map<string, unknown>();
  const targets = new Map<unknown, unknown>();
  visit(document, {
    Node: (_key, node) => {
      if (isAlias(node)) targets.set(node, anchors.get(node.source));
      else if ("anchor" in node && node.anchor !== undefined) anchors.set(node.anchor, node);
    },
  });
  return targets;
}

function childrenOf(node: unknown, follow: Follow): ReadonlyMap<string, Child> {
  const children = new Map<string, Child>();
  if (isSeq(node)) {
    node.items.forEach((value, index) => {
      children.set(String(index), { key: undefined, value });
    });
  } else if (isMap(node)) {
    for (const { key, value } of node.items) {
      const name = follow(key);
      if (isScalar(name)) children.set(String(name.value), { key, value });
    }
  }
  return children;
}

function startOf(node: unknown, otherwise: number): number {
  return isNode(node) ? (node.range?.[0] ?? otherwise) : otherwise;
}
