import { compareText } from "../input/compare-text.ts";
import { isList, isObject, type JsonValue, member } from "../input/json-value.ts";
import { canonicalJson } from "./canonical-json.ts";
import { canonicalValue } from "./canonical-value.ts";

/** Lists of a snapshot whose order says nothing. */
const unordered = ["coverage", "gaps", "probes", "proofs", "steps"] as const;

/** A snapshot in canonical form: keys in code-unit order, lists without an order sorted by canonical text. */
export function canonicalDocument(snapshot: JsonValue): JsonValue {
  if (!isObject(snapshot)) return canonicalValue(snapshot);
  const lists: Record<string, JsonValue> = {};
  for (const name of unordered) {
    const list = member(snapshot, name);
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
