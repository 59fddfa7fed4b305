import type { RolloutPlan } from "../engine/rollout/rollout-plan.ts";
import { asJson } from "../input/as-json.ts";
import { canonicalJson } from "../snapshot/canonical-json.ts";

/** The bytes of a rollout's plan: canonical JSON, indented by two, ending in a newline. */
export function writeRollout(plan: RolloutPlan): string {
  return canonicalJson(asJson(plan), 2);
}
