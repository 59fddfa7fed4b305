import type { PolicySet } from "../../engine/policy.ts";
import type { FleetRollout } from "../../engine/rollout/rollout-plan.ts";
import type { Profile } from "../../profile/profile.ts";
import type { Snapshot } from "../../snapshot/snapshot.ts";
import { checkStepWarrant, type StepWarrantCheck } from "../../warrant/check-step-warrant.ts";
import { planStepWarrants, type WarrantedRollout } from "../../warrant/plan-step-warrants.ts";
import type { StepWarrant } from "../../warrant/step-warrant.ts";
import type { FleetWorld } from "../world/fleet-world.ts";
import {
  type CollectedFleet,
  observeFleetWorld,
  profileOfFleet,
} from "../world/observe/observe-fleet-world.ts";

/** What laws about rollouts hold to account: whatever plans, and whatever gives leave to step. */
export interface RolloutJudge {
  readonly plan: (snapshot: Snapshot, profile: Profile) => WarrantedRollout;
  readonly check: (warrant: StepWarrant, fresh: Snapshot, profile: Profile) => StepWarrantCheck;
}

/** Good for as long as a law looks: when it ends is for other tests to say. */
const VALID_MINUTES = 1440;

export function judgeRolloutsBy(policies: PolicySet): RolloutJudge {
  return {
    plan: (snapshot, profile) =>
      planStepWarrants(policies, snapshot, profile, { validMinutes: VALID_MINUTES }),
    check: (warrant, fresh, profile) => checkStepWarrant(warrant, fresh, policies, profile),
  };
}

/** The plan of the one fleet of a world, and the warrants for its steps. */
export interface FleetPlan {
  readonly fleet: FleetRollout;
  readonly warrants: readonly StepWarrant[];
}

export function planFleet(
  { plan }: RolloutJudge,
  world: FleetWorld,
  collected?: CollectedFleet,
): FleetPlan {
  const made = plan(observeFleetWorld(world, collected), profileOfFleet(world));
  const [fleet] = made.plan.fleets;
  if (fleet === undefined) throw new Error("the profile names a fleet, and none was planned for");
  return { fleet, warrants: made.warrants };
}

export function checkFleetStep(
  { check }: RolloutJudge,
  warrant: StepWarrant,
  world: FleetWorld,
  collected?: CollectedFleet,
): StepWarrantCheck {
  return check(warrant, observeFleetWorld(world, collected), profileOfFleet(world));
}
