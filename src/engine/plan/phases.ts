import type { Obligation } from "../policy.ts";

/** Where a transaction on one node can stand; a lock, a change, and what proves it. */
export type Phase =
  | "claim"
  | "patch"
  | "drain"
  | "reboot"
  | "ready"
  | "restart"
  | "verify"
  | "reassert";

/** What a later snapshot shows once a phase is done. */
export type PhaseProof =
  /** The Node's owner annotation names the holder. */
  | "OwnerIsHolder"
  | "NodeCordoned"
  /** The active machine config holds what was to be patched. */
  | "ConfigApplied"
  /** No Pod is left on the node but finished ones, static ones and those of DaemonSets. */
  | "PodsEvicted"
  | "BootIdChanged"
  | "NodeReady"
  /** The container runtime started after its registry config was last written. */
  | "RuntimeStartedAfterConfig"
  /** The image was pulled uncached, through the kubelet, in this run of the runtime. */
  | "UncachedPull"
  /** The proof marker names the declared revision, this UID and this boot id. */
  | "MarkerCurrent"
  /** No owner is left, and cordon and taints are as they were before the claim. */
  | "NodeGivenBack";

/** One phase of a node's transaction: what it does, and what proves that it is done. */
export interface PlanPhase {
  readonly phase: Phase;
  /** For people. */
  readonly does: string;
  /** All of them must be seen. */
  readonly provedBy: readonly PhaseProof[];
}

/**
 * The phases of the transaction that carries out a node's obligations; none where there are none. Its claim
 * is the first and the last one gives the node back: an owner left behind holds the whole fleet.
 *
 * A node is cordoned only to be drained, and drained only to be rebooted: where the runtime restarts by
 * itself, its containers go on. The reference script cordons for a mere pull as well.
 */
export function phasesOf(obligations: readonly Obligation[]): readonly PlanPhase[] {
  if (obligations.length === 0) return [];
  const claim = obligations.includes("reboot") ? claimAndCordon : claimOnly;
  const phases = [claim, ...obligations.flatMap((obligation) => phasesFor[obligation])];
  return phases.map((phase, at) => (at === phases.length - 1 ? givingBack(phase) : phase));
}

const claimOnly: PlanPhase = {
  phase: "claim",
  does: "writes the holder on the Node, bound to its UID and resourceVersion",
  provedBy: ["OwnerIsHolder"],
};
// In one write: between two of them another could schedule onto a node that is about to go down.
const claimAndCordon: PlanPhase = {
  phase: "claim",
  does: "writes the holder on the Node and cordons it, in one write bound to its UID and resourceVersion",
  provedBy: ["OwnerIsHolder", "NodeCordoned"],
};

const phasesFor: Readonly<Record<Obligation, readonly PlanPhase[]>> = {
  patch: [
    {
      phase: "patch",
      does: "patches the machine config without a reboot",
      provedBy: ["ConfigApplied"],
    },
  ],
  reboot: [
    {
      phase: "drain",
      does: "evicts the Pods, as their disruption budgets allow",
      provedBy: ["PodsEvicted"],
    },
    { phase: "reboot", does: "reboots the machine, once", provedBy: ["BootIdChanged"] },
    {
      phase: "ready",
      does: "waits until the node is back and its lifecycle taints are gone",
      provedBy: ["NodeReady"],
    },
  ],
  restart: [
    {
      phase: "restart",
      does: "waits for Talos to restart the container runtime",
      provedBy: ["RuntimeStartedAfterConfig"],
    },
  ],
  verify: [
    {
      phase: "verify",
      does: "takes the image out of the runtime's store and pulls it through the kubelet",
      provedBy: ["UncachedPull"],
    },
  ],
  reassert: [
    {
      phase: "reassert",
      does: "writes the proof into the machine config",
      provedBy: ["MarkerCurrent"],
    },
  ],
};

function givingBack({ phase, does, provedBy }: PlanPhase): PlanPhase {
  return {
    phase,
    does: `${does}; then gives the node back as it was`,
    provedBy: [...provedBy, "NodeGivenBack"],
  };
}
