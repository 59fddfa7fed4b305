import fc from "fast-check";
import type { Action, Decision } from "../../engine/decision.ts";
import { collections, namings } from "../arbitraries/collections.ts";
import { worlds } from "../arbitraries/worlds.ts";
import { type ClusterNames, defaultNames } from "../world/cluster-names.ts";
import { collectedWhole } from "../world/observe/collected.ts";
import { decide, type Judge, type Seen } from "./judge.ts";
import type { Law, Tally } from "./law.ts";
import { sceneOf } from "./scene.ts";

/** Leaving gaps never calms a node or a verdict down, and never makes a node reboot. */
export function hidingWarrantsNothing(judge: Judge, names: ClusterNames = defaultNames): Law<Seen> {
  return {
    name: "hiding warrants nothing",
    statement:
      "with parts of a snapshot replaced by gaps, no node moves to none, reassert, restart or reboot that was not there before, and no verdict to allow",
    arbitrary: fc.record({ world: worlds(names), collected: collections(namings(names)) }),
    sceneOf,
    holds: ({ world, collected }, tally) => {
      const whole = collectedWhole(collected.named, world.nodes);
      const full = decide(judge, { world, collected: whole });
      const partial = decide(judge, { world, collected });
      compareNodes(full, partial, tally);
      compareVerdicts(full, partial, tally);
    },
    floors: { "moved to blocked": 0.1, "verdict moved to indeterminate": 0.05 },
  };
}

const never: ReadonlySet<Action> = new Set(["none", "reassert", "restart", "reboot"]);

function compareNodes(full: Decision, partial: Decision, tally: Tally): void {
  const before = new Map(full.nodes.map((node) => [node.name, node.action]));
  const moved = new Set<string>();
  for (const { name, action } of partial.nodes) {
    const was = before.get(name);
    if (action === was) continue;
    moved.add(`moved to ${action}`);
    if (never.has(action)) throw new Error(`${name} moved from ${was} to ${action} by hiding`);
  }
  for (const name of moved) tally.count(name);
}

function compareVerdicts(full: Decision, partial: Decision, tally: Tally): void {
  const moved = new Set<string>();
  for (const [intent, verdict] of Object.entries(partial.verdicts)) {
    const was = Object.entries(full.verdicts).find(([name]) => name === intent)?.[1];
    if (was === verdict || was === undefined) continue;
    moved.add(`verdict moved to ${verdict}`);
    if (verdict === "allow") throw new Error(`${intent} moved from ${was} to allow by hiding`);
  }
  for (const name of moved) tally.count(name);
}
