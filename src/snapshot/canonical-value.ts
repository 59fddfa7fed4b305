import { compareText } from "../input/compare-text.ts";
import { isList, type JsonObject, type JsonValue } from "../input/json-value.ts";
import { setOwn } from "../input/set-own.ts";

/**
 * The same value with the keys of every map in code-unit order and no negative zero. Parts that are so already
 * are given back as they are, which is nearly everything that an API server wrote.
 */
export function canonicalValue(value: JsonValue): JsonValue {
  if (typeof value === "number") return value === 0 ? 0 : value;
  if (typeof value !== "object" || value === null) return value;
  return isList(value) ? canonicalList(value) : canonicalObject(value);
}

function canonicalList(list: readonly JsonValue[]): readonly JsonValue[] {
  let changed: JsonValue[] | undefined;
  for (let index = 0; index < list.length; index++) {
    const item = list[index];
    if (item === undefined || typeof item === "string") continue;
    const canonical = canonicalValue(item);
    if (Object.is(canonical, item)) continue;
    changed ??= [...list];
    changed[index] = canonical;
  }
  return changed ?? list;
}

function canonicalObject(object: JsonObject): JsonObject {
  const keys = Object.keys(object);
  const changed = changedMembers(object, keys);
  if (changed === undefined && isSorted(keys)) return object;
  const result: Record<string, JsonValue> = {};
  for (const key of keys.sort(compareText)) {
    const member = changed?.get(key) ?? object[key];
    if (member !== undefined) setOwn(result, key, member);
  }
  return result;
}

/** Canonical forms of the members that are not canonical; undefined when all of them are. */
function changedMembers(
  object: JsonObject,
  keys: readonly string[],
): ReadonlyMap<string, JsonValue> | undefined {
  let changed: Map<string, JsonValue> | undefined;
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index] ?? "";
    const member = object[key];
    // Text is most of what there is: do not call for it.
    if (member === undefined || typeof member === "string") continue;
    const canonical = canonicalValue(member);
    if (Object.is(canonical, member)) continue;
    changed ??= new Map();
    changed.set(key, canonical);
  }
  return changed;
}

function isSorted(keys: readonly string[]): boolean {
  for (let index = 1; index < keys.length; index++) {
    if ((keys[index] ?? "") <= (keys[index - 1] ?? "")) return false;
  }
  return true;
}
