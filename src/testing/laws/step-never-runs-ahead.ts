import fc from "fast-check";
import type { StepWarrant } from "../../warrant/step-warrant.ts";
import { fleetCollections, fleetEvents, fleetWorlds } from "../arbitraries/fleet-worlds.ts";
import { FLEET_NODES_MAX, type FleetEvent, fleetHappens } from "../world/events/fleet-events.ts";
import {
  type FleetWorld,
  type FleetWorldNode,
  failedNodes,
  isDown,
  isVerified,
  runsWanted,
  wantedTemplate,
} from "../world/fleet-world.ts";
import { type CollectedFleet, hashOfTemplate } from "../world/observe/observe-fleet-world.ts";
import type { Law, Tally } from "./law.ts";
import { checkFleetStep, planFleet, type RolloutJudge } from "./rollout-judge.ts";

interface Stepped {
  readonly world: FleetWorld;
  /** Which warrant is carried beside that of the first step. */
  readonly other: number;
  /** What is seen at each look; what others do before it, mostly nothing. */
  readonly looks: readonly {
    readonly collected: CollectedFleet;
    readonly meanwhile: FleetEvent | undefined;
  }[];
}

const LOOKS = 6;

/** Two warrants of a plan in hand, each asked at each look, and every answer acted upon. */
export function stepNeverRunsAhead(judge: RolloutJudge): Law<Stepped> {
  return {
    name: "a step never runs ahead",
    statement:
      "whoever asks warrants of a rollout again and again, while others do what they like, replaces each bound pod at most once, only while the bound template is wanted, the checks of no node failed, every pod that runs it was verified, and no other node is down",
    arbitrary: fc.record({
      world: fleetWorlds,
      other: fc.nat({ max: FLEET_NODES_MAX - 1 }),
      looks: fc.array(
        fc.record({
          collected: fleetCollections,
          meanwhile: fc.option(fleetEvents, { freq: 2, nil: undefined }),
        }),
        { minLength: LOOKS, maxLength: LOOKS },
      ),
    }),
    holds: ({ world, other, looks }, tally) => {
      const all = planFleet(judge, world).warrants;
      const warrants = all.filter((_, at) => at === 0 || at === other);
      if (warrants.length === 0) return;
      tally.count("a warrant");
      let now = world;
      const replaced = new Set<string>();
      for (const { collected, meanwhile } of looks) {
        if (meanwhile !== undefined) now = fleetHappens(now, meanwhile);
        now = lookOnce(warrants, { judge, world: now, collected, replaced, tally });
      }
      if (replaced.size > 1) tally.count("two nodes in turn");
    },
    floors: {
      "a warrant": 0.3,
      "stands: replace": 0.1,
      "stands: ready": 0.02,
      "stands: record": 0.05,
      paused: 0.2,
      void: 0.1,
      unconfirmed: 0.2,
      done: 0.05,
      "two nodes in turn": 0.002,
    },
  };
}

interface Look {
  readonly judge: RolloutJudge;
  readonly world: FleetWorld;
  readonly collected: CollectedFleet;
  /** UIDs of pods that were replaced by a warrant. */
  readonly replaced: Set<string>;
  readonly tally: Tally;
}

/** Every warrant is asked about one and the same snapshot: two of them may not stand to replace. */
function lookOnce(warrants: readonly StepWarrant[], look: Look): FleetWorld {
  const { judge, world, collected, tally } = look;
  const said = new Set<string>();
  let [now, replacing] = [world, 0];
  for (const warrant of warrants) {
    const check = checkFleetStep(judge, warrant, world, collected);
    said.add(check.outcome === "stands" ? `stands: ${check.phase}` : check.outcome);
    const node = world.nodes.findIndex(({ name }) => name === warrant.node.name);
    if (check.outcome !== "stands" || node < 0) continue;
    if (check.phase === "replace") {
      replacing += 1;
      if (replacing > 1) throw new Error("two nodes would be stepped at once");
      checkTruth(warrant, look);
      now = fleetHappens(now, { type: "step", node, record: "lost" });
      now = fleetHappens(now, { type: "pod", node, is: "notReady" });
    } else if (check.phase === "ready") now = fleetHappens(now, { type: "pod", node, is: "ready" });
    else now = fleetHappens(now, { type: "check", node, result: "verified" });
  }
  for (const each of said) tally.count(each);
  return now;
}

function checkTruth(warrant: StepWarrant, { world, replaced }: Look): void {
  const { name } = warrant.node;
  const node = world.nodes.find((each) => each.name === name);
  if (node?.pod?.uid !== warrant.pod.uid)
    throw new Error(`${name} would lose another pod than the bound one`);
  if (replaced.has(warrant.pod.uid))
    throw new Error(`${name}: its pod would be replaced a second time`);
  replaced.add(warrant.pod.uid);
  if (hashOfTemplate(wantedTemplate(world)) !== warrant.revision)
    throw new Error(`${name} would be stepped to what the warrant does not name`);
  const [failed] = failedNodes(world);
  if (failed !== undefined)
    throw new Error(`${name} would be stepped, and the checks failed on ${failed}`);
  for (const other of world.nodes) if (other !== node) checkOther(name, other, world);
}

function checkOther(name: string, other: FleetWorldNode, world: FleetWorld): void {
  if (isDown(other)) throw new Error(`${name} would be stepped, and ${other.name} is down`);
  const isProven = !runsWanted(world, other) || isVerified(world, other);
  if (!isProven && !other.isLeaving)
    throw new Error(`${name} would be stepped, and ${other.name} was not verified`);
}
