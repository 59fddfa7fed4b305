import fc from "fast-check";
import type { Decision, NodeDecision } from "../../engine/decision.ts";
import { parsePointer, valueAt } from "../../input/json-pointer.ts";
import type { JsonValue } from "../../input/json-value.ts";
import type { Profile } from "../../profile/profile.ts";
import type { Snapshot } from "../../snapshot/snapshot.ts";
import { collections, namings } from "../arbitraries/collections.ts";
import { changedWorlds, worlds } from "../arbitraries/worlds.ts";
import { type ClusterNames, defaultNames } from "../world/cluster-names.ts";
import { observeWorld } from "../world/observe/observe-world.ts";
import { profileOfWorld } from "../world/observe/profile-of-worlds.ts";
import { hideEvidence } from "./hide-evidence.ts";
import { disrupts, type Judge, type Seen } from "./judge.ts";
import type { Law } from "./law.ts";
import { sceneOf } from "./scene.ts";

/** Every reboot rests on what was seen, and falls with it. */
export function onlyEvidenceWarrants(judge: Judge, names: ClusterNames = defaultNames): Law<Seen> {
  return {
    name: "only evidence warrants a reboot",
    statement:
      "each restart and reboot cites evidence; with all of it hidden it is gone, or other evidence is cited instead, until nothing is left to cite",
    arbitrary: fc.record({
      world: fc.oneof(worlds(names), changedWorlds(names)),
      collected: collections(namings(names)),
    }),
    sceneOf,
    holds: ({ world, collected }, tally) => {
      const snapshot = observeWorld(world, collected);
      const profile = profileOfWorld(world, collected.named);
      const came = new Set<string>();
      for (const { name } of judge(snapshot, profile).nodes.filter(disrupts)) {
        came.add("a reboot");
        came.add(follow({ judge, profile, name }, snapshot));
      }
      for (const each of came) tally.count(each);
    },
    floors: { "a reboot": 0.05, "gone at once": 0.03 },
  };
}

interface Warranted {
  readonly judge: Judge;
  readonly profile: Profile;
  readonly name: string;
}

/** More rounds than there are pieces of evidence. */
const ROUNDS_MAX = 12;

/** Hides what is cited until the node is not disrupted any more. */
function follow({ judge, profile, name }: Warranted, snapshot: Snapshot): string {
  let hidden = snapshot;
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const decided = nodeOf(judge(hidden, profile), name);
    if (decided === undefined || !disrupts(decided))
      return round === 1 ? "gone at once" : "warranted by other evidence";
    checkEvidence(decided, hidden);
    hidden = hideEvidence(
      hidden,
      decided.evidence.map(({ pointer }) => pointer),
    );
  }
  throw new Error(`${name} is still disrupted after ${ROUNDS_MAX} rounds of hiding`);
}

/** There is some, and something is there wherever it points. */
function checkEvidence({ name, action, evidence }: NodeDecision, snapshot: Snapshot): void {
  if (evidence.length === 0) throw new Error(`${name} would ${action}: no evidence`);
  const seen: JsonValue = JSON.parse(JSON.stringify(snapshot));
  for (const { pointer } of evidence) {
    if (valueAt(seen, parsePointer(pointer) ?? [""]) !== undefined) continue;
    throw new Error(`${name} would ${action} and cites ${pointer}, where nothing is`);
  }
}

function nodeOf({ nodes }: Decision, name: string): NodeDecision | undefined {
  return nodes.find((node) => node.name === name);
}
