import type { JsonValue } from "../input/json-value.ts";
import type { MutationReport } from "../mutate/mutation-report.ts";
import { canonicalJson } from "../snapshot/canonical-json.ts";

/** The bytes of a report: canonical JSON, indented by two, ending in a newline. */
export function writeMutation(report: MutationReport): string {
  // biome-ignore lint/nursery/noUnsafeTypeAssertion: it is JSON by its type, but interfaces have no index signature
  return canonicalJson(report as unknown as JsonValue, 2);
}
