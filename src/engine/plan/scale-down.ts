import type { UnmetGuard } from "../decision.ts";
import { nodeAutoscaled } from "../facts/node/node-autoscaled.ts";
import {
  nodeScaleDownDisabled,
  scaleDownDisabledKey,
} from "../facts/node/node-scale-down-disabled.ts";
import type { PlanContext } from "./plan-context.ts";

/**
 * A drained node is empty, and an empty node is what the autoscaler takes away: it would vanish in the middle
 * of its own transaction (devantler-tech/platform#3944). So one that it added is first kept from that.
 */
export function scaleDown(node: string, { nodes, profile }: PlanContext): readonly UnmetGuard[] {
  const reader = nodes.get(node)?.reader;
  const autoscaled = reader?.read(nodeAutoscaled);
  if (reader === undefined || autoscaled?.state !== "value" || !autoscaled.value) return [];
  const disabled = reader.read(nodeScaleDownDisabled);
  if (disabled.state === "value" && disabled.value) return [];
  const key = scaleDownDisabledKey(profile.autoscaled);
  return [
    {
      guard: "ScaleDown",
      because: "seen",
      message: "the autoscaler may remove this node once it is drained",
      meets: `the annotation ${key}: "true" on the Node; whoever set it takes it off again`,
    },
  ];
}
