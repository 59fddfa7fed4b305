import { applyAnnotations } from "../apply-annotations.ts";
import type { World } from "../world.ts";
import { clusterEvent } from "./cluster-events.ts";
import { credentialEvent } from "./credential-events.ts";
import { markerEvent } from "./marker-events.ts";
import { nodeEvent } from "./node-events.ts";
import { ownershipEvent } from "./ownership-events.ts";
import { pullEvent } from "./pull-events.ts";
import { tellEvent } from "./tell-event.ts";
import type { WorldEvent } from "./world-event.ts";

/** Long enough for a boot, and for Talos to write what it was told onto the Node. */
const SECONDS_PER_EVENT = 420;

/**
 * Lets one event happen, a few minutes after the last one: meanwhile Talos has brought every Node's
 * annotations in line with its config. A snapshot right after an event shows what it has not got to yet.
 */
export function happen(world: World, event: WorldEvent): World {
  const past = [...world.past, tellEvent(world, event)];
  return { ...eventOf(pass(world), event), past };
}

/** Time passes, and nothing else happens. */
export function pass(world: World): World {
  return {
    ...world,
    nowSeconds: world.nowSeconds + SECONDS_PER_EVENT,
    nodes: world.nodes.map(applyAnnotations),
  };
}

function eventOf(world: World, happening: WorldEvent): World {
  switch (happening.family) {
    case "credential":
      return credentialEvent(world, happening.event);
    case "cluster":
      return clusterEvent(world, happening.event);
    case "node":
      return nodeEvent(world, happening.event);
    case "marker":
      return markerEvent(world, happening.event);
    case "ownership":
      return ownershipEvent(world, happening.event);
    case "pull":
      return pullEvent(world, happening.event);
  }
}
