import type { JsonValue } from "../input/json-value.ts";
import { canonicalJson } from "../snapshot/canonical-json.ts";

/** A value in a sentence: text as it is, nothing as `none`, anything else as JSON. */
export function formatValue(value: JsonValue): string {
  if (typeof value === "string") return value;
  return value === null ? "none" : canonicalJson(value);
}
