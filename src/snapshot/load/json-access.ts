import { compareText } from "../../input/compare-text.ts";
import type { JsonObject, JsonValue } from "../../input/json-value.ts";

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** The own member of a map; undefined for any other value and for inherited names such as `__proto__`. */
export function member(value: JsonValue | undefined, key: string): JsonValue | undefined {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** The member if it is text that is not empty. */
export function textAt(value: JsonValue | undefined, key: string): string | undefined {
  const found = member(value, key);
  return typeof found === "string" && found !== "" ? found : undefined;
}

export function objectAt(value: JsonValue | undefined, key: string): JsonObject | undefined {
  const found = member(value, key);
  return isObject(found) ? found : undefined;
}

/** The member's items; none if it is not a list. */
export function itemsAt(value: JsonValue | undefined, key: string): readonly JsonValue[] {
  const found = member(value, key);
  return isList(found) ? found : [];
}

/** A map with its keys in code-unit order; members that are undefined are left out. */
export function recordOf(entries: Iterable<readonly [string, JsonValue | undefined]>): JsonObject {
  const present: [string, JsonValue][] = [];
  for (const [key, value] of entries) if (value !== undefined) present.push([key, value]);
  // Object.fromEntries defines own members, so that `__proto__` stays data.
  return Object.fromEntries(present.sort(([a], [b]) => compareText(a, b)));
}

/** The same value with the keys of every map in code-unit order. */
export function inKeyOrder(value: JsonValue): JsonValue {
  if (isList(value)) return value.map(inKeyOrder);
  if (!isObject(value)) return value;
  return recordOf(Object.entries(value).map(([key, inner]) => [key, inKeyOrder(inner)]));
}
