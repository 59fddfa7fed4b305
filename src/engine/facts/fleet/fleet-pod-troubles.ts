import { compareText } from "../../../input/compare-text.ts";
import { type FactDeclaration, known, type UnknownReason } from "../fact.ts";
import { intFact, stringListFact } from "../fact-type.ts";
import { everyReason } from "../gaps.ts";
import { type Known, reasonsOf, unknownFor } from "../known.ts";
import { textAt } from "../read-object.ts";
import type { FleetSubject } from "../subject.ts";
import { countOf } from "./count-of.ts";
import { podsPath } from "./fleet-paths.ts";
import type { FleetPod } from "./fleet-pod.ts";
import { nodeAdoptions, runsNothing } from "./node-adoptions.ts";
import { podReady } from "./pod-ready.ts";
import { viewOf } from "./view-of.ts";

const reads = [podsPath, "/coverage"];

export const fleetNotReadyNodeNames: FactDeclaration<FleetSubject, readonly string[]> = {
  name: "fleet.notReadyNodeNames",
  type: stringListFact,
  mayBeAbsent: false,
  reasons: everyReason,
  reads,
  doc: "Names of nodes whose counted pod is not Ready, in code-unit order. Pods that are not bound, on their way out or over are told apart.",
  derive: (subject, _read, note) => {
    const { open } = viewOf(subject);
    const judged = nodeAdoptions(subject)
      .filter(({ state }) => state !== "terminating" && !runsNothing(state))
      .map(({ node, pod, reasons }) => ({ node, pod, ready: readyOf(pod, reasons) }));
    const unclear = reasonsOf([...(open ? [open] : []), ...judged.map(({ ready }) => ready)]);
    if (unclear.length > 0) return unknownFor(unclear);
    const down = judged.filter(({ ready }) => ready.state === "value" && !ready.value);
    for (const { pod } of down) {
      if (pod !== undefined) note?.(["objects", pod.key, "metadata", "name"], pod.name);
    }
    return known(down.map(({ node }) => node).sort(compareText));
  },
};

export const fleetNotReadyNodes: FactDeclaration<FleetSubject, number> = countOf(
  fleetNotReadyNodeNames,
  { name: "fleet.notReadyNodes", doc: "How many those are." },
);

function readyOf(pod: FleetPod | undefined, reasons: readonly UnknownReason[]): Known<boolean> {
  return pod === undefined ? unknownFor(reasons) : podReady(pod);
}

export const fleetTerminatingNodeNames: FactDeclaration<FleetSubject, readonly string[]> = {
  name: "fleet.terminatingNodeNames",
  type: stringListFact,
  mayBeAbsent: false,
  reasons: everyReason,
  reads,
  doc: "Names of nodes on which every pod of the DaemonSet is being deleted: none of them is replaced while it stays. In code-unit order.",
  derive: (subject, _read) => {
    const { open, nodes } = viewOf(subject);
    if (open !== undefined) return open;
    const names = [...nodes].flatMap(([name, { state }]) => (state === "terminating" ? name : []));
    return known(names.sort(compareText));
  },
};

export const fleetTerminatingNodes: FactDeclaration<FleetSubject, number> = countOf(
  fleetTerminatingNodeNames,
  { name: "fleet.terminatingNodes", doc: "How many those are." },
);

export const fleetPendingPodNames: FactDeclaration<FleetSubject, readonly string[]> = {
  name: "fleet.pendingPodNames",
  type: stringListFact,
  mayBeAbsent: false,
  reasons: everyReason,
  reads,
  doc: "Pods of the DaemonSet that are not bound to a node, so that nothing runs there though its status counts them as scheduled; each with the node that it was made for, where it names one: `cilium-h9vfz for prod-worker-1`. In code-unit order.",
  derive: (subject, _read, note) => {
    const { open, livePods } = viewOf(subject);
    if (open !== undefined) return open;
    const pending = livePods.filter(({ nodeName }) => nodeName === undefined);
    for (const { key, name } of pending) note?.(["objects", key, "metadata", "name"], name);
    return known(
      pending
        .map(({ name, meantFor }) => (meantFor === undefined ? name : `${name} for ${meantFor}`))
        .sort(compareText),
    );
  },
};

export const fleetPendingPods: FactDeclaration<FleetSubject, number> = countOf(
  fleetPendingPodNames,
  { name: "fleet.pendingPods", doc: "How many those are." },
);

export const fleetEndedNodeNames: FactDeclaration<FleetSubject, readonly string[]> = {
  name: "fleet.endedNodeNames",
  type: stringListFact,
  mayBeAbsent: false,
  reasons: everyReason,
  reads,
  doc: "Names of nodes on which every pod of the DaemonSet has failed or ended, so that nothing runs there though its status counts them as scheduled; its controller makes another. In code-unit order.",
  derive: (subject, _read, note) => {
    const { open, nodes } = viewOf(subject);
    if (open !== undefined) return open;
    const ended = [...nodes].filter(([, { state }]) => state === "ended");
    for (const [, { pod }] of ended) {
      const phase = textAt(pod?.object, ["status", "phase"]) ?? null;
      if (pod !== undefined) note?.(["objects", pod.key, "status", "phase"], phase);
    }
    return known(ended.map(([name]) => name).sort(compareText));
  },
};

export const fleetEndedNodes: FactDeclaration<FleetSubject, number> = countOf(fleetEndedNodeNames, {
  name: "fleet.endedNodes",
  doc: "How many those are.",
});

export const fleetFailedPods: FactDeclaration<FleetSubject, number> = {
  name: "fleet.failedPods",
  type: intFact,
  mayBeAbsent: false,
  reasons: everyReason,
  reads,
  doc: "Pods of the DaemonSet that ended as Failed and are still there; the controller makes another one in their place.",
  derive: (subject, _read, note) => {
    const { pods, open } = viewOf(subject);
    const failed = pods.filter(({ object }) => textAt(object, ["status", "phase"]) === "Failed");
    for (const { key } of failed) note?.(["objects", key, "status", "phase"], "Failed");
    return open === undefined ? known(failed.length) : { ...open, atLeast: failed.length };
  },
};
