import type { Decision, NodeDecision } from "../decision.ts";
import { fleetDesired, fleetScheduled } from "../facts/fleet/fleet-counters.ts";
import {
  fleetNotReadyNodeNames,
  fleetTerminatingNodeNames,
} from "../facts/fleet/fleet-pod-troubles.ts";
import { reasonsOf, unknownFor } from "../facts/known.ts";
import { nodeReady } from "../facts/node/node-ready.ts";
import type { FleetSubject } from "../facts/subject.ts";
import { etcdHealthy } from "../plan/etcd-healthy.ts";
import type { PlanContext } from "../plan/plan-context.ts";
import { isDisruptive } from "../policy.ts";
import type { Judged } from "../subjects.ts";
import { notKnown, seen } from "./fleet-guards.ts";
import type { RolloutUnmet } from "./rollout-plan.ts";

export interface GuardContext {
  readonly plan: PlanContext;
  readonly decision: Decision;
  readonly fleet: Judged<FleetSubject>;
}

/** What holds a step on one node, but for the steps before it. */
export function nodeGuards(node: string, context: GuardContext): readonly RolloutUnmet[] {
  return [
    ...ownNodeReady(node, context.plan),
    ...oneAtATime(node, context.fleet),
    ...nodeFree(node, context.decision),
    ...etcdHealthy(node, context.plan).map(({ because, message, meets }) => ({
      guard: "EtcdHealthy" as const,
      because,
      message,
      meets,
    })),
  ];
}

export function ownNodeReady(node: string, { nodes }: PlanContext): readonly RolloutUnmet[] {
  const ready = nodes.get(node)?.reader.read(nodeReady);
  if (ready?.state === "value") {
    return ready.value
      ? []
      : [seen("NodeReady", "the node is not Ready", `${node} Ready again, or out of the cluster`)];
  }
  const message = "not known whether the node is Ready";
  return [{ guard: "NodeReady", because: "unknown", message, meets: "kubectl get nodes -o json" }];
}

/** Never a second node while on one of them the pod is away, on its way out or not ready. */
function oneAtATime(node: string, { reader }: Judged<FleetSubject>): readonly RolloutUnmet[] {
  const terminating = reader.read(fleetTerminatingNodeNames);
  const notReady = reader.read(fleetNotReadyNodeNames);
  const desired = reader.read(fleetDesired);
  const scheduled = reader.read(fleetScheduled);
  const others = [terminating, notReady].flatMap((fact) =>
    fact.state === "value" ? fact.value.filter((name) => name !== node) : [],
  );
  if (others.length > 0)
    return [
      seen(
        "OneAtATime",
        `the pod is not up on ${others.join(", ")}`,
        `ready pods on ${others.join(", ")}`,
      ),
    ];
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
  const reasons = reasonsOf([terminating, notReady, desired, scheduled]);
  return reasons.length === 0 ? [] : [notKnown("OneAtATime", unknownFor(reasons))];
}

/** A node that somebody holds, or that its own plan takes down: a reboot makes the pod anew by itself. */
function nodeFree(node: string, { nodes, plan }: Decision): readonly RolloutUnmet[] {
  const decided = nodes.find(({ name }) => name === node);
  if (decided === undefined || isFree(decided) || waitsForStep(node, plan)) return [];
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
function waitsForStep(node: string, { steps }: Decision["plan"]): boolean {
  const own = steps.find((step) => step.node === node);
  return own?.unmet.some(({ guard }) => guard === "GateWouldStep") ?? false;
}

function isFree({ blocked, obligations, wanted }: NodeDecision): boolean {
  const goesDown = isDisruptive([...obligations, wanted]);
  return blocked === undefined && !goesDown;
}
