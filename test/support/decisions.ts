import {
  ACTIONS,
  type Action,
  type Decision,
  type DecisionCounts,
  type Finding,
  type GateDecision,
  type NodeDecision,
  type PlanStep,
} from "../../src/engine/decision.ts";
import { phasesOf } from "../../src/engine/plan/phases.ts";
import { INTENTS, type Intent } from "../../src/engine/policy.ts";

/** A decision about nothing in particular; `over` says what a test is about. */
export function decisionOf(over: Partial<Decision> = {}): Decision {
  const { verdict = "allow", nodes = [] } = over;
  const verdicts = Object.fromEntries(INTENTS.map((intent) => [intent, verdict])) as Record<
    Intent,
    Decision["verdict"]
  >;
  return {
    apiVersion: "fleetwarrant.dev/v1alpha1",
    kind: "Decision",
    takenAt: "2026-08-06T17:20:00Z",
    evaluatedAt: "2026-08-06T17:20:00Z",
    intent: "deploy",
    verdict,
    vacuous: false,
    verdicts,
    gates: [],
    fleets: [],
    disruption: { reboots: 0, restarts: 0, controlPlanes: 0 },
    plan: { steps: [] },
    findings: [],
    counts: countsOf(nodes),
    digests: { policies: "sha256/v1:aa", profile: "sha256/v1:bb", effects: "sha256/v1:cc" },
    ...over,
    nodes,
  };
}

function countsOf(nodes: readonly NodeDecision[]): DecisionCounts {
  const count = (action: Action): number => nodes.filter((node) => node.action === action).length;
  return {
    subjects: {
      gate: 0,
      gatedFleet: 0,
      fleet: 0,
      node: 0,
      nodeConfig: 0,
      nodeCredential: nodes.length,
      credential: 0,
      step: 0,
      source: 0,
      kustomization: 0,
    },
    actions: Object.fromEntries(ACTIONS.map((action) => [action, count(action)])) as Record<
      Action,
      number
    >,
    rules: {},
    unjudged: [],
    notApplicable: [],
  };
}

export function nodeOf(name: string, over: Partial<NodeDecision> = {}): NodeDecision {
  const { action = "none" } = over;
  return {
    name,
    uid: `uid-of-${name}`,
    role: name.includes("control-plane") ? "control-plane" : "worker",
    action,
    obligations: [],
    wanted: action,
    reason: "ProofCurrent",
    message: "",
    rules: ["registry-credential/proof-current"],
    evidence: [],
    ...over,
  };
}

/** A step that a node's obligations make, with nothing unmet. */
export function stepOf(
  node: string,
  obligations: PlanStep["obligations"],
  over: Partial<PlanStep> = {},
): PlanStep {
  const { uid, role } = nodeOf(node);
  return { node, uid, role, obligations, phases: phasesOf(obligations), unmet: [], ...over };
}

export function gateOf(over: Partial<GateDecision> = {}): GateDecision {
  return {
    name: "cilium-homogeneous-devices",
    state: "inactive",
    reason: "NotDeclared",
    message: "",
    denies: denialsOf(over.state ?? "inactive"),
    stalled: false,
    suppresses: [],
    rules: ["rollout-gate/not-declared"],
    evidence: [],
    ...over,
  };
}

/** As the shipped policy has it. */
function denialsOf(state: GateDecision["state"]): GateDecision["denies"] {
  if (state === "inactive" || state === "indeterminate") return [];
  return state === "active" || state === "expiring"
    ? ["cluster-update"]
    : ["deploy", "cluster-update"];
}

export function findingOf(over: Partial<Finding> = {}): Finding {
  return {
    policy: "deploy-outcome",
    rule: "step-skipped",
    subject: "step",
    name: "cluster_update",
    outcome: "fail",
    enforcement: "deny",
    severity: "high",
    reason: "StepSkipped",
    message: "the step did not run",
    denies: ["deploy"],
    evidence: [],
    ...over,
  };
}

/** Day 11 of a stalled gate, with everything that can be said about one. */
export const heldGate: GateDecision = gateOf({
  state: "expiring",
  reason: "WarnAgeReached",
  message: "the gate has stood for 11 days, and fails from day 14 on",
  remediation: "step the fleet node by node, or take the component out of the kustomization",
  activatedOn: "2026-07-26",
  ageDays: 11,
  warnsAt: "2026-08-02T00:00:00Z",
  failsAt: "2026-08-09T00:00:00Z",
  stalled: true,
  suppresses: ["cluster_update"],
  hold: {
    deployment: "kube-system/cluster-autoscaler-hetzner-cluster-autoscaler",
    replicas: 0,
    remembered: "1",
  },
  fleet: {
    daemonSet: "kube-system/cilium",
    strategy: "OnDelete",
    desired: 9,
    current: 0,
    stale: 9,
    ready: 9,
    revision: "27",
    delta: ["image v1.20.0-rc.0 → v1.20.0", "volume spire-socket removed"],
    waitingSince: "2026-07-28T18:19:31Z",
  },
  release: {
    allowed: false,
    unmet: ["FleetNotUpdated"],
    unknown: ["CandidateTemplate"],
    messages: ["9 of 9 nodes run an older revision than the newest"],
  },
  rollback: {
    allowed: false,
    unmet: ["TemplateChanged"],
    unknown: [],
    messages: ["the newest template is not the one that the nodes run"],
  },
});
