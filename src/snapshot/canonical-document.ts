import { compareText } from "../input/compare-text.ts";
import type { JsonObject, JsonValue } from "../input/json-value.ts";
import { canonicalJson } from "./canonical-json.ts";
import { canonicalValue } from "./canonical-value.ts";

/** Lists of a snapshot whose order says nothing. */
const unordered = ["coverage", "gaps", "proofs"] as const;

/** A snapshot in canonical form: keys in code-unit order, lists without an order sorted by canonical text. */
export function canonicalDocument(snapshot: JsonValue): JsonValue {
  if (!isMap(snapshot)) return canonicalValue(snapshot);
  const lists: Record<string, JsonValue> = {};
  for (const name of unordered) {
    const list = Object.hasOwn(snapshot, name) ? snapshot[name] : undefined;
    if (isList(list)) lists[name] = sortedByText(list);
  }
  return canonicalValue({ ...snapshot, ...lists });
}

function sortedByText(items: readonly JsonValue[]): readonly JsonValue[] {
  return items
    .map((item) => ({ item, text: canonicalJson(item) }))
    .sort((a, b) => compareText(a.text, b.text))
    .map(({ item }) => item);
}

function isMap(value: JsonValue): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}
