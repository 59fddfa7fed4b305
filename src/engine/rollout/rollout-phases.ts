import type { RolloutPhase, RolloutStep } from "./rollout-plan.ts";

/** What a step goes through. The next one may begin only once the last phase of this one is proved. */
export function rolloutPhases(action: RolloutStep["action"]): readonly RolloutPhase[] {
  return action === "verify" ? [ready, record] : [replace, ready, record];
}

const replace: RolloutPhase = {
  phase: "replace",
  does: "deletes the pod, bound to its UID; the DaemonSet makes another one from the wanted template",
  provedBy: ["PodReplaced", "RevisionAdopted"],
};
const ready: RolloutPhase = {
  phase: "ready",
  does: "waits until the new pod and its node are Ready",
  provedBy: ["PodReady", "NodeReady"],
};
const record: RolloutPhase = {
  phase: "record",
  does: "checks on the node all that the delta touches, and records what came of it",
  provedBy: ["StepVerified"],
};
