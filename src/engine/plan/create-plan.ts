import { once } from "../../input/once.ts";
import type { Decision, NodeDecision, PlanStep, UnmetGuard } from "../decision.ts";
import type { FactSource } from "../facts/subject.ts";
import type { Subjects } from "../subjects.ts";
import { configOnDisk } from "./config-on-disk.ts";
import { controlPlanePeers } from "./control-plane-peers.ts";
import { leavingNodes } from "./drop-leaving.ts";
import { etcdHealthy } from "./etcd-healthy.ts";
import {
  type Destinations,
  evictionDestinations,
  findDestinations,
  takesPods,
} from "./eviction-destinations.ts";
import { firstUnmet } from "./first-unmet.ts";
import { gateWouldStep } from "./gate-would-step.ts";
import { guardsNotJudged } from "./guards-not-judged.ts";
import { createNodeReadyGuard } from "./node-ready-guard.ts";
import { orderNodes } from "./order-nodes.ts";
import { phasesOf } from "./phases.ts";
import { createPlanContext, type PlanContext } from "./plan-context.ts";
import { scaleDown } from "./scale-down.ts";
import { schedulingIntent, schedulingToKeep } from "./scheduling-intent.ts";

/** What to do next, one node at a time: a step may run when those before it are done and no guard is unmet. */
export type Plan = Decision["plan"];

/**
 * Puts what the nodes' decisions ask for in order. Guards are judged as of this snapshot and never change a
 * decision: whoever acts judges them afresh before each step.
 */
export function createPlan(
  nodes: readonly NodeDecision[],
  source: FactSource,
  subjects: Subjects,
): Plan {
  const context = createPlanContext(source, subjects);
  const dropped = leavingNodes(nodes, context);
  const isDropped = new Set(dropped.map(({ node }) => node));
  const acting = nodes.filter(
    ({ name, action, obligations }) =>
      (action !== "none" || obligations.length > 0) && !isDropped.has(name),
  );
  const steps = createSteps(acting, context);
  const firstGuard = firstUnmet(steps);
  const notJudged = guardsNotJudged(steps, context);
  return {
    steps,
    ...(firstGuard === undefined ? {} : { firstGuard }),
    ...(dropped.length === 0 ? {} : { dropped }),
    ...(notJudged.length === 0 ? {} : { notJudged }),
  };
}

/** @param acting - Nodes that are acted on or held; held ones have a place in the order, but no step. */
function createSteps(acting: readonly NodeDecision[], context: PlanContext): readonly PlanStep[] {
  const destinations = once(() => findDestinations(context));
  const isReady = createNodeReadyGuard(context);
  let proven: string | undefined;
  const { minutesPerReboot } = context.profile;
  return orderNodes(acting, destinations, context).flatMap((node) => {
    const readiness = isReady(node);
    const { name, uid, role, obligations } = node;
    if (obligations.length === 0) return [];
    const reboots = obligations.includes("reboot");
    const keeps = reboots ? schedulingToKeep(name, context) : undefined;
    const unmet = reboots
      ? [...readiness, ...rebootGuards(node, { destinations, proven }, context)]
      : readiness;
    if (obligations.includes("reassert") && takesPods(name, context)) proven ??= name;
    return [
      {
        node: name,
        uid,
        role,
        obligations,
        phases: phasesOf(obligations),
        ...(keeps === undefined ? {} : { keeps }),
        ...(reboots && minutesPerReboot !== undefined ? { minutes: minutesPerReboot } : {}),
        unmet,
      },
    ];
  });
}

interface Elsewhere {
  readonly destinations: () => Destinations;
  /** A node that takes Pods and whose step, which comes before, leaves a proof. */
  readonly proven: string | undefined;
}

/**
 * What only a reboot asks for. A runtime that restarts by itself leaves its containers running: nothing is
 * evicted, no pod of a DaemonSet is made anew, and etcd runs beneath another containerd.
 */
function rebootGuards(
  { name, obligations }: Pick<NodeDecision, "name" | "obligations">,
  { destinations, proven }: Elsewhere,
  context: PlanContext,
): readonly UnmetGuard[] {
  return [
    ...context.fleets.flatMap((fleet) => gateWouldStep(name, fleet)),
    ...controlPlanePeers(name, context),
    ...etcdHealthy(name, context),
    ...evictionDestinations(name, destinations(), proven, context),
    ...configOnDisk(name, obligations, context),
    ...scaleDown(name, context),
    ...schedulingIntent(name, context),
  ];
}
