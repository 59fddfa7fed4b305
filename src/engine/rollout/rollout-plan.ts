import type { MissingFact } from "../decision.ts";

/** How a fleet that moves only when pods are deleted is brought to its wanted revision, one node at a time. */
export interface RolloutPlan {
  readonly apiVersion: "fleetwarrant.dev/v1alpha1";
  readonly kind: "RolloutPlan";
  readonly takenAt: string;
  readonly evaluatedAt: string;
  /** Every DaemonSet that the profile names, by name. */
  readonly fleets: readonly FleetRollout[];
}

export interface FleetRollout {
  /** `namespace/name`. */
  readonly daemonSet: string;
  readonly standing: RolloutStanding;
  /** The wanted revision, as `27 (cilium-7958bb8779)`. */
  readonly revision?: string;
  readonly steps: readonly RolloutStep[];
  /** Where the plan stops first, if nothing changes: no step of it meets that guard. */
  readonly firstGuard?: Pick<RolloutUnmet, "guard" | "because"> & { readonly node: string };
  /** Nodes that are leaving, for which no plan waits. */
  readonly dropped: readonly string[];
  /** Guards that a step needs and that rest on what the profile does not collect. */
  readonly notJudged: readonly { readonly guard: RolloutGuard; readonly meets: string }[];
  /** Of a fleet that cannot be planned for: what is not known. */
  readonly missing: readonly MissingFact["reasons"][number][];
}

/**
 * `steps`: there is something to do. `complete`: nothing is. `waits`: nothing is now, and it is not over: pods are lacking or on
 * their way out, or the controller's counts are not settled. `rolls`: its controller replaces pods by itself. `absent`: there is
 * no such DaemonSet, or it wants no node. `unknown`: what its nodes run, or whether they were verified, is not known.
 */
export type RolloutStanding = "steps" | "complete" | "waits" | "rolls" | "absent" | "unknown";

export interface RolloutStep {
  readonly node: string;
  readonly uid?: string;
  /** Unknown where the Node was not given. */
  readonly role: "control-plane" | "worker" | "unknown";
  /** The canary is the first node that runs the wanted revision and is verified. Unknown where the Node was not given. */
  readonly stage: "canary" | "worker" | "control-plane" | "unknown";
  /** `verify`: the node runs the wanted revision already, and nobody recorded that it was checked. */
  readonly action: "step-agent" | "verify";
  /** The pod that is to be replaced, or checked. */
  readonly pod: { readonly name: string; readonly uid: string };
  /** What the pod runs now. */
  readonly from: string;
  /** What the step changes on this node at once, one line each. */
  readonly delta: readonly string[];
  readonly phases: readonly RolloutPhase[];
  /** What is to be recorded (kind StepRecords), beside when it was done and what the checks came to. */
  readonly record: {
    readonly daemonSet: string;
    readonly node: string;
    readonly revision: string;
  };
  /** Guards that are not met now; empty: the step may be taken once those before it are through. */
  readonly unmet: readonly RolloutUnmet[];
}

export interface RolloutPhase {
  readonly phase: "replace" | "ready" | "record";
  /** For people. */
  readonly does: string;
  /** What a later snapshot shows once it is done. */
  readonly provedBy: readonly RolloutProof[];
}

export type RolloutProof =
  /** The pod with the step's UID is gone, and another one counts for the node. */
  | "PodReplaced"
  /** The hash of the pod that counts is that of the wanted revision. */
  | "RevisionAdopted"
  | "PodReady"
  | "NodeReady"
  /** A record of this node and this revision says verified, of the pod that runs. */
  | "StepVerified";

export type RolloutGuard =
  | "FleetKnown"
  | "GateStands"
  | "StepsRecorded"
  | "CanaryNotFailed"
  | "PredecessorVerified"
  | "OneAtATime"
  | "NodeReady"
  | "NodeFree"
  | "EtcdHealthy";

/** A guard that holds a step back: because of what was seen, or because it could not be seen. */
export interface RolloutUnmet {
  readonly guard: RolloutGuard;
  readonly because: "seen" | "unknown";
  readonly message: string;
  /** What would meet it. */
  readonly meets: string;
  /** The node of an earlier step that meets it once it is through. */
  readonly metBy?: string;
}
