import type { ModelGateState } from "./gate.ts";
import type { Possible } from "./possible.ts";
import type { Contribution } from "./verdicts.ts";

// unknowns.md §9, row "gate"; rollout-gate.md §2.5: the one step that an active gate suppresses; DESIGN.md §7: age
// denies a deploy, never a heal.

const denied: Readonly<Record<string, readonly ModelGateState[]>> = {
  deploy: ["expired", "invalid"],
  "cluster-update": ["active", "expiring", "expired", "invalid"],
  heal: [],
};

/** What a gate contributes to one of these intents. */
export function ofGate(
  states: Possible<ModelGateState>,
  intent: "deploy" | "cluster-update" | "heal",
): Possible<Contribution> {
  return states.map((state) => (denied[intent]?.includes(state) === true ? "deny" : "allow"));
}
