import { valueOr } from "../decide/value-or.ts";
import type { Decision, NodeDecision, PlanStep } from "../decision.ts";
import { fleetDesired, fleetScheduled } from "../facts/fleet/fleet-counters.ts";
import {
  fleetNotReadyNodeNames,
  fleetPendingPodNames,
  fleetTerminatingNodeNames,
} from "../facts/fleet/fleet-pod-troubles.ts";
import { nodeAdoptions, runsNothing } from "../facts/fleet/node-adoptions.ts";
import { reasonsOf, unknownFor } from "../facts/known.ts";
import { nodeReady } from "../facts/node/node-ready.ts";
import type { FleetSubject } from "../facts/subject.ts";
import { etcdHealthy } from "../plan/etcd-healthy.ts";
import type { PlanContext } from "../plan/plan-context.ts";
import { isDisruptive } from "../policy.ts";
import type { Judged } from "../subjects.ts";
import { notKnown, seen } from "./fleet-guards.ts";
import type { RolloutUnmet } from "./rollout-plan.ts";

/** What guards of nodes read, worked out once for a fleet. */
export interface GuardContext {
  readonly plan: PlanContext;
  readonly fleet: Judged<FleetSubject>;
  readonly decided: ReadonlyMap<string, NodeDecision>;
  /** The steps of the nodes' own plan. */
  readonly planned: ReadonlyMap<string, PlanStep>;
  /** Nodes on which the pod is not bound, not ready, on its way out or over. */
  readonly down: ReadonlySet<string>;
}

export function createGuardContext(
  plan: PlanContext,
  decision: Decision,
  fleet: Judged<FleetSubject>,
): GuardContext {
  const { reader, subject } = fleet;
  return {
    plan,
    fleet,
    decided: new Map(decision.nodes.map((node) => [node.name, node])),
    planned: new Map(decision.plan.steps.map((step) => [step.node, step])),
    down: new Set([
      ...valueOr(reader.read(fleetTerminatingNodeNames), []),
      ...valueOr(reader.read(fleetNotReadyNodeNames), []),
      ...nodeAdoptions(subject).flatMap(({ node, state }) => (runsNothing(state) ? [node] : [])),
    ]),
  };
}

/** What holds a step on one node, but for the steps before it. */
export function nodeGuards(node: string, context: GuardContext): readonly RolloutUnmet[] {
  return [
    ...ownNodeReady(node, context.plan),
    ...oneAtATime(node, context),
    ...nodeFree(node, context),
    ...etcdHealthy(node, context.plan).map(({ because, message, meets }) => ({
      guard: "EtcdHealthy" as const,
      because,
      message,
      meets,
    })),
  ];
}

export function ownNodeReady(
  node: string,
  { nodes, unseen }: PlanContext,
): readonly RolloutUnmet[] {
  const ready = nodes.get(node)?.reader.read(nodeReady);
  if (ready?.state === "value") {
    return ready.value
      ? []
      : [seen("NodeReady", "the node is not Ready", `${node} Ready again, or out of the cluster`)];
  }
  if (!nodes.has(node) && unseen().length === 0)
    return [
      seen(
        "NodeReady",
        "a whole list of Nodes does not hold the node",
        `${node} back, or its pod gone; if both are of one cluster`,
      ),
    ];
  const message = "not known whether the node is Ready";
  return [{ guard: "NodeReady", because: "unknown", message, meets: "kubectl get nodes -o json" }];
}

/** Above this many a list of names tells nobody anything. */
const NAMES_MAX = 5;

/** Never a second node while on one of them the pod is away, on its way out or not ready. */
function oneAtATime(node: string, { fleet, down }: GuardContext): readonly RolloutUnmet[] {
  const { reader } = fleet;
  const others = down.size - Number(down.has(node));
  if (others > 0) {
    const names = firstOthers(down, node).join(", ");
    const whose = others > NAMES_MAX ? `${names} and ${others - NAMES_MAX} more` : names;
    return [seen("OneAtATime", `the pod is not up on ${whose}`, `ready pods on ${whose}`)];
  }
  const desired = reader.read(fleetDesired);
  const scheduled = reader.read(fleetScheduled);
  const isShort =
    desired.state === "value" && scheduled.state === "value" && scheduled.value < desired.value;
  if (isShort)
    return [
      seen(
        "OneAtATime",
        `${scheduled.value} of ${desired.value} nodes have a pod`,
        "a pod on every node that is wanted",
      ),
    ];
  const pending = reader.read(fleetPendingPodNames);
  if (pending.state === "value" && pending.value.length > 0)
    return [
      seen(
        "OneAtATime",
        `${pending.value.length} pods are not bound to a node`,
        "every pod bound and ready",
      ),
    ];
  const reasons = reasonsOf([
    pending,
    reader.read(fleetTerminatingNodeNames),
    reader.read(fleetNotReadyNodeNames),
    desired,
    scheduled,
  ]);
  return reasons.length === 0 ? [] : [notKnown("OneAtATime", unknownFor(reasons))];
}

function firstOthers(down: ReadonlySet<string>, node: string): readonly string[] {
  const names: string[] = [];
  for (const name of down) {
    if (names.length === NAMES_MAX) break;
    if (name !== node) names.push(name);
  }
  return names;
}

/** A node that somebody holds, or that its own plan takes down: a reboot makes the pod anew by itself. */
function nodeFree(node: string, context: GuardContext): readonly RolloutUnmet[] {
  const decided = context.decided.get(node);
  if (decided === undefined || isFree(decided) || waitsForStep(node, context)) return [];
  if (decided.blocked === "refused")
    return [
      seen(
        "NodeFree",
        `nothing may be done with the node: ${decided.reason}`,
        "the node given back",
      ),
    ];
  if (decided.blocked === undefined)
    return [
      seen(
        "NodeFree",
        `the node's own plan takes it down (${decided.reason}), and a reboot makes its pods anew`,
        "that plan carried out, or given up",
      ),
    ];
  const message = `not decided what is to be done with the node: ${decided.reason}`;
  return [{ guard: "NodeFree", because: "unknown", message, meets: "what its decision lacks" }];
}

/** Its plan is held because its pod is stale: then stepping it comes first, or neither ever would. */
function waitsForStep(node: string, { planned }: GuardContext): boolean {
  const unmet = planned.get(node)?.unmet ?? [];
  return unmet.some(({ guard }) => guard === "GateWouldStep");
}

function isFree({ blocked, obligations, wanted }: NodeDecision): boolean {
  const goesDown = isDisruptive([...obligations, wanted]);
  return blocked === undefined && !goesDown;
}
