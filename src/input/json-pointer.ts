import { isList, type JsonValue, member } from "./json-value.ts";
import type { ValuePath } from "./source-document.ts";

/** Writes a path as a JSON Pointer (RFC 6901); the root is the empty text. */
export function formatPointer(path: ValuePath): string {
  let pointer = "";
  for (const key of path) pointer += `/${escapeKey(key)}`;
  return pointer;
}

/** Most keys hold neither: looking first is several times cheaper than replacing, and evidence has many. */
function escapeKey(key: string): string {
  if (!key.includes("/") && !key.includes("~")) return key;
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** Splits a JSON Pointer (RFC 6901) into its keys; undefined for a text that is none. */
export function parsePointer(text: string): ValuePath | undefined {
  if (text === "") return [];
  if (!text.startsWith("/") || /~(?![01])/.test(text)) return undefined;
  return text
    .slice(1)
    .split("/")
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** The value at `path`, by own keys and by indexes without leading zeros; undefined where there is none. */
export function valueAt(value: JsonValue, path: ValuePath): JsonValue | undefined {
  let current: JsonValue | undefined = value;
  for (const key of path) {
    if (isList(current)) current = /^(0|[1-9]\d*)$/.test(key) ? current[Number(key)] : undefined;
    else current = member(current, key);
  }
  return current;
}
