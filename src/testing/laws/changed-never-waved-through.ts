import fc from "fast-check";
import type { NodeDecision } from "../../engine/decision.ts";
import { collections } from "../arbitraries/collections.ts";
import { worlds } from "../arbitraries/worlds.ts";
import { type ClusterNames, defaultNames } from "../world/cluster-names.ts";
import { hasLoadedDeclared } from "../world/declared-logins.ts";
import type { World } from "../world/world.ts";
import { isAccepted } from "../world/world-credential.ts";
import type { WorldNode } from "../world/world-node.ts";
import { accountable, unaccountable } from "./accountable.ts";
import { decide, disrupts, type Judge, type Seen } from "./judge.ts";
import type { Law } from "./law.ts";
import { sceneOf } from "./scene.ts";

/** The converse of the first law. */
export function changedNeverWavedThrough(
  judge: Judge,
  names: ClusterNames = defaultNames,
): Law<Seen> {
  return {
    name: "a changed credential is never waved through",
    statement:
      "a node that has not loaded the declared logins, and is not leaving, is never left alone or only patched, and never gets a proof without a restart of its runtime or a pull that only the declared login could answer",
    arbitrary: fc.record({ world: worlds(names), collected: collections(accountable(names)) }),
    sceneOf,
    notAsked: unaccountable(names),
    holds: ({ world, collected }, tally) => {
      const changed = new Set<string>();
      const decision = decide(judge, { world, collected });
      for (const decided of decision.nodes) {
        const node = world.nodes.find(({ name }) => name === decided.name);
        if (node === undefined || hasLoadedDeclared(world, node) || isGoing(node)) continue;
        changed.add("changed node").add(`changed node: ${decided.action}`);
        if (isWavedThrough(decided, couldAnswer(world, node))) {
          throw new Error(
            `${node.name} runs with ${JSON.stringify(node.loaded)}, which is not declared, and it would only ${decided.action}`,
          );
        }
      }
      for (const name of changed) tally.count(name);
    },
    floors: {
      "changed node": 0.15,
      "changed node: reboot": 0.03,
      "changed node: restart": 0.005,
      "changed node: blocked": 0.05,
    },
  };
}

function isGoing({ isLeaving, taints }: WorldNode): boolean {
  return isLeaving || taints.includes("ToBeDeletedByClusterAutoscaler");
}

/** Every pull of this node would be answered, one with a login that is not declared among them. */
function couldAnswer({ credentials }: World, { loaded }: WorldNode): boolean {
  return credentials.every((credential) => isAccepted(credential, loaded[credential.name]));
}

/**
 * Nothing that loads the declared login, and either no look at it, or a proof to be written after a look that
 * another login could answer: such a pull proves nothing.
 */
function isWavedThrough(decided: NodeDecision, couldAnswerPulls: boolean): boolean {
  const { action, obligations } = decided;
  if (action === "blocked" || action === "wait" || disrupts(decided)) return false;
  if (!obligations.includes("verify")) return true;
  return obligations.includes("reassert") && couldAnswerPulls;
}
