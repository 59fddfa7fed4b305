import { type Fact, type FactDeclaration, known } from "../fact.ts";
import { boolFact } from "../fact-type.ts";
import { everyReason } from "../gaps.ts";
import { reasonsOf, unknownFor } from "../known.ts";
import type { FleetSubject } from "../subject.ts";
import {
  fleetDesired,
  fleetReady,
  fleetScheduled,
  fleetUpdated,
  MISSCHEDULED,
  readCounter,
} from "./fleet-counters.ts";
import { fleetObserved } from "./fleet-observed.ts";
import { daemonSetPath, podsPath, revisionsPath } from "./fleet-paths.ts";
import { countedPods, type FleetPod, oldestPod, podsByNode } from "./fleet-pod.ts";
import type { FleetView } from "./fleet-view.ts";
import { podReady } from "./pod-ready.ts";
import { viewOf } from "./view-of.ts";

export const fleetConsistent: FactDeclaration<FleetSubject, boolean> = {
  name: "fleet.consistent",
  type: boolFact,
  mayBeAbsent: false,
  reasons: everyReason,
  reads: [daemonSetPath, podsPath, revisionsPath, "/coverage"],
  doc: "What the DaemonSet's status counts (desired, scheduled, updated, ready) fits the pods that were seen, counted as its controller counts: pods being deleted included, the oldest on each node, pods on nodes it does not want apart. Updated is compared only while the status is about the present spec.",
  derive: (subject, read, note) => {
    const view = viewOf(subject);
    if (view.daemonSet.state === "absent") return known(true);
    const misscheduled =
      view.daemonSet.state === "value"
        ? readCounter(view.daemonSet.value, MISSCHEDULED, note)
        : view.daemonSet;
    const desired = read(fleetDesired);
    const scheduled = read(fleetScheduled);
    const places = judgePlaces(view, { desired, scheduled, misscheduled });
    const updated = judgeUpdated(view, read(fleetObserved), {
      counted: read(fleetUpdated),
      misscheduled,
      judge: ({ updated: isUpdated }) => isUpdated,
    });
    const ready = judgeCounter(view, {
      counted: read(fleetReady),
      misscheduled,
      judge: podReady,
    });
    const judged = [places, updated, ready];
    if (judged.some((one) => one.state === "value" && !one.value)) return known(false);
    const reasons = reasonsOf(judged);
    return reasons.length === 0 ? known(true) : unknownFor(reasons);
  },
};

interface PlaceCounts {
  readonly desired: Fact<number>;
  readonly scheduled: Fact<number>;
  readonly misscheduled: Fact<number>;
}

/** Each node with a pod is counted once: as scheduled where the pod is wanted, else as misscheduled. */
function judgePlaces({ pods, open }: FleetView, counts: PlaceCounts): Fact<boolean> {
  const { desired, scheduled, misscheduled } = counts;
  if (isValue(desired) && isValue(scheduled) && scheduled.value > desired.value)
    return known(false);
  if (open !== undefined || !isValue(scheduled) || !isValue(misscheduled) || !isValue(desired)) {
    return unclear([desired, scheduled, misscheduled, open]);
  }
  const counted = countedPods(pods);
  const occupied = podsByNode(counted).size;
  const elsewhere = counted.filter(({ meantFor }) => meantFor === undefined).length;
  const places = scheduled.value + misscheduled.value;
  return known(occupied <= places && places <= occupied + elsewhere);
}

/** Of a spec that the controller has not seen yet, it counts by the one before. */
function judgeUpdated(
  view: FleetView,
  observed: Fact<boolean>,
  counter: PodCounter,
): Fact<boolean> {
  if (isValue(observed) && !observed.value) return known(true);
  return isValue(observed) ? judgeCounter(view, counter) : unclear([observed, counter.counted]);
}

/** A counter of pods on wanted nodes, and what it counts of the pod that counts for a node. */
interface PodCounter {
  readonly counted: Fact<number>;
  readonly misscheduled: Fact<number>;
  readonly judge: (pod: FleetPod) => Fact<boolean>;
}

/** Pods on nodes that are not wanted do not count, and which those are is not told: so it fits within bounds. */
function judgeCounter(
  { pods, open }: FleetView,
  { counted, misscheduled, judge }: PodCounter,
): Fact<boolean> {
  if (open !== undefined || !isValue(counted) || !isValue(misscheduled)) {
    return unclear([counted, misscheduled, open]);
  }
  const all = countedPods(pods);
  const judged = [...podsByNode(all).values()].map((onNode) => {
    const pod = oldestPod(onNode);
    return pod.state === "unknown" ? pod : judge(pod.value);
  });
  const sure = judged.filter((one) => one.state === "value" && one.value).length;
  const doubtful = judged.filter(({ state }) => state === "unknown").length;
  const elsewhere = all.filter(({ meantFor }) => meantFor === undefined).length;
  if (counted.value < sure - misscheduled.value) return known(false);
  if (counted.value > sure + doubtful + elsewhere) return known(false);
  return doubtful === 0 ? known(true) : unclear(judged);
}

function isValue<T>(fact: Fact<T>): fact is Extract<Fact<T>, { readonly state: "value" }> {
  return fact.state === "value";
}

function unclear(facts: readonly (Fact<unknown> | undefined)[]): Fact<boolean> {
  return unknownFor(reasonsOf(facts.filter((fact) => fact !== undefined)));
}
