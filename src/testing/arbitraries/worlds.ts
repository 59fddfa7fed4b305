import fc from "fast-check";
import { type ClusterNames, defaultNames } from "../world/cluster-names.ts";
import { happen } from "../world/events/happen.ts";
import type { World } from "../world/world.ts";
import { anyRun, type EventRun, harmlessRun, lastRun, roll, rollOut } from "./event-runs.ts";
import { freshWorlds } from "./fresh-worlds.ts";

/** Worlds after some events, whatever they were. */
export function worlds(names: ClusterNames = defaultNames): fc.Arbitrary<World> {
  return fc
    .tuple(freshWorlds(names), fc.array(anyRun, { maxLength: 7 }), lastRun)
    .map(([world, runs, last]) => live(world, [...runs, last]));
}

/**
 * Worlds in which every node has loaded and configured what is declared: after any past, the fleet was
 * rolled onto the declared logins, and then only harmless things happened.
 */
export function settledWorlds(names: ClusterNames = defaultNames): fc.Arbitrary<World> {
  return fc
    .tuple(
      freshWorlds(names),
      fc.array(anyRun, { maxLength: 5 }),
      fc.array(harmlessRun, { maxLength: 5 }),
      lastRun,
    )
    .map(([world, past, runs, last]) => {
      const before = live(world, past);
      return live(before, [rollOut(before), ...runs, last]);
    });
}

/** Worlds in which another login was declared last, and reached some nodes: where reboots come up most. */
export function changedWorlds(names: ClusterNames = defaultNames): fc.Arbitrary<World> {
  return fc
    .tuple(
      freshWorlds(names),
      fc.array(anyRun, { maxLength: 4 }),
      roll,
      fc.array(harmlessRun, { maxLength: 1 }),
    )
    .map(([world, past, last, runs]) => live(world, [...past, last, ...runs]));
}

function live(world: World, runs: readonly EventRun[]): World {
  return runs.flat().reduce(happen, world);
}
