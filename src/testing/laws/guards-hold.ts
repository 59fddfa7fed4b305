import fc from "fast-check";
import { collections } from "../arbitraries/collections.ts";
import { harmlessEvent } from "../arbitraries/event-runs.ts";
import { changedWorlds, worlds } from "../arbitraries/worlds.ts";
import { carryOut } from "../world/carry-out.ts";
import { happen } from "../world/events/happen.ts";
import type { WorldEvent } from "../world/events/world-event.ts";
import type { Collected } from "../world/observe/collected.ts";
import type { World } from "../world/world.ts";
import type { WorldNode } from "../world/world-node.ts";
import { decide, type Judge, type Seen } from "./judge.ts";
import type { Law } from "./law.ts";

/** A plan is carried out while other things go on; each step is judged afresh, from what can be seen then. */
interface Disturbed {
  readonly world: World;
  readonly rounds: readonly {
    readonly between: readonly WorldEvent[];
    readonly collected: Collected;
  }[];
}

/** Whatever happens between the steps of a plan, none is taken that the truth forbids. */
export function guardsHold(judge: Judge): Law<Disturbed> {
  return {
    name: "guards hold whatever happens in between",
    statement:
      "no step takes down a control plane without two healthy others, nor a node whose reboot would step a held rollout",
    arbitrary: fc.record({
      world: fc.oneof(worlds, changedWorlds),
      rounds: fc.array(
        fc.record({
          between: fc.array(harmlessEvent, { maxLength: 2 }),
          collected: collections(),
        }),
        { minLength: 1, maxLength: 4 },
      ),
    }),
    holds: ({ world, rounds }, tally) => {
      let now = world;
      const came = new Set<string>();
      for (const { between, collected } of rounds) {
        now = takeStep(judge, { world: between.reduce(happen, now), collected }, came);
      }
      for (const name of came) tally.count(name);
    },
    floors: {
      "a step taken": 0.15,
      "a reboot": 0.03,
      "held by GateWouldStep": 0.002,
      "held by ControlPlanePeers": 0.002,
    },
  };
}

/** Takes the first step of the plan if no guard holds it. */
function takeStep(judge: Judge, seen: Seen, came: Set<string>): World {
  const { world, collected } = seen;
  const { plan } = decide(judge, seen);
  const [step] = plan.steps;
  if (step === undefined) return world;
  for (const { guard } of step.unmet) came.add(`held by ${guard}`);
  if (step.unmet.length > 0) return world;
  came.add("a step taken");
  if (step.obligations.includes("reboot")) {
    came.add("a reboot");
    const isEtcdJudged =
      collected.named.etcd && plan.notJudged?.some(({ guard }) => guard === "EtcdHealthy") !== true;
    checkReboot(world, step.node, isEtcdJudged);
  }
  return carryOut(world, step.node, step.obligations);
}

function checkReboot(world: World, name: string, isEtcdJudged: boolean): void {
  const node = world.nodes.find((each) => each.name === name);
  if (node === undefined) throw new Error(`${name} is not there`);
  const { gate } = world;
  if (gate?.isHeld === true && node.podRevision < gate.revision) {
    throw new Error(`a reboot of ${name} would step the held rollout`);
  }
  if (node.role !== "control-plane") return;
  const others = world.nodes.filter((each) => each.role === "control-plane" && each !== node);
  if (others.length < 2 || others.some((other) => !isUp(other, isEtcdJudged))) {
    throw new Error(`a reboot of ${name} would leave too few healthy control planes`);
  }
}

/** Etcd's own state counts only where the plan does not say that it was left aside. */
function isUp({ isReady, etcd }: WorldNode, isEtcdJudged: boolean): boolean {
  return isReady && (!isEtcdJudged || etcd === "healthy");
}
