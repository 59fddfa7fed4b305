import type { Phase } from "../../engine/plan/phases.ts";
import type { Warrant } from "../../warrant/warrant.ts";
import { pullUncached } from "../world/events/transaction.ts";
import type { WorldEvent } from "../world/events/world-event.ts";
import { hasCurrentProof } from "../world/has-current-proof.ts";
import type { World } from "../world/world.ts";
import type { WorldNode } from "../world/world-node.ts";

/** Who carries out warrants in laws. */
export const LAW_HOLDER = "law/1";

/** What whoever holds a warrant does to its node in one phase. The last one gives the node back once it is proved. */
export function eventsOfPhase(
  phase: Phase,
  world: World,
  { name }: WorldNode,
  warrant: Warrant,
): readonly WorldEvent[] {
  const node = world.nodes.findIndex((each) => each.name === name);
  const credentials = world.credentials.map((_, at) => at);
  switch (phase) {
    case "claim":
      return claim(node, warrant);
    case "patch":
      return [{ family: "node", event: { type: "patch", node, mode: "noReboot" } }];
    case "drain":
      return [{ family: "cluster", event: { type: "wait" } }];
    case "reboot":
      return [
        { family: "node", event: { type: "reboot", node } },
        { family: "node", event: { type: "notReady", node } },
      ];
    case "restart":
      return [{ family: "node", event: { type: "restartRuntime", node } }];
    case "ready":
      return [{ family: "node", event: { type: "ready", node } }];
    case "verify":
      return credentials.map((credential) => pullUncached(node, credential));
    case "reassert":
      return isProved(world, node)
        ? giveBack(node, warrant)
        : [
            ...credentials.map(
              (credential): WorldEvent => ({
                family: "marker",
                event: { type: "reassert", node, credential },
              }),
            ),
            { family: "cluster", event: { type: "wait" } },
          ];
  }
}

function claim(node: number, { action }: Warrant): readonly WorldEvent[] {
  const hold = { owner: LAW_HOLDER, phase: "claimed", recovery: undefined } as const;
  const held: WorldEvent = { family: "ownership", event: { type: "hold", node, hold } };
  return action.obligations.includes("reboot")
    ? [held, { family: "node", event: { type: "cordon", node } }]
    : [held];
}

function giveBack(place: number, { node }: Warrant): readonly WorldEvent[] {
  const released: WorldEvent = { family: "ownership", event: { type: "release", node: place } };
  return node.cordoned
    ? [released]
    : [released, { family: "node", event: { type: "uncordon", node: place } }];
}

function isProved({ nodes, credentials }: World, place: number): boolean {
  const node = nodes[place];
  if (node === undefined) return false;
  return credentials.every(
    (each) => hasCurrentProof(node, each) && node.shown[each.name]?.image === each.image,
  );
}
