import type { JsonValue } from "./json-value.ts";

/**
 * Gives back what was read from JSON as JSON. Types made from schemas say `unknown` where a schema is open, and
 * so forget it; this is the one place that remembers.
 */
export function asJson(value: object): JsonValue {
  // biome-ignore lint/nursery/noUnsafeTypeAssertion: nothing but what JSON can say gets past the readers
  return value as JsonValue;
}
