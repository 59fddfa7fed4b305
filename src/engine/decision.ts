import type { JsonValue } from "../input/json-value.ts";
import type { UnknownReasonCode } from "../snapshot/snapshot.ts";
import type { CanaryState } from "./facts/fleet/canary.ts";
import type { GateCombination } from "./facts/fleet/gate-combination.ts";
import type { RememberedState } from "./facts/fleet/hold-remembered.ts";
import type { Blocker, EdgeClass, Healing } from "./facts/flux/blocker.ts";
import type { FluxNode } from "./facts/flux/flux-node.ts";
import type { SubjectKind } from "./facts/subject.ts";
import type { PlanPhase } from "./plan/phases.ts";
import type { Enforcement, GateState, Intent, Obligation, Severity } from "./policy.ts";

export type Verdict = "allow" | "deny" | "indeterminate";

/** A node's costliest obligation, from nothing to do up to nothing may be done. */
export const ACTIONS = [
  "none",
  "reassert",
  "patch",
  "verify",
  "restart",
  "reboot",
  "wait",
  "blocked",
] as const;
export type Action = (typeof ACTIONS)[number];

/** Where in the snapshot a value was seen, and which fact rests on it. */
export interface Evidence {
  readonly fact: string;
  /** JSON Pointer into the canonical snapshot. */
  readonly pointer: string;
  /** As seen; never a fingerprint or a secret: those are told as `same`, `changed`, … */
  readonly value: JsonValue;
}

/** A fact that is not known, why, and what would settle it. */
export interface MissingFact {
  readonly fact: string;
  readonly reasons: readonly {
    readonly code: UnknownReasonCode;
    readonly detail: string;
    readonly cure?: string;
  }[];
}

/** One of the outcomes that remain possible; `error` where the rule may fail to evaluate. */
export interface PossibleOutcome {
  readonly rule: string;
  readonly reason: string;
  readonly action?: Action;
  readonly state?: GateState;
  readonly error?: string;
}

export interface NodeDecision {
  readonly name: string;
  readonly uid: string;
  readonly role: "control-plane" | "worker";
  readonly action: Action;
  /** In the order of carrying out. */
  readonly obligations: readonly Obligation[];
  /** The costliest thing wanted, were it not held; differs from `action` only when that is wait or blocked. */
  readonly wanted: Action;
  /** Why it is blocked, if it is. */
  readonly blocked?: "refused" | "unknown" | "error";
  readonly reason: string;
  readonly message: string;
  /** `policy/rule` of the rules that decided. */
  readonly rules: readonly string[];
  /** Set while facts are missing: what may come of it, in rule order, and what would settle it. */
  readonly possible?: readonly PossibleOutcome[];
  readonly missing?: readonly MissingFact[];
  readonly evidence: readonly Evidence[];
}

/** What the pipeline's run did of what the profile requires. */
export interface PipelineDecision {
  /** Of the run or its job; absent where its record has none. */
  readonly conclusion?: string;
  /** In the profile's order. */
  readonly steps: readonly PipelineStepDecision[];
}

export interface PipelineStepDecision {
  readonly name: string;
  readonly outcome: "success" | "failure" | "skipped" | "cancelled" | "missing" | "unknown";
  /** What the run made of it: success of one that failed under `continue-on-error`. */
  readonly conclusion?: string;
  readonly durationMs?: number;
  /** The median of earlier runs, where such were given. */
  readonly usualMs?: number;
  /** Of each rule that certainly found something. */
  readonly reasons: readonly string[];
}

/** Whether an intent that concerns one gate may go ahead: which rules speak against it, and what is not known. */
export interface GateQuestion {
  readonly allowed: boolean | "unknown";
  readonly unmet: readonly string[];
  /** Facts that are missing, in UpperCamel. */
  readonly unknown: readonly string[];
  /** One sentence for each unmet reason, in the same order. */
  readonly messages: readonly string[];
}

export interface GateDecision {
  readonly name: string;
  readonly state: GateState | "indeterminate";
  readonly reason: string;
  readonly message: string;
  readonly remediation?: string;
  readonly activatedOn?: string;
  /** Whole UTC days since then. */
  readonly ageDays?: number;
  /** First instant at which the state is expiring, and expired, while nothing but time passes. */
  readonly warnsAt?: string;
  readonly failsAt?: string;
  /** Intents that the state denies, where it is decided. */
  readonly denies: readonly Intent[];
  /** Declared in Git × OnDelete in the cluster × owned (docs/gates.md). Absent where the profile names no DaemonSet for the gate. */
  readonly combination?: GateCombination | "unknown";
  /** Absent where the profile names no DaemonSet for the gate. */
  readonly stalled?: boolean | "unknown";
  readonly suppresses: readonly string[];
  readonly hold?: HoldDecision;
  readonly fleet?: FleetDecision;
  readonly release?: GateQuestion;
  readonly rollback?: GateQuestion;
  readonly rules: readonly string[];
  readonly possible?: readonly PossibleOutcome[];
  readonly missing?: readonly MissingFact[];
  readonly evidence: readonly Evidence[];
}

/** The workload that a gate holds at zero. */
export interface HoldDecision {
  readonly deployment: string;
  readonly replicas: number | "unknown";
  /** The count to restore, as recorded; absent where nothing is recorded. */
  readonly remembered?: string;
  /** Whether that count can be restored. */
  readonly rememberedState?: RememberedState | "unknown";
}

/** Which revision of a gated DaemonSet the nodes run. */
export interface FleetDecision {
  readonly daemonSet: string;
  readonly strategy: string;
  readonly desired: number | "unknown";
  readonly current: number | "unknown";
  readonly stale: number | "unknown";
  readonly ready: number | "unknown";
  /** Newest revision, and what differs from the one that most nodes run; one line each. */
  readonly revision?: string;
  readonly delta?: readonly string[];
  /** Since when newer revisions have been waiting unadopted. */
  readonly waitingSince?: string;
}

/** What every node of one DaemonSet has adopted, and what the next step would change. */
export interface FleetAdoption extends FleetDecision {
  /** Recorded revisions that the node furthest behind has still to adopt, counted by object. */
  readonly behind: number | "unknown";
  /** What was delivered has reached the DaemonSet. Three facts, and none of them says another. */
  readonly reconciled: boolean | "unknown";
  /** Absent where no steps are recorded. */
  readonly canaried?: CanaryState | "unknown";
  readonly adopted: boolean | "unknown";
  /** The columns of the adoption matrix, lowest number first: what runs, what waits, and what is wanted. */
  readonly revisions: readonly FleetRevision[];
  /** Its rows, by name. */
  readonly nodes: readonly FleetNodeAdoption[];
  /** Nodes that should run a pod and have none, where they can be told. */
  readonly missing?: readonly string[];
  /** For each stale revision that pods run: what a step changes on a node that runs it, one line each. */
  readonly steps: readonly FleetStepDelta[];
  /** Setting the template back to what most stale pods run. */
  readonly undo?: { readonly revision: string; readonly replacesPods: number | "unknown" };
}

export interface FleetRevision {
  /** Mutable: raised where an older template is wanted again. */
  readonly number: number;
  /** Lasts. */
  readonly name: string;
  readonly hash: string;
  /** When the object was created, which says nothing of the order; absent where it does not say. */
  readonly createdAt?: string;
  readonly nodes: number;
  readonly isWanted: boolean;
  /** What it changed about the recorded revision before it; empty for the first. */
  readonly changes: readonly string[];
}

export interface FleetNodeAdoption {
  readonly node: string;
  /** `pending` and `ended`: a pod is there for the node, and nothing runs. */
  readonly state: "current" | "stale" | "missing" | "pending" | "terminating" | "ended" | "unknown";
  /** Hash of what its counted pod runs. */
  readonly revision?: string;
  readonly behind?: number;
  readonly podCreatedAt?: string;
  readonly ready?: boolean;
  /** What is recorded of that pod; absent where no steps are recorded or the pod cannot be told. */
  readonly step?: "verified" | "failed" | "unverified" | "none";
}

export interface FleetStepDelta {
  readonly from: string;
  readonly nodes: readonly string[];
  /** Empty: the templates mean the same. */
  readonly delta: readonly string[];
}

/** A Kustomization or HelmRelease, and what stands in its way; together they make the chain. */
export interface FluxDecision {
  /** `Kind/namespace/name`. */
  readonly object: string;
  /** A Kustomization that policies judged; the others stand in the way of one. */
  readonly judged: boolean;
  readonly state: FluxNode["state"];
  readonly ready: boolean | "unknown";
  /** Of judged ones: Flux does not reconcile it now. Absent where there is none. */
  readonly quiescent?: boolean | "unknown";
  readonly healing: Healing | "unknown";
  /** When all attempts in its way are over at the latest, whatever they come to; absent where none is known. */
  readonly attemptsOverAt?: string;
  /** The same, where waiting may be worth anything; absent where it is not, and where that is not known. */
  readonly retryUsefulAt?: string;
  /** Its own attempt: the end of a running one at the latest, or the start of the next. */
  readonly attempt?: { readonly what: "ends" | "starts"; readonly at: string };
  readonly because: readonly FluxEdge[];
  /** Seen at the same time, and no cause. */
  readonly coincident: readonly FluxEdge[];
  readonly missing: MissingFact["reasons"];
}

/** One object that stands in the way of another, and how that is known. */
export interface FluxEdge {
  readonly object: string;
  readonly via: Blocker["via"];
  readonly class: EdgeClass;
  readonly reason: string;
  readonly detail: string;
}

/** A rule of a `mode: all` policy that holds, or of which it cannot be said. */
export interface Finding {
  readonly policy: string;
  readonly rule: string;
  readonly subject: SubjectKind;
  readonly name: string;
  readonly outcome: "fail" | "unknown" | "error";
  readonly enforcement: Enforcement;
  readonly severity: Severity;
  readonly reason: string;
  readonly message: string;
  readonly remediation?: string;
  readonly denies: readonly Intent[];
  readonly missing?: readonly MissingFact[];
  readonly evidence: readonly Evidence[];
}

/** The transaction on one node. */
export interface PlanStep {
  readonly node: string;
  readonly uid: string;
  readonly role: NodeDecision["role"];
  readonly obligations: readonly Obligation[];
  /** From claiming the node to giving it back. */
  readonly phases: readonly PlanPhase[];
  /** Of a step that cordons: what somebody intends with the node, if anything; it is there again in the end. */
  readonly keeps?: { readonly cordon: boolean; readonly taints: readonly string[] };
  /** Of a step that reboots: the profile's minutes per reboot; absent where it names none. */
  readonly minutes?: number;
  /** Guards that are not met now; empty: the step may run once those before it are done. */
  readonly unmet: readonly UnmetGuard[];
}

export type Guard =
  | "NodeReady"
  | "GateWouldStep"
  | "ControlPlanePeers"
  | "EtcdHealthy"
  | "EvictionDestinations"
  | "ConfigOnDisk"
  | "ScaleDown"
  | "SchedulingIntent";

/** A guard that holds a step back: because of what was seen, or because it could not be seen. */
export interface UnmetGuard {
  readonly guard: Guard;
  readonly because: "seen" | "unknown";
  readonly message: string;
  /** What would meet it. */
  readonly meets: string;
  /** The node of an earlier step that meets it once it is through, or its own, whose patch does. */
  readonly metBy?: string;
}

/** A guard that rests on what the profile does not collect. */
export interface GuardNotJudged {
  readonly guard: Guard;
  readonly message: string;
  /** What would let it be judged. */
  readonly meets: string;
}

/** A node that no plan waits for. */
export interface DroppedNode {
  readonly node: string;
  readonly why: string;
}

/** What one evaluation says. JSON-able; `writeDecision` gives its canonical bytes. */
export interface Decision {
  readonly apiVersion: "fleetwarrant.dev/v1alpha1";
  readonly kind: "Decision";
  readonly takenAt: string;
  readonly evaluatedAt: string;
  /** When what it was compared with was read, where an earlier snapshot was given. */
  readonly earlierTakenAt?: string;
  /** First instant at which time alone may change anything here; absent if it cannot. */
  readonly until?: string;
  readonly intent: Intent;
  readonly verdict: Verdict;
  /** Of an indeterminate verdict: bring evidence, or mend a policy. */
  readonly because?: "unknown" | "error";
  /** Nothing that bears on the intent was judged: not a pass. */
  readonly vacuous: boolean;
  /** Of every intent that something judged bears on. */
  readonly verdicts: Readonly<Partial<Record<Intent, Verdict>>>;
  readonly gates: readonly GateDecision[];
  /** Every DaemonSet that the profile names, gated or not. */
  readonly fleets: readonly FleetAdoption[];
  readonly nodes: readonly NodeDecision[];
  /** Absent where no policy judged a step that the profile requires. */
  readonly pipeline?: PipelineDecision;
  /** Absent where no policy judged a Kustomization. */
  readonly flux?: readonly FluxDecision[];
  readonly disruption: {
    readonly reboots: number;
    readonly restarts: number;
    readonly controlPlanes: number;
    /** By the profile's minutes per reboot; absent where it names none. */
    readonly minutes?: number;
  };
  readonly plan: {
    readonly steps: readonly PlanStep[];
    /** Where the plan stops first, if nothing changes: no step of it meets that guard. */
    readonly firstGuard?: Pick<UnmetGuard, "guard" | "because"> & { readonly node: string };
    readonly dropped?: readonly DroppedNode[];
    /** Guards that a step needs and that rest on what the profile does not collect: whoever acts judges them. */
    readonly notJudged?: readonly GuardNotJudged[];
  };
  readonly findings: readonly Finding[];
  readonly counts: DecisionCounts;
  readonly digests: {
    readonly policies: string;
    readonly profile: string;
    /** Of the effect table by which changes to machine configs were judged. */
    readonly effects: string;
  };
}

export interface DecisionCounts {
  /** Subjects judged, by kind; 0 is said, not passed over. */
  readonly subjects: Readonly<Record<SubjectKind, number>>;
  readonly actions: Readonly<Record<Action, number>>;
  /** For each `policy/rule`: how many subjects it decided or was found on. */
  readonly rules: Readonly<Record<string, number>>;
  /** Kinds of subjects that are there, and that no policy is about: not judged, which is no pass. */
  readonly unjudged: readonly SubjectKind[];
  /** What the profile does not name. */
  readonly notApplicable: readonly string[];
}
