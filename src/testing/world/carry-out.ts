import type { Obligation } from "../../engine/policy.ts";
import { happen } from "./events/happen.ts";
import { pullUncached } from "./events/transaction.ts";
import type { WorldEvent } from "./events/world-event.ts";
import type { World } from "./world.ts";

/**
 * Does to one node what a decision asks for, in the order that was given, as a transaction does: a proof that is to
 * be verified is written only if every pull was answered.
 */
export function carryOut(world: World, name: string, obligations: readonly Obligation[]): World {
  const place = world.nodes.findIndex((node) => node.name === name);
  let done = world;
  for (const obligation of obligations) {
    if (obligation === "reassert" && obligations.includes("verify") && !wasAnswered(done)) break;
    done = eventsOf(done, place, obligation).reduce(happen, done);
  }
  // Talos brings what was written last onto the Node.
  return happen(done, { family: "cluster", event: { type: "wait" } });
}

function eventsOf(
  { credentials }: World,
  node: number,
  obligation: Obligation,
): readonly WorldEvent[] {
  const places = credentials.map((_, credential) => credential);
  switch (obligation) {
    case "patch":
      return [{ family: "node", event: { type: "configure", node } }];
    case "reboot":
      return [{ family: "node", event: { type: "reboot", node } }];
    case "restart":
      // The runtime's own, which the patch before it set off; another one loads the same.
      return [{ family: "node", event: { type: "restartRuntime", node } }];
    case "verify":
      return places.map((credential) => pullUncached(node, credential));
    case "reassert":
      return places.map((credential) => ({
        family: "marker",
        event: { type: "reassert", node, credential },
      }));
  }
}

/** The last pull of every credential; a transaction verifies right before it asks. */
function wasAnswered({ credentials }: World): boolean {
  return credentials.every(({ probes }) => probes.at(-1)?.result === "pulled");
}
