import { compareText } from "../../input/compare-text.ts";
import type { NodeDecision } from "../decision.ts";
import { type Destinations, isKnownEmpty, takesPods } from "./eviction-destinations.ts";
import type { PlanContext } from "./plan-context.ts";

/**
 * Workers before control planes, by name in code-unit order. One thing goes before that: where every node
 * needs another that can pull and none is known to, the first one that has nothing to evict and takes Pods
 * starts. Once it is through it is a destination for the rest; without it nobody could ever begin.
 */
export function orderNodes(
  nodes: readonly NodeDecision[],
  destinations: () => Destinations,
  context: PlanContext,
): readonly NodeDecision[] {
  const ordered = nodes.toSorted((a, b) => compareRoles(a, b) || compareText(a.name, b.name));
  const reboots = ordered.filter(({ obligations }) => obligations.includes("reboot"));
  if (reboots.length < 2 || destinations().able.size > 0) return ordered;
  const seed = reboots.find(({ name }) => isSeed(name, context));
  return seed === undefined ? ordered : [seed, ...ordered.filter((node) => node !== seed)];
}

function compareRoles(a: NodeDecision, b: NodeDecision): number {
  return Number(a.role === "control-plane") - Number(b.role === "control-plane");
}

function isSeed(name: string, context: PlanContext): boolean {
  return takesPods(name, context) && isKnownEmpty(name, context);
}
