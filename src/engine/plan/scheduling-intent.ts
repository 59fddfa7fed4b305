import type { PlanStep, UnmetGuard } from "../decision.ts";
import { nodeCordoned } from "../facts/node/node-cordoned.ts";
import { annotationOf } from "../facts/node/node-object.ts";
import { nodeTaints } from "../facts/node/node-taints.ts";
import type { PlanContext } from "./plan-context.ts";

/**
 * What the node's cordon and taints are before it is claimed: they are as they were when it is given back.
 * Somebody's cordon stops no transaction, and no transaction takes it off. Nothing is told of a node that
 * the caller has claimed: its cordon may be the caller's own.
 */
export function schedulingToKeep(node: string, context: PlanContext): PlanStep["keeps"] {
  const judged = context.nodes.get(node);
  if (judged === undefined || isClaimedByCaller(judged.subject, context)) return undefined;
  const cordoned = judged.reader.read(nodeCordoned);
  const taints = judged.reader.read(nodeTaints);
  if (cordoned.state !== "value" || taints.state !== "value") return undefined;
  const intended = taints.value.filter((text) => !isRoleTaint(text));
  if (!cordoned.value && intended.length === 0) return undefined;
  return { cordon: cordoned.value, taints: intended };
}

/** Says what the node is, as its role does; nobody put it there for the time being. */
function isRoleTaint(text: string): boolean {
  return text.startsWith("node-role.kubernetes.io/");
}

function isClaimedByCaller(
  { node }: Parameters<typeof nodeCordoned.derive>[0],
  { source, profile }: PlanContext,
): boolean {
  const { ownership } = profile;
  if (source.holder === undefined || ownership === undefined) return false;
  return annotationOf(node, ownership.owner) === source.holder;
}

/** A node of which it is not known how it is scheduled on could not be given back as it was. */
export function schedulingIntent(node: string, { nodes }: PlanContext): readonly UnmetGuard[] {
  const cordoned = nodes.get(node)?.reader.read(nodeCordoned);
  if (cordoned === undefined || cordoned.state === "value") return [];
  return [
    {
      guard: "SchedulingIntent",
      because: "unknown",
      message:
        "not known whether the node is cordoned or tainted, so it could not be given back as it was",
      meets: `kubectl get node ${node} -o json`,
    },
  ];
}
