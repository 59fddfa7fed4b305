import type { Profile } from "../../profile/profile.ts";
import type { Snapshot } from "../../snapshot/snapshot.ts";
import { type EvaluateOptions, evaluateOpenly, type OpenEvaluation } from "../evaluate.ts";
import type { UnknownReason } from "../facts/fact.ts";
import { fleetDesired } from "../facts/fleet/fleet-counters.ts";
import { fleetCanaried } from "../facts/fleet/fleet-progress.ts";
import { fleetStrategy } from "../facts/fleet/fleet-strategy.ts";
import { type NodeAdoption, nodeAdoptions } from "../facts/fleet/node-adoptions.ts";
import { describeRevision, type Revision } from "../facts/fleet/revision-history.ts";
import { templateDelta } from "../facts/fleet/template-delta.ts";
import { toldSteps } from "../facts/fleet/told-steps.ts";
import { viewOf } from "../facts/fleet/view-of.ts";
import { reasonsOf } from "../facts/known.ts";
import { nodeLeaving } from "../facts/node/node-leaving.ts";
import type { FleetSubject } from "../facts/subject.ts";
import { firstUnmet } from "../plan/first-unmet.ts";
import { ETCD_COLLECTED } from "../plan/guards-not-judged.ts";
import { createPlanContext, type PlanContext } from "../plan/plan-context.ts";
import type { PolicySet } from "../policy.ts";
import { everyNode, type Judged, type Subjects } from "../subjects.ts";
import { fleetGuards } from "./fleet-guards.ts";
import { createGuardContext, type GuardContext, nodeGuards, ownNodeReady } from "./node-guards.ts";
import { rolloutEnd } from "./rollout-end.ts";
import { type Turn, turnsOf } from "./rollout-order.ts";
import { rolloutPhases } from "./rollout-phases.ts";
import type {
  FleetRollout,
  RolloutPlan,
  RolloutStanding,
  RolloutStep,
  RolloutUnmet,
} from "./rollout-plan.ts";

/**
 * Plans how every OnDelete fleet is stepped to its wanted revision: canary, workers, control planes. Nothing is
 * stepped whose predecessor was not verified. Guards are judged as of this snapshot: whoever steps plans anew
 * before each step.
 */
export function planRollout(
  policySet: PolicySet,
  snapshot: Snapshot,
  profile: Profile,
  options: EvaluateOptions = {},
): RolloutPlan {
  return rolloutOf(evaluateOpenly(policySet, snapshot, profile, options));
}

/** The same of an evaluation that was made already. */
export function rolloutOf({ decision, source, subjects }: OpenEvaluation): RolloutPlan {
  const plan = createPlanContext(source, { ...subjects, node: everyNode(source) });
  return {
    apiVersion: "fleetwarrant.dev/v1alpha1",
    kind: "RolloutPlan",
    takenAt: decision.takenAt,
    evaluatedAt: decision.evaluatedAt,
    fleets: subjects.fleet.map((fleet) =>
      fleetRollout(createGuardContext(plan, decision, fleet), subjects),
    ),
  };
}

function fleetRollout(context: GuardContext, subjects: Subjects): FleetRollout {
  const { fleet, plan } = context;
  const { subject } = fleet;
  const ground = groundOf(fleet);
  if ("standing" in ground) return nothingToStep(subject, ground);
  const { wanted, nodes } = ground;
  const told = toldSteps(subject);
  const leaving = nodes.filter(({ node }) => isLeaving(node, plan)).map(({ node }) => node);
  const isDropped = new Set(leaving);
  const turns = turnsOf(
    nodes.filter(({ node }) => !isDropped.has(node)),
    told.state === "value" ? told.value : undefined,
    plan,
  );
  const gate = subjects.gate.find(({ name }) => name === subject.gate?.name);
  const shared = fleetGuards(fleet, gate);
  const deltas = new Map<Revision, readonly string[]>();
  const deltaFrom = (revision: Revision): readonly string[] => {
    const delta = deltas.get(revision) ?? templateDelta(revision.template, wanted.template);
    deltas.set(revision, delta);
    return delta;
  };
  const steps = turns.map((turn, at) =>
    stepFor(turn, { ...context, wanted, shared, deltaFrom, before: turns[at - 1] }),
  );
  const firstGuard = firstUnmet(steps);
  return {
    ...nothingToStep(subject, steps.length === 0 ? rolloutEnd(fleet, isDropped) : toStep),
    revision: describeRevision(wanted),
    steps,
    ...(firstGuard === undefined ? {} : { firstGuard }),
    dropped: leaving,
    notJudged: notJudgedFor(steps, plan),
  };
}

const toStep = { standing: "steps", missing: [] } as const;

/** What a plan stands on, or why there is nothing to plan. */
type Ground =
  | { readonly wanted: Revision; readonly nodes: readonly NodeAdoption[] }
  | { readonly standing: RolloutStanding; readonly missing: readonly UnknownReason[] };

function groundOf({ reader, subject }: Judged<FleetSubject>): Ground {
  const strategy = reader.read(fleetStrategy);
  const desired = reader.read(fleetDesired);
  if (strategy.state === "absent") return { standing: "absent", missing: [] };
  if (strategy.state === "value" && strategy.value === "RollingUpdate")
    return { standing: "rolls", missing: [] };
  if (desired.state === "value" && desired.value === 0) return { standing: "absent", missing: [] };
  const { history, open } = viewOf(subject);
  const nodes = nodeAdoptions(subject);
  const wanted = history.state === "value" ? history.value.current.revision : undefined;
  const missing = reasonsOf([
    strategy,
    history,
    ...(open === undefined ? [] : [open]),
    ...(wanted === undefined ? [] : [wanted]),
    ...nodes.map(({ state, reasons }) => ({ state, reasons })),
  ]);
  if (missing.length > 0 || wanted?.state !== "value") return { standing: "unknown", missing };
  return { wanted: wanted.value, nodes };
}

function nothingToStep(
  { daemonSet }: FleetSubject,
  { standing, missing }: Extract<Ground, { readonly standing: RolloutStanding }>,
): FleetRollout {
  return {
    daemonSet: `${daemonSet.namespace}/${daemonSet.name}`,
    standing,
    steps: [],
    dropped: [],
    notJudged: [],
    missing,
  };
}

function isLeaving(node: string, { nodes }: PlanContext): boolean {
  const leaving = nodes.get(node)?.reader.read(nodeLeaving);
  return leaving?.state === "value" && leaving.value;
}

interface StepContext extends GuardContext {
  readonly wanted: Revision;
  /** Guards of the whole fleet. */
  readonly shared: readonly RolloutUnmet[];
  readonly deltaFrom: (revision: Revision) => readonly string[];
  /** Undefined for the first. */
  readonly before: Turn | undefined;
}

function stepFor({ node, action, role }: Turn, context: StepContext): RolloutStep {
  const { wanted, fleet, plan, shared, before, deltaFrom } = context;
  const { pod, revision } = node;
  const { namespace, name } = fleet.subject.daemonSet;
  const uid = plan.nodes.get(node.node)?.subject.node.metadata.uid;
  const isStep = action === "step-agent";
  const unmet = isStep
    ? [...shared, ...nodeGuards(node.node, context), ...predecessorVerified(before, wanted)]
    : ownNodeReady(node.node, plan);
  return {
    node: node.node,
    ...(uid === undefined ? {} : { uid }),
    role,
    stage: stageOf(role, context),
    action,
    pod: { name: pod?.name ?? "", uid: pod?.object.metadata.uid ?? "" },
    from: revision === undefined ? (pod?.hash ?? "") : describeRevision(revision),
    delta: isStep && revision !== undefined ? deltaFrom(revision) : [],
    phases: rolloutPhases(action),
    record: { daemonSet: `${namespace}/${name}`, node: node.node, revision: wanted.hash },
    unmet,
  };
}

function stageOf(role: RolloutStep["role"], { before, fleet }: StepContext): RolloutStep["stage"] {
  const canaried = fleet.reader.read(fleetCanaried);
  const isVerified = canaried.state === "value" && canaried.value === "verified";
  if (before === undefined && !isVerified) return "canary";
  return role;
}

function predecessorVerified(before: Turn | undefined, wanted: Revision): readonly RolloutUnmet[] {
  if (before === undefined) return [];
  const { node } = before.node;
  return [
    {
      guard: "PredecessorVerified",
      because: "seen",
      message: `${node} is not yet verified on ${describeRevision(wanted)}`,
      meets: `a record that says ${node} was verified`,
      metBy: node,
    },
  ];
}

function notJudgedFor(
  steps: readonly RolloutStep[],
  { profile }: PlanContext,
): FleetRollout["notJudged"] {
  const isAsked = steps.some(
    ({ role, action }) => role === "control-plane" && action === "step-agent",
  );
  return isAsked && profile.etcdCollected !== true
    ? [{ guard: "EtcdHealthy", meets: ETCD_COLLECTED }]
    : [];
}
