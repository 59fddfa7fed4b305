import { known, unknown } from "../fact.ts";
import type { Known } from "../known.ts";
import { listAt, textAt } from "../read-object.ts";
import { readPodsAgain } from "./cures.ts";
import type { FleetPod } from "./fleet-pod.ts";

/** Whether the pod's Ready condition is True. A pod whose status lacks the condition was not told of. */
export function podReady({ key, object }: FleetPod): Known<boolean> {
  const ready = listAt(object, ["status", "conditions"]).find(
    (condition) => textAt(condition, ["type"]) === "Ready",
  );
  const status = textAt(ready, ["status"]);
  if (status !== undefined) return known(status === "True");
  return unknown("Partial", `${key} has no Ready condition`, { cure: readPodsAgain });
}
