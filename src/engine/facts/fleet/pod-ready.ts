import { known, unknown } from "../fact.ts";
import type { Known } from "../known.ts";
import { listAt, textAt } from "../read-object.ts";
import { readPodsAgain } from "./cures.ts";
import type { FleetPod } from "./fleet-pod.ts";

/**
 * Whether the pod's Ready condition is True. A pod that is not bound has none yet and is not ready; of any other whose
 * status lacks the condition it was not told.
 */
export function podReady({ key, object, nodeName }: FleetPod): Known<boolean> {
  const ready = listAt(object, ["status", "conditions"]).find(
    (condition) => textAt(condition, ["type"]) === "Ready",
  );
  const status = textAt(ready, ["status"]);
  if (status !== undefined) return known(status === "True");
  if (nodeName === undefined) return known(false);
  return unknown("Partial", `${key} has no Ready condition`, { cure: readPodsAgain });
}
