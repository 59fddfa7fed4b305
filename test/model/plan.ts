import type { Seen } from "./cluster.ts";
import { areReady, guardsOfReboot, inPlanOrder, type ModelGuard } from "./guards.ts";
import type { Met } from "./met.ts";
import type { ModelNode } from "./node.ts";

// plan.md, "Order": workers before control planes, by name, one after the other. (In worlds nobody is known to have
// nothing to evict, so that none goes first for that.)

export interface ModelStep {
  readonly node: string;
  readonly unmet: Readonly<Partial<Record<ModelGuard, "seen" | "unknown">>>;
}

export function modelPlan(seen: Seen, nodes: ReadonlyMap<string, ModelNode>): readonly ModelStep[] {
  const order = inPlanOrder(seen, nodes);
  return order.flatMap((node, place) => {
    const { action, obligations } = nodes.get(node.metadata.name) ?? {};
    if (obligations === undefined || action === "blocked" || action === "wait") return [];
    const before = order.slice(0, place);
    const guards = obligations.includes("reboot")
      ? guardsOfReboot(seen, node, before)
      : obligations.includes("restart")
        ? { NodeReady: areReady([node, ...before]) }
        : obligations.includes("verify")
          ? { NodeReady: areReady([node]) }
          : {};
    return [{ node: node.metadata.name, unmet: unmetOf(guards) }];
  });
}

function unmetOf(guards: Readonly<Partial<Record<ModelGuard, Met>>>): ModelStep["unmet"] {
  return Object.fromEntries(
    Object.entries(guards)
      .filter(([, met]) => met !== "met")
      .map(([guard, met]) => [guard, met === "unknown" ? "unknown" : "seen"]),
  );
}
