import fc from "fast-check";
import { collections, namings } from "../arbitraries/collections.ts";
import { anyRun } from "../arbitraries/event-runs.ts";
import { worlds } from "../arbitraries/worlds.ts";
import { carryOut } from "../world/carry-out.ts";
import { type ClusterNames, defaultNames } from "../world/cluster-names.ts";
import { happen } from "../world/events/happen.ts";
import type { WorldEvent } from "../world/events/world-event.ts";
import { hasCurrentProof } from "../world/has-current-proof.ts";
import type { Collected, Named } from "../world/observe/collected.ts";
import type { World } from "../world/world.ts";
import { declaredNow } from "../world/world-credential.ts";
import { accountable, unaccountable } from "./accountable.ts";
import { decide, disrupts, type Judge } from "./judge.ts";
import type { Law } from "./law.ts";
import { sceneOfRounds } from "./scene.ts";

/** Things happen, and in between somebody decides from what is seen, and does it to every node. */
interface Acting {
  readonly world: World;
  readonly named: Named;
  readonly rounds: readonly {
    readonly events: readonly WorldEvent[];
    readonly collected: Collected;
  }[];
}

/** The other half of the converse, over time: whoever only ever does what was decided writes no false proof. */
export function currentProofMeansLoaded(
  judge: Judge,
  names: ClusterNames = defaultNames,
): Law<Acting> {
  return {
    name: "a current proof means that the credential is loaded",
    statement:
      "on every run of events in which decisions are carried out, a proof of the declared revision in the present run of the runtime implies that the declared login is loaded",
    arbitrary: fc.record({
      world: worlds(names),
      named: accountable(names),
      rounds: fc.array(fc.record({ events: anyRun, collected: collections(namings(names)) }), {
        minLength: 1,
        maxLength: 3,
      }),
    }),
    sceneOf: ({ world, named, rounds }) =>
      sceneOfRounds(
        world,
        rounds.map(({ events, collected }) => ({ events, collected: { ...collected, named } })),
      ),
    notAsked: unaccountable(names),
    holds: ({ world, named, rounds }, tally) => {
      let now = world;
      const seen = new Set<string>();
      for (const { events, collected } of rounds) {
        now = events.reduce(happen, now);
        now = act(judge, { world: now, collected: { ...collected, named } }, seen);
        checkProofs(now, seen);
      }
      for (const name of seen) tally.count(name);
    },
    floors: { "acted: reassert": 0.05, "acted: reboot": 0.05, "a current proof": 0.3 },
  };
}

function act(
  judge: Judge,
  seen: { readonly world: World; readonly collected: Collected },
  came: Set<string>,
): World {
  let { world } = seen;
  for (const { name, obligations } of decide(judge, seen).nodes) {
    if (obligations.includes("reassert")) came.add("acted: reassert");
    if (disrupts({ obligations })) came.add("acted: reboot");
    world = carryOut(world, name, obligations);
  }
  return world;
}

function checkProofs(world: World, came: Set<string>): void {
  for (const node of world.nodes) {
    for (const credential of world.credentials) {
      if (!hasCurrentProof(node, credential)) continue;
      came.add("a current proof");
      const loaded = node.loaded[credential.name];
      if (loaded === declaredNow(credential).login) continue;
      throw new Error(
        `${node.name} has a current proof for ${credential.name}, and runs ${loaded}`,
      );
    }
  }
}
