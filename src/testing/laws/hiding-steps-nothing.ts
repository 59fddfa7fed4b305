import fc from "fast-check";
import type { Decision } from "../../engine/decision.ts";
import type { FleetRollout, RolloutStep } from "../../engine/rollout/rollout-plan.ts";
import type { StepWarrantCheck } from "../../warrant/check-step-warrant.ts";
import { fleetCollections, fleetEvents, fleetWorlds } from "../arbitraries/fleet-worlds.ts";
import { type FleetEvent, fleetHappens } from "../world/events/fleet-events.ts";
import type { FleetWorld } from "../world/fleet-world.ts";
import {
  type CollectedFleet,
  observeFleetWorld,
  profileOfFleet,
} from "../world/observe/observe-fleet-world.ts";
import type { Judge } from "./judge.ts";
import type { Law, Tally } from "./law.ts";
import { checkFleetStep, planFleet, type RolloutJudge } from "./rollout-judge.ts";

interface HiddenFleet {
  readonly world: FleetWorld;
  readonly collected: CollectedFleet;
  /** What happened between the plan, of which all was seen, and the check. */
  readonly meanwhile: readonly FleetEvent[];
  readonly pick: number;
}

/** Less evidence lets nobody step, and tells no progress. */
export function hidingStepsNothing(judge: Judge, rollouts: RolloutJudge): Law<HiddenFleet> {
  return {
    name: "hiding steps nothing",
    statement:
      "with parts of a fleet replaced by gaps, no step that a guard holds may be taken, no rollout is over, no warrant stands or is done, and whether the fleet is reconciled, canaried or adopted is as it was or not known",
    arbitrary: fc.record({
      world: fleetWorlds,
      collected: fleetCollections,
      meanwhile: fc.array(fleetEvents, { maxLength: 2 }),
      pick: fc.nat({ max: 3 }),
    }),
    holds: (hidden, tally) => {
      const { world, collected, meanwhile, pick } = hidden;
      const now = meanwhile.reduce(fleetHappens, world);
      compareProgress(progressOf(judge, now), progressOf(judge, now, collected), tally);
      const full = planFleet(rollouts, now);
      const partial = planFleet(rollouts, now, collected);
      comparePlans(full.fleet, partial.fleet, tally);
      const { warrants } = meanwhile.length === 0 ? full : planFleet(rollouts, world);
      const warrant = warrants[pick % Math.max(1, warrants.length)];
      if (warrant === undefined) return;
      compareChecks(
        checkFleetStep(rollouts, warrant, now),
        checkFleetStep(rollouts, warrant, now, collected),
        tally,
      );
    },
    floors: {
      "progress hidden": 0.1,
      "progress seen": 0.3,
      "may step → held": 0.02,
      "may step → may step": 0.05,
      "over → unknown": 0.01,
      "stands → unconfirmed": 0.02,
      "stands → stands": 0.03,
      "void → void": 0.03,
    },
  };
}

type Progress = Pick<Decision["fleets"][number], "reconciled" | "canaried" | "adopted">;

function progressOf(judge: Judge, world: FleetWorld, collected?: CollectedFleet): Progress {
  const decision = judge(observeFleetWorld(world, collected), profileOfFleet(world));
  const [fleet] = decision.fleets;
  if (fleet === undefined) throw new Error("the profile names a fleet, and none was judged");
  const { reconciled, adopted, canaried = "unknown" } = fleet;
  return { reconciled, adopted, canaried };
}

function compareProgress(full: Progress, partial: Progress, tally: Tally): void {
  for (const what of ["reconciled", "canaried", "adopted"] as const) {
    const [was, is] = [full[what], partial[what]];
    if (is !== was && is !== "unknown")
      throw new Error(`${what}: ${was} with all evidence, ${is} with less`);
  }
  const isHidden = full.adopted !== partial.adopted || full.canaried !== partial.canaried;
  tally.count(isHidden ? "progress hidden" : "progress seen");
}

function comparePlans(full: FleetRollout, partial: FleetRollout, tally: Tally): void {
  if (partial.standing === "complete" && full.standing !== "complete")
    throw new Error(`${full.standing} with all evidence, complete with less`);
  if (full.standing === "complete" && partial.standing !== "complete")
    tally.count(`over → ${partial.standing}`);
  const [first] = partial.steps;
  const mayStep = first !== undefined && first.unmet.length === 0;
  const couldStep = full.steps[0]?.unmet.length === 0;
  if (couldStep) tally.count(`may step → ${mayStep ? "may step" : "held"}`);
  if (mayStep && first.action === "step-agent") checkHeld(first, full);
}

/**
 * What may be stepped with less evidence is held by nothing with all of it. That another node comes first is no guard:
 * which one is the best to try is asked of those that were read.
 */
function checkHeld({ node, pod, record }: RolloutStep, { steps, standing }: FleetRollout): void {
  const same = steps.find((step) => step.node === node);
  const isSame =
    same?.action === "step-agent" &&
    same.pod.uid === pod.uid &&
    same.record.revision === record.revision;
  if (!isSame) throw new Error(`${node} may be stepped with less evidence, and it is ${standing}`);
  const biting = same.unmet.find(({ metBy }) => metBy === undefined);
  if (biting !== undefined)
    throw new Error(`${node} may be stepped with less evidence, and ${biting.guard} holds it`);
  const unverified = steps.find(({ action }) => action === "verify");
  if (unverified !== undefined)
    throw new Error(
      `${node} may be stepped with less evidence, and ${unverified.node} comes first`,
    );
}

function compareChecks(full: StepWarrantCheck, partial: StepWarrantCheck, tally: Tally): void {
  tally.count(`${full.outcome} → ${partial.outcome}`);
  const told = `${textOf(full)} with all evidence, ${textOf(partial)} with less`;
  if (partial.outcome === "done" && full.outcome !== "done") throw new Error(told);
  if (partial.outcome === "void" && full.outcome !== "void") throw new Error(told);
  if (partial.outcome !== "stands") return;
  // A step whose turn has not come is paused by those before it, of which some may not have been read.
  const isTurn = full.outcome === "paused" && full.unmet.every((each) => isOfTurn(each.guard));
  const isSame = "phase" in full && full.phase === partial.phase;
  if (!isSame || (full.outcome !== "stands" && !isTurn)) throw new Error(told);
}

function isOfTurn(guard: string): boolean {
  return guard === "PredecessorVerified";
}

function textOf(check: StepWarrantCheck): string {
  return `${check.outcome}: ${JSON.stringify("phase" in check ? check.phase : check)}`;
}
