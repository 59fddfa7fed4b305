import { type Fact, type FactDeclaration, known } from "../fact.ts";
import { boolFact } from "../fact-type.ts";
import { everyReason } from "../gaps.ts";
import { reasonsOf, unknownFor } from "../known.ts";
import type { FleetSubject } from "../subject.ts";
import {
  fleetDesired,
  fleetScheduled,
  fleetUpdated,
  MISSCHEDULED,
  readCounter,
} from "./fleet-counters.ts";
import { fleetObserved } from "./fleet-observed.ts";
import { daemonSetPath, podsPath, revisionsPath } from "./fleet-paths.ts";
import { type FleetPod, oldestPod, podsByNode } from "./fleet-pod.ts";
import type { FleetView } from "./fleet-view.ts";
import { viewOf } from "./view-of.ts";

export const fleetConsistent: FactDeclaration<FleetSubject, boolean> = {
  name: "fleet.consistent",
  type: boolFact,
  mayBeAbsent: false,
  reasons: everyReason,
  reads: [daemonSetPath, podsPath, revisionsPath, "/coverage"],
  doc: "What the DaemonSet's status counts (desired, scheduled, updated) fits the pods that were seen, counted as its controller counts: pods being deleted included, the oldest on each node, pods on nodes it does not want apart. Updated is compared only while the status is about the present spec.",
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
    const updated = judgeUpdated(view, {
      observed: read(fleetObserved),
      updated: read(fleetUpdated),
      misscheduled,
    });
    if ([places, updated].some((one) => one.state === "value" && !one.value)) return known(false);
    const reasons = reasonsOf([places, updated]);
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
  const unbound = counted.filter(({ nodeName }) => nodeName === undefined).length;
  const places = scheduled.value + misscheduled.value;
  return known(occupied <= places && places <= occupied + unbound);
}

interface UpdatedCounts {
  readonly observed: Fact<boolean>;
  readonly updated: Fact<number>;
  readonly misscheduled: Fact<number>;
}

function judgeUpdated({ pods, open }: FleetView, counts: UpdatedCounts): Fact<boolean> {
  const { observed, updated, misscheduled } = counts;
  if (isValue(observed) && !observed.value) return known(true);
  if (open !== undefined || !isValue(observed) || !isValue(updated) || !isValue(misscheduled)) {
    return unclear([observed, updated, misscheduled, open]);
  }
  const counted = countedPods(pods);
  const judged = [...podsByNode(counted).values()].map((onNode) => {
    const pod = oldestPod(onNode);
    return pod.state === "unknown" ? pod : pod.value.updated;
  });
  const sure = judged.filter((one) => one.state === "value" && one.value).length;
  const doubtful = judged.filter(({ state }) => state === "unknown").length;
  const unbound = counted.filter(({ nodeName }) => nodeName === undefined).length;
  if (updated.value < sure - misscheduled.value) return known(false);
  if (updated.value > sure + doubtful + unbound) return known(false);
  return doubtful === 0 ? known(true) : unclear(judged);
}

/** The controller counts pods that are on their way out, but not those that ended and are being deleted. */
function countedPods(pods: readonly FleetPod[]): readonly FleetPod[] {
  return pods.filter(
    ({ life, object }) => life !== "ended" || typeof object.metadata.deletionTimestamp !== "string",
  );
}

function isValue<T>(fact: Fact<T>): fact is Extract<Fact<T>, { readonly state: "value" }> {
  return fact.state === "value";
}

function unclear(facts: readonly (Fact<unknown> | undefined)[]): Fact<boolean> {
  return unknownFor(reasonsOf(facts.filter((fact) => fact !== undefined)));
}
