import type { JsonObject, JsonValue } from "../../input/json-value.ts";
import type { ValuePath } from "../../input/source-document.ts";
import { parseTimestamp, type Timestamp } from "../../time/time.ts";

/** The value at `path` inside an unstructured object; undefined where nothing stands. Own keys only. */
export function valueAt(root: unknown, path: ValuePath): JsonValue | undefined {
  let value: unknown = root;
  for (const key of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = Reflect.get(value, key);
  }
  return isJson(value) ? value : undefined;
}

/** The text at `path`; undefined for anything else. */
export function textAt(root: unknown, path: ValuePath): string | undefined {
  const value = valueAt(root, path);
  return typeof value === "string" ? value : undefined;
}

/** The number at `path`; undefined for anything else. */
export function numberAt(root: unknown, path: ValuePath): number | undefined {
  const value = valueAt(root, path);
  return typeof value === "number" ? value : undefined;
}

/** A whole number from 0 on, as the API counts. */
export function isCount(value: JsonValue | undefined): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}

/** The list at `path`; empty where there is none. */
export function listAt(root: unknown, path: ValuePath): readonly JsonValue[] {
  const value = valueAt(root, path);
  return isList(value) ? value : [];
}

/** The object at `path`; undefined for anything else. */
export function recordAt(root: unknown, path: ValuePath): JsonObject | undefined {
  const value = valueAt(root, path);
  return isRecord(value) ? value : undefined;
}

/** The RFC 3339 instant at `path`; undefined for anything else. */
export function instantAt(root: unknown, path: ValuePath): Timestamp | undefined {
  const text = textAt(root, path);
  return text === undefined ? undefined : parseTimestamp(text);
}

export function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}

export function isRecord(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Objects of a snapshot were read from JSON or YAML: what is inside them is JSON all the way down. */
function isJson(value: unknown): value is JsonValue {
  return value !== undefined;
}
