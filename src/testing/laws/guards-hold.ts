import fc from "fast-check";
import { collections, namings } from "../arbitraries/collections.ts";
import { harmlessEvent, troublingEvent } from "../arbitraries/event-runs.ts";
import { changedWorlds, worlds } from "../arbitraries/worlds.ts";
import { carryOut } from "../world/carry-out.ts";
import { type ClusterNames, defaultNames } from "../world/cluster-names.ts";
import { happen } from "../world/events/happen.ts";
import type { WorldEvent } from "../world/events/world-event.ts";
import type { Collected, Named } from "../world/observe/collected.ts";
import type { World } from "../world/world.ts";
import { declaredNow, isAccepted } from "../world/world-credential.ts";
import type { WorldNode } from "../world/world-node.ts";
import { decide, type Judge, type Seen } from "./judge.ts";
import type { Law } from "./law.ts";
import { sceneOfRounds } from "./scene.ts";

/** A plan is carried out while other things go on; each step is judged afresh, from what can be seen then. */
interface Disturbed {
  readonly world: World;
  readonly rounds: readonly {
    readonly between: readonly WorldEvent[];
    readonly collected: Collected;
  }[];
}

/** Whatever happens between the steps of a plan, none is taken that the truth forbids. */
export function guardsHold(judge: Judge, names: ClusterNames = defaultNames): Law<Disturbed> {
  return {
    name: "guards hold whatever happens in between",
    statement:
      "no reboot takes down a control plane without two healthy others, or a node that is down already, that the autoscaler may take away, whose pods could go nowhere, or whose reboot would step a held rollout",
    arbitrary: fc.record({
      world: fc.oneof(worlds(names), changedWorlds(names)),
      rounds: fc.array(
        fc.record({
          between: fc.array(fc.oneof(harmlessEvent, troublingEvent), { maxLength: 2 }),
          collected: collections(namings(names)),
        }),
        { minLength: 1, maxLength: 4 },
      ),
    }),
    sceneOf: ({ world, rounds }) =>
      sceneOfRounds(
        world,
        rounds.map(({ between, collected }) => ({ events: between, collected })),
      ),
    holds: ({ world, rounds }, tally) => {
      let now = world;
      const came = new Set<string>();
      for (const { between, collected } of rounds) {
        now = takeStep(judge, { world: between.reduce(happen, now), collected }, came);
      }
      for (const name of came) tally.count(name);
    },
    floors: {
      "a step taken": 0.1,
      "a reboot": 0.01,
      "held by ControlPlanePeers": 0.002,
      "held by EtcdHealthy": 0.001,
      "held by EvictionDestinations": 0.01,
      "held by GateWouldStep": 0.002,
      "held by NodeReady": 0.001,
      "held by ScaleDown": 0.003,
    },
  };
}

/** Takes the first step of the plan if no guard holds it. */
function takeStep(judge: Judge, seen: Seen, came: Set<string>): World {
  const { world, collected } = seen;
  const { steps } = decide(judge, seen).plan;
  for (const { guard } of steps.flatMap(({ unmet }) => unmet)) came.add(`held by ${guard}`);
  const [step] = steps;
  if (step === undefined || step.unmet.length > 0) return world;
  came.add("a step taken");
  if (step.obligations.includes("reboot")) {
    came.add("a reboot");
    for (const forbidden of whatForbids(world, step.node, collected.named)) {
      throw new Error(`${step.node} would be rebooted: ${forbidden}`);
    }
  }
  return carryOut(world, step.node, step.obligations);
}

/** Why the truth forbids the reboot of a node. Etcd and the autoscaler count only where the profile says how they are told. */
function* whatForbids(world: World, name: string, named: Named): Generator<string> {
  const node = world.nodes.find((each) => each.name === name);
  if (node === undefined) return yield "it is not there";
  const { gate } = world;
  const others = world.nodes.filter((each) => each !== node);
  if (gate?.isHeld === true && node.podRevision < gate.revision)
    yield "that would step the held rollout";
  if (!node.isReady) yield "it is not Ready";
  if (isAutoscalerTold(world) && node.isAutoscaled && !node.isKept)
    yield "the autoscaler may take it away";
  if (!others.some((each) => takesPods(world, each))) yield "nothing could run what is evicted";
  if (node.role === "worker") return;
  const peers = others.filter(({ role }) => role === "control-plane");
  if (peers.length < 2 || !peers.every(({ isReady }) => isReady)) yield "too few control planes";
  if (named.etcd && peers.some(({ etcd }) => etcd !== "healthy")) yield "etcd is not healthy";
}

function isAutoscalerTold({ names: { profile } }: World): boolean {
  return profile === undefined || profile.spec.nodes?.autoscaled !== undefined;
}

/** Open to Pods, and able to pull what they run: with what is declared, or what the registry still accepts. */
function takesPods(world: World, node: WorldNode): boolean {
  const { isReady, isCordoned, isLeaving, taints, loaded } = node;
  if (!isReady || isCordoned || isLeaving || taints.length > 0) return false;
  return world.credentials.every(
    (credential) =>
      loaded[credential.name] === declaredNow(credential).login ||
      isAccepted(credential, loaded[credential.name]),
  );
}
