import { compareText } from "../../input/compare-text.ts";
import {
  isList,
  isObject,
  type JsonObject,
  type JsonValue,
  member,
} from "../../input/json-value.ts";
import { setOwn } from "../../input/set-own.ts";

/** The member if it is text that is not empty. */
export function wordAt(value: JsonValue | undefined, key: string): string | undefined {
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
export function jsonMap(entries: Iterable<readonly [string, JsonValue | undefined]>): JsonObject {
  const present: (readonly [string, JsonValue])[] = [];
  let isSorted = true;
  for (const [key, value] of entries) {
    if (value === undefined) continue;
    const last = present.at(-1);
    if (last !== undefined && last[0] >= key) isSorted = false;
    present.push([key, value]);
  }
  if (!isSorted) present.sort(([a], [b]) => compareText(a, b));
  const record: Record<string, JsonValue> = {};
  for (const [key, value] of present) setOwn(record, key, value);
  return record;
}

/** The original if a map made from it came out the same, so that big snapshots are not held twice. */
export function reuse(original: JsonObject, made: JsonObject): JsonObject {
  const keys = Object.keys(original);
  const madeKeys = Object.keys(made);
  const isSame =
    keys.length === madeKeys.length &&
    keys.every((key, index) => key === madeKeys[index] && Object.is(original[key], made[key]));
  return isSame ? original : made;
}
