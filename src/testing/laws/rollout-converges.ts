import fc from "fast-check";
import type { RolloutStep } from "../../engine/rollout/rollout-plan.ts";
import type { StepWarrant } from "../../warrant/step-warrant.ts";
import { fleetWorlds } from "../arbitraries/fleet-worlds.ts";
import { FLEET_NODES_MAX, type FleetEvent, fleetHappens } from "../world/events/fleet-events.ts";
import { type FleetWorld, isVerified, runsWanted } from "../world/fleet-world.ts";
import type { Law, Tally } from "./law.ts";
import { checkFleetStep, type FleetPlan, planFleet, type RolloutJudge } from "./rollout-judge.ts";

interface Rollout {
  readonly world: FleetWorld;
  /** Which node is rebooted after a step of the first few, which makes its pod anew; undefined: none. */
  readonly reboots: readonly (number | undefined)[];
}

/** Whoever does what the plan says first, and what each check of its warrant says, comes to an end. */
export function rolloutConverges(judge: RolloutJudge): Law<Rollout> {
  return {
    name: "a rollout converges",
    statement:
      "carrying out the first step of a rollout's plan, as its warrant allows, lowers what is behind, whatever a reboot adopts in between; the end is a fleet whose every node runs the wanted template and was verified, or a guard that is named",
    arbitrary: fc.record({
      world: fleetWorlds,
      reboots: fc.array(
        fc.option(fc.nat({ max: FLEET_NODES_MAX - 1 }), { freq: 1, nil: undefined }),
        {
          maxLength: 3,
        },
      ),
    }),
    holds: ({ world: start, reboots }, tally) => {
      let world = start;
      for (let rounds = 0; ; rounds += 1) {
        const made = planFleet(judge, world);
        const [step] = made.fleet.steps;
        if (step === undefined || step.unmet.length > 0) {
          checkEnd(world, made, step);
          tally.count(`${rounds === 0 ? "at once" : "done"}: ${endOf(made, step)}`);
          return;
        }
        const next = take(step, made, { judge, world, tally, isFirst: rounds === 0 });
        if (behind(next) >= behind(world))
          throw new Error(
            `${step.node} was taken, and what is behind went ${behind(world)} → ${behind(next)}`,
          );
        world = rebooted(next, reboots[rounds]);
      }
    },
    floors: {
      "done: complete": 0.3,
      "done: a guard": 0.001,
      "at once: complete": 0.03,
      "at once: a guard": 0.02,
      "at once: rolls": 0.03,
      "at once: waits": 0.002,
      "a step taken": 0.3,
      "a pod checked": 0.2,
    },
  };
}

/** What a reboot adopts counts as behind until somebody has looked at it. */
function rebooted(world: FleetWorld, node: number | undefined): FleetWorld {
  return node === undefined ? world : fleetHappens(world, { type: "reboot", node });
}

interface Taking {
  readonly judge: RolloutJudge;
  readonly world: FleetWorld;
  readonly tally: Tally;
  /** Its warrant is asked before each phase, which costs more than all the rest. */
  readonly isFirst: boolean;
}

function take(step: RolloutStep, { warrants }: FleetPlan, taking: Taking): FleetWorld {
  const { world, tally } = taking;
  const node = world.nodes.findIndex(({ name }) => name === step.node);
  if (step.action === "verify") {
    tally.count("a pod checked");
    const up = fleetHappens(world, { type: "pod", node, is: "ready" });
    return fleetHappens(up, { type: "check", node, result: "verified" });
  }
  tally.count("a step taken");
  const warrant = warrants.find((each) => each.node.name === step.node);
  if (warrant === undefined) throw new Error(`${step.node} may be stepped and has no warrant`);
  return taking.isFirst
    ? carryOut(warrant, node, taking)
    : phasesOf(node)
        .flatMap(([, events]) => events)
        .reduce(fleetHappens, world);
}

/** Each phase that the warrant asks for, once; the pod that comes is not ready at first. */
function carryOut(warrant: StepWarrant, node: number, { judge, world }: Taking): FleetWorld {
  let now = world;
  for (const [phase, events] of phasesOf(node)) {
    const check = checkFleetStep(judge, warrant, now);
    if (check.outcome !== "stands" || check.phase !== phase)
      throw new Error(`${warrant.node.name}: ${JSON.stringify(check)} instead of ${phase}`);
    now = events.reduce(fleetHappens, now);
  }
  const { outcome } = checkFleetStep(judge, warrant, now);
  if (outcome !== "done") throw new Error(`${warrant.node.name} is through, and ${outcome}`);
  return now;
}

function phasesOf(node: number): readonly (readonly [string, readonly FleetEvent[]])[] {
  return [
    [
      "replace",
      [
        { type: "step", node, record: "lost" },
        { type: "pod", node, is: "notReady" },
      ],
    ],
    ["ready", [{ type: "pod", node, is: "ready" }]],
    ["record", [{ type: "check", node, result: "verified" }]],
  ];
}

/** What is left: a node to step counts more than one to check. */
function behind(world: FleetWorld): number {
  return world.nodes.reduce((sum, node) => {
    if (node.isLeaving || (runsWanted(world, node) && isVerified(world, node))) return sum;
    return sum + (runsWanted(world, node) ? 1 : 2);
  }, 0);
}

function checkEnd(
  world: FleetWorld,
  { fleet: { standing, firstGuard } }: FleetPlan,
  step: RolloutStep | undefined,
): void {
  if (standing === "complete" && behind(world) > 0)
    throw new Error(`complete, and ${behind(world)} are behind`);
  if (standing === "rolls" && world.strategy === "OnDelete")
    throw new Error("nothing rolls it, and it is said to roll");
  if (step !== undefined && firstGuard === undefined)
    throw new Error(`${step.node} is held, and no guard is named`);
}

function endOf({ fleet: { standing } }: FleetPlan, step: RolloutStep | undefined): string {
  return step === undefined ? standing : "a guard";
}
