import { asJson } from "../input/as-json.ts";
import { canonicalJson } from "../snapshot/canonical-json.ts";
import type { WarrantedRollout } from "../warrant/plan-step-warrants.ts";

/** The bytes of a rollout's plan with its warrants: canonical JSON, indented by two, ending in a newline. */
export function writeRollout({ plan, warrants, withheld }: WarrantedRollout): string {
  return canonicalJson(asJson({ ...plan, warrants, withheld }), 2);
}
