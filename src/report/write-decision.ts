import type { Decision } from "../engine/decision.ts";
import type { JsonValue } from "../input/json-value.ts";
import { canonicalJson } from "../snapshot/canonical-json.ts";

/** The bytes of a decision: canonical JSON, indented by two, ending in a newline. Equal decisions, equal bytes. */
export function writeDecision(decision: Decision): string {
  // biome-ignore lint/nursery/noUnsafeTypeAssertion: a Decision is JSON by its type, but interfaces have no index signature
  return canonicalJson(decision as unknown as JsonValue, 2);
}
