import fc from "fast-check";
import { collections, namings } from "../arbitraries/collections.ts";
import { settledWorlds } from "../arbitraries/worlds.ts";
import { type ClusterNames, defaultNames } from "../world/cluster-names.ts";
import { declaredLogins } from "../world/declared-logins.ts";
import type { World } from "../world/world.ts";
import type { WorldNode } from "../world/world-node.ts";
import { countActions, decide, disrupts, type Judge, type Seen } from "./judge.ts";
import type { Law } from "./law.ts";
import { sceneOf } from "./scene.ts";

/** The law above all others, judged against the truth of the world. */
export function unchangedRebootsNothing(
  judge: Judge,
  names: ClusterNames = defaultNames,
): Law<Seen> {
  return {
    name: "unchanged credential, zero reboots",
    statement:
      "where every node has loaded and configured the declared logins, nothing that is lost, rewritten or not collected makes a node restart or reboot",
    arbitrary: fc.record({ world: settledWorlds(names), collected: collections(namings(names)) }),
    sceneOf,
    holds: ({ world, collected }, tally) => {
      if (!world.nodes.every((node) => isSettled(world, node))) return;
      tally.count("premise");
      const decision = decide(judge, { world, collected });
      countActions(decision, tally.count);
      for (const decided of decision.nodes) {
        const node = world.nodes.find(({ name }) => name === decided.name);
        // A change of something else may cost what it costs.
        if (!disrupts(decided) || node === undefined || !isAsRendered(world, node)) continue;
        throw new Error(`${decided.name} would ${decided.action} though its login is unchanged`);
      }
    },
    floors: {
      premise: 0.99,
      "some node: none": 0.05,
      "some node: reassert": 0.05,
      "some node: verify": 0.05,
      "some node: blocked": 0.1,
    },
  };
}

/** Loaded, configured and configured for the next boot: all as declared. */
function isSettled(world: World, { loaded, active, persistent }: WorldNode): boolean {
  return Object.entries(declaredLogins(world)).every(([name, login]) =>
    [loaded, active.logins, persistent.logins].every((logins) => logins[name] === login),
  );
}

function isAsRendered({ settings }: World, { active }: WorldNode): boolean {
  return (
    active.settings.environment === settings.environment &&
    active.settings.unheardOf === settings.unheardOf
  );
}
