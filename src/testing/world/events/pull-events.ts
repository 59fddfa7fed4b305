import type { World } from "../world.ts";
import {
  declaredNow,
  isAccepted,
  type WorldCredential,
  type WorldProbe,
} from "../world-credential.ts";
import type { WorldNode } from "../world-node.ts";
import { atPlace } from "./at-place.ts";

/** A pull is tried, and what came of it is written down. */
export interface PullEvent {
  readonly type: "pull";
  readonly node: number;
  readonly credential: number;
  readonly through: WorldProbe["through"];
  readonly isUncached: boolean;
  /** The network is at fault: no login was refused, and none was accepted. */
  readonly isBroken: boolean;
}

export function pullEvent(world: World, event: PullEvent): World {
  const node = world.nodes[event.node % Math.max(1, world.nodes.length)];
  if (node === undefined) return world;
  const credentials = atPlace(world.credentials, event.credential, (credential) => ({
    ...credential,
    probes: [...credential.probes, probe(world, { node, credential }, event)],
  }));
  return { ...world, credentials };
}

interface Tried {
  readonly node: WorldNode;
  readonly credential: WorldCredential;
}

function probe(world: World, tried: Tried, event: PullEvent): WorldProbe {
  const { node, credential } = tried;
  const { through, isUncached, isBroken } = event;
  const isOutside = through === "registry";
  return {
    node: isOutside ? undefined : node.name,
    through,
    isUncached,
    result: resultOf(tried, { through, isUncached, isBroken }),
    revision: declaredNow(credential).revision,
    bootId: isOutside ? undefined : node.bootId,
    atSeconds: world.nowSeconds - 5,
  };
}

/**
 * What the registry is asked with: the kubelet's pull takes what the runtime loaded, Talos' own what is
 * configured, a direct one what is declared. An image that is there already is not asked for.
 */
function resultOf(
  { node, credential }: Tried,
  { through, isUncached, isBroken }: Pick<PullEvent, "through" | "isUncached" | "isBroken">,
): WorldProbe["result"] {
  if (isBroken) return "failed";
  if (through === "kubelet" && !isUncached) return "pulled";
  const { name } = credential;
  const login = {
    kubelet: node.loaded[name],
    talos: node.active.logins[name],
    registry: declaredNow(credential).login,
  }[through];
  return isAccepted(credential, login) ? "pulled" : "denied";
}
