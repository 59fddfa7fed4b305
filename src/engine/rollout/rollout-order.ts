import { compareText } from "../../input/compare-text.ts";
import { groupBy } from "../../input/group-by.ts";
import { stepOnNode } from "../facts/fleet/canary.ts";
import type { NodeAdoption } from "../facts/fleet/node-adoptions.ts";
import type { ToldStep } from "../facts/fleet/told-steps.ts";
import { nodeAutoscaled } from "../facts/node/node-autoscaled.ts";
import { nodeReady } from "../facts/node/node-ready.ts";
import { isControlPlane } from "../facts/node/node-role.ts";
import type { PlanContext } from "../plan/plan-context.ts";
import type { RolloutStep } from "./rollout-plan.ts";

/** A node that is to be stepped or checked. */
export interface Turn {
  readonly node: NodeAdoption;
  readonly action: RolloutStep["action"];
  readonly role: RolloutStep["role"];
}

/**
 * Nodes in the order in which they are taken: those that run the wanted revision and were never verified, since
 * they are the first to tell; then workers, one that is Ready and stays first, for it is the canary; then control planes
 * and nodes of which it is not known. By name in code-unit order.
 */
export function turnsOf(
  nodes: readonly NodeAdoption[],
  steps: readonly ToldStep[] | undefined,
  context: PlanContext,
): readonly Turn[] {
  const told = groupBy(steps ?? [], ({ record }) => record.node);
  const turns = nodes.flatMap((node): readonly Turn[] => {
    const role = roleOf(node.node, context);
    if (node.state === "stale") return [{ node, action: "step-agent", role }];
    const isVerified =
      steps === undefined ||
      stepOnNode(told.get(node.node) ?? [], node)?.record.result === "verified";
    return node.state === "current" && !isVerified ? [{ node, action: "verify", role }] : [];
  });
  const ordered = turns.toSorted(
    (a, b) =>
      Number(a.action === "step-agent") - Number(b.action === "step-agent") ||
      Number(a.role !== "worker") - Number(b.role !== "worker") ||
      compareText(a.node.node, b.node.node),
  );
  return canaryFirst(ordered, context);
}

/** Where the first turn steps a worker, the best one to try it on takes it. */
function canaryFirst(turns: readonly Turn[], context: PlanContext): readonly Turn[] {
  const [first] = turns;
  if (first?.action !== "step-agent" || first.role !== "worker") return turns;
  const workers = turns.filter(({ role }) => role === "worker");
  const canary = workers.reduce((best, turn) =>
    oddsAgainst(turn, context) < oddsAgainst(best, context) ? turn : best,
  );
  return [canary, ...turns.filter((turn) => turn !== canary)];
}

/** A node that is not Ready proves nothing, and one that the autoscaler may take away takes its proof with it. */
function oddsAgainst({ node }: Turn, { nodes }: PlanContext): number {
  const reader = nodes.get(node.node)?.reader;
  const ready = reader?.read(nodeReady);
  const autoscaled = reader?.read(nodeAutoscaled);
  const isReady = ready?.state === "value" && ready.value;
  const mayGo = autoscaled?.state !== "value" || autoscaled.value;
  return 2 * Number(!isReady) + Number(mayGo);
}

function roleOf(name: string, { nodes }: PlanContext): Turn["role"] {
  const node = nodes.get(name);
  if (node === undefined) return "unknown";
  return isControlPlane(node.subject) ? "control-plane" : "worker";
}
