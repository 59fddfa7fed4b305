import type { DroppedNode, NodeDecision } from "../decision.ts";
import { nodeLeaving } from "../facts/node/node-leaving.ts";
import type { PlanContext } from "./plan-context.ts";

/** Nodes that are on their way out: whatever is asked of them, no plan waits for them or fails with them. */
export function leavingNodes(
  nodes: readonly NodeDecision[],
  context: PlanContext,
): readonly DroppedNode[] {
  return nodes.flatMap(({ name }) => {
    const judged = context.nodes.get(name);
    const leaving = judged?.reader.read(nodeLeaving);
    if (judged === undefined || leaving?.state !== "value" || !leaving.value) return [];
    const isDeleted = judged.subject.node.metadata.deletionTimestamp !== undefined;
    return [{ node: name, why: isDeleted ? "being deleted" : "removed by the autoscaler" }];
  });
}
