import fc from "fast-check";
import type { PlanStep } from "../../engine/decision.ts";
import { isDisruptive, type PolicySet } from "../../engine/policy.ts";
import { checkWarrant, type WarrantCheck } from "../../warrant/check-warrant.ts";
import { planWarrants } from "../../warrant/plan-warrants.ts";
import { collections, namings } from "../arbitraries/collections.ts";
import { changedWorlds, worlds } from "../arbitraries/worlds.ts";
import { type ClusterNames, defaultNames } from "../world/cluster-names.ts";
import { observeWorld } from "../world/observe/observe-world.ts";
import { profileOfWorld } from "../world/observe/profile-of-worlds.ts";
import { LAW_HOLDER } from "./events-of-phase.ts";
import type { Seen } from "./judge.ts";
import type { Law } from "./law.ts";
import { sceneOf } from "./scene.ts";

/** Warrants are for what was decided, and good on the evidence that they were issued on. */
export function warrantStandsAtOnce(
  policies: PolicySet,
  names: ClusterNames = defaultNames,
): Law<Seen> {
  return {
    name: "a warrant stands at once",
    statement:
      "each warrant is for a step whose node is not held, for just what it is to do, and on the very evidence that it was issued on its first phase is next, unless a guard of the plan holds its first phase or it disrupts before its turn",
    arbitrary: fc.record({
      world: fc.oneof(changedWorlds(names), worlds(names)),
      collected: collections(namings(names)),
    }),
    sceneOf,
    holds: ({ world, collected }, tally) => {
      const snapshot = observeWorld(world, collected);
      const profile = profileOfWorld(world, collected.named);
      const plan = planWarrants(policies, snapshot, profile, { holder: LAW_HOLDER });
      for (const warrant of plan.warrants) {
        const { name } = warrant.node;
        const step = plan.decision.plan.steps.find((each) => each.node === name);
        const node = plan.decision.nodes.find((each) => each.name === name);
        if (
          node?.blocked !== undefined ||
          step?.obligations.join() !== warrant.action.obligations.join()
        )
          throw new Error(`${name} has a warrant for what was not decided`);
        const check = checkWarrant(warrant, snapshot, policies, profile);
        const isFirst = plan.decision.plan.steps[0] === step;
        const isTurn = isFirst || !isDisruptive(step.obligations);
        const expected = isTurn && !isHeldAtOnce(step, check) ? "stands" : "paused";
        tally.count(`${warrant.action.basis}: ${check.outcome}`);
        if (check.outcome !== expected || check.phase !== "claim")
          throw new Error(`${name}: ${JSON.stringify(check)} instead of ${expected}: claim`);
      }
    },
    floors: { "decided: stands": 0.2, "decided: paused": 0.01, "whenUnknown: stands": 0.01 },
  };
}

/** What the next boot starts from is asked once no patch, which writes it, is left to do. */
function isHeldAtOnce({ unmet }: PlanStep, check: WarrantCheck): boolean {
  const isToPatch = "remaining" in check && check.remaining.includes("patch");
  return unmet.some(({ guard }) => guard !== "ConfigOnDisk" || !isToPatch);
}
