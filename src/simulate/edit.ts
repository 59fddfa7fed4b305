import { isList, isObject, type JsonValue } from "../input/json-value.ts";
import { ownValue } from "../input/own-value.ts";
import { setOwn } from "../input/set-own.ts";
import type { ValuePath } from "../input/source-document.ts";

/** One value of a snapshot that an event writes, or takes away. Maps on the way that lack are made. */
export interface Edit {
  readonly at: ValuePath;
  /** Undefined: the key goes. Lists are written whole, so that no index moves. */
  readonly value: JsonValue | undefined;
}

/** Applies edits in their order. What they do not touch is shared with the root, which stays as it is. */
export function applyEdits(root: JsonValue, edits: readonly Edit[]): JsonValue {
  const copies = new Set<Container>();
  const own = (value: JsonValue | undefined): Container => {
    const container = isContainer(value) ? value : {};
    if (copies.has(container)) return container;
    const copy: Container = isList(container) ? [...container] : { ...container };
    copies.add(copy);
    return copy;
  };
  const whole = own(root);
  for (const { at, value } of edits) {
    const last = at.at(-1);
    if (last === undefined) continue;
    let parent = whole;
    for (const key of at.slice(0, -1)) {
      const child = own(childOf(parent, key));
      setChild(parent, key, child);
      parent = child;
    }
    setChild(parent, last, value);
  }
  return whole;
}

type Container = JsonValue[] | Record<string, JsonValue>;

/** Only copies are written to: see `own`. */
function isContainer(value: JsonValue | undefined): value is Container {
  return isList(value) || isObject(value);
}

function childOf(parent: Container, key: string): JsonValue | undefined {
  return isList(parent) ? parent[Number(key)] : ownValue(parent, key);
}

function setChild(parent: Container, key: string, value: JsonValue | undefined): void {
  if (isList(parent)) {
    if (value !== undefined) parent[Number(key)] = value;
  } else if (value === undefined) delete parent[key];
  else setOwn(parent, key, value);
}
