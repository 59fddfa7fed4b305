import type { NodeDecision, UnmetGuard } from "../decision.ts";
import { nodeReady } from "../facts/node/node-ready.ts";
import { isDisruptive } from "../policy.ts";
import type { PlanContext } from "./plan-context.ts";

/** Asks of each node in the order of the plan, held ones too, and remembers which one is down. */
export type NodeReadyGuard = (node: NodeDecision) => readonly UnmetGuard[];

/**
 * A node that is not Ready pauses the plan there: itself, where something would be taken down or pulled, and
 * every disrupting step that comes after it, so that never two are down at once. Held nodes count as well: one
 * that did not come back from its reboot may be held because nobody can read it any more. A config is
 * patched and a proof written through Talos, which needs no kubelet. Nodes with nothing to do pause nothing:
 * a control plane that is down keeps its peers up (`ControlPlanePeers`), not the workers.
 */
export function createNodeReadyGuard(context: PlanContext): NodeReadyGuard {
  let paused: UnmetGuard | undefined;
  return ({ name, obligations }) => {
    const own = notReady(name, context);
    const before = paused;
    if (own !== undefined && (paused === undefined || isGraver(own, paused)))
      paused = pausedBy(name, own.because);
    const disrupts = isDisruptive(obligations);
    if (own !== undefined && (disrupts || obligations.includes("verify"))) return [own];
    return before !== undefined && disrupts ? [before] : [];
  };
}

function notReady(name: string, { nodes }: PlanContext): UnmetGuard | undefined {
  const ready = nodes.get(name)?.reader.read(nodeReady);
  if (ready === undefined || (ready.state === "value" && ready.value)) return undefined;
  return ready.state === "value"
    ? {
        guard: "NodeReady",
        because: "seen",
        message: "the node is not Ready",
        meets: `${name} Ready again, or out of the cluster`,
      }
    : {
        guard: "NodeReady",
        because: "unknown",
        message: "not known whether the node is Ready",
        meets: `kubectl get node ${name} -o json`,
      };
}

/** What was seen is told before what was not. */
function isGraver(own: UnmetGuard, other: UnmetGuard): boolean {
  return own.because === "seen" && other.because === "unknown";
}

function pausedBy(name: string, because: UnmetGuard["because"]): UnmetGuard {
  const isSeen = because === "seen";
  return {
    guard: "NodeReady",
    because,
    message: `the plan is paused: ${isSeen ? `${name} is not Ready` : `not known whether ${name} is Ready`}`,
    meets: isSeen
      ? `${name} Ready again, or out of the cluster`
      : `kubectl get node ${name} -o json`,
  };
}
