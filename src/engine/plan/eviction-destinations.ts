import type { UnmetGuard } from "../decision.ts";
import { nodeEvictablePods } from "../facts/node/node-evictable-pods.ts";
import { nodeTakesPods } from "../facts/node/node-takes-pods.ts";
import { listNodes } from "../facts/node/nodes-shared.ts";
import { runtimePulls } from "../facts/node/runtime-pulls.ts";
import type { PlanContext } from "./plan-context.ts";

/** Which nodes could run what a drain evicts: those that certainly could, and those of which it is not known. */
export interface Destinations {
  readonly able: ReadonlySet<string>;
  readonly open: ReadonlySet<string>;
}

/**
 * A destination takes Pods and can pull their images: its runtime has the declared credential loaded, or was
 * seen to pull. Where an earlier credential was revoked, evicted Pods would come up nowhere else.
 */
export function findDestinations(context: PlanContext): Destinations {
  const able = new Set<string>();
  const open = new Set<string>();
  for (const [name, { reader }] of context.nodes) {
    const takes = reader.read(nodeTakesPods);
    if (takes.state === "value" && !takes.value) continue;
    const pulls = context.credentialsOf(name).map((each) => each.reader.read(runtimePulls));
    if (pulls.some((fact) => fact.state === "value" && !fact.value)) continue;
    const isKnown = [takes, ...pulls].every(({ state }) => state === "value");
    (isKnown ? able : open).add(name);
  }
  return { able, open };
}

/** Whether nothing would have to move elsewhere when the node is drained. */
export function isKnownEmpty(node: string, { nodes }: PlanContext): boolean {
  const pods = nodes.get(node)?.reader.read(nodeEvictablePods);
  return pods?.state === "value" && pods.value === 0;
}

/**
 * Before a node is drained, another one could run what is evicted from it. How much that one still holds is
 * the scheduler's part.
 *
 * @param before - A node that takes Pods and whose step comes before: once it is through it is a destination.
 */
export function evictionDestinations(
  node: string,
  { able, open }: Destinations,
  before: string | undefined,
  context: PlanContext,
): readonly UnmetGuard[] {
  if (hasOther(able, node) || isKnownEmpty(node, context)) return [];
  const after = before === undefined ? {} : { metBy: before };
  if (hasOther(open, node)) {
    return [
      {
        guard: "EvictionDestinations",
        because: "unknown",
        message:
          "not known of any other node that takes Pods whether it can pull what is evicted here",
        meets:
          "an uncached pull through another node's kubelet, told in a Probes document; or all Pods listed, and a node without evictable ones to begin with",
        ...after,
      },
    ];
  }
  const isAllSeen = context.unseen().length === 0;
  return [
    {
      guard: "EvictionDestinations",
      because: isAllSeen ? "seen" : "unknown",
      message: isAllSeen
        ? "no other node could run what is evicted here: each is cordoned, tainted, not Ready, leaving, or was denied a pull"
        : "no node that was listed could run what is evicted here, and not all were listed",
      meets: isAllSeen ? "another node that is open to Pods and can pull" : listNodes,
      ...after,
    },
  ];
}

function hasOther(names: ReadonlySet<string>, node: string): boolean {
  return names.size > (names.has(node) ? 1 : 0);
}

/** Whether a Pod without tolerations may certainly be scheduled there now. */
export function takesPods(name: string, { nodes }: PlanContext): boolean {
  const takes = nodes.get(name)?.reader.read(nodeTakesPods);
  return takes?.state === "value" && takes.value;
}
