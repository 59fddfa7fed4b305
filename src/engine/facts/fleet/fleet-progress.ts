import { absent, type FactDeclaration, known } from "../fact.ts";
import { boolFact, enumFact } from "../fact-type.ts";
import { everyReason } from "../gaps.ts";
import { reasonsOf, unknownFor } from "../known.ts";
import type { FleetSubject } from "../subject.ts";
import { CANARY_STATES, type CanaryState, canaryOf } from "./canary.ts";
import { deliveryHelm } from "./delivery-helm.ts";
import { fleetDesired, fleetScheduled } from "./fleet-counters.ts";
import { fleetExists } from "./fleet-exists.ts";
import { fleetCurrentNodes, fleetStaleNodes } from "./fleet-nodes.ts";
import { fleetObserved } from "./fleet-observed.ts";
import { daemonSetPath, podsPath, revisionsPath } from "./fleet-paths.ts";
import { viewOf } from "./view-of.ts";

// Reconciled, canaried and adopted are three things: none of them says another, and none says "approved".

export const fleetReconciled: FactDeclaration<FleetSubject, boolean> = {
  name: "fleet.reconciled",
  type: boolFact,
  mayBeAbsent: true,
  reasons: everyReason,
  reads: [daemonSetPath, revisionsPath, ...deliveryHelm.reads],
  doc: "What was delivered has reached the DaemonSet: its HelmRelease succeeded, where the profile names one, and the controller has seen the present spec and recorded its template. Says nothing of any pod. Absent where there is no DaemonSet.",
  derive: (subject, read) => {
    const exists = read(fleetExists);
    if (exists.state === "value" && !exists.value) return absent;
    const helm = read(deliveryHelm);
    const observed = read(fleetObserved);
    if (helm.state === "value" && helm.value !== "succeeded") return known(false);
    if (observed.state === "value" && !observed.value) return known(false);
    const { history } = viewOf(subject);
    const current = history.state === "value" ? history.value.current.revision : history;
    const reasons = reasonsOf([exists, helm, observed, current]);
    return reasons.length === 0 ? known(true) : unknownFor(reasons);
  },
};

export const fleetCanaried: FactDeclaration<FleetSubject, CanaryState> = {
  name: "fleet.canaried",
  type: enumFact("CanaryState", CANARY_STATES),
  mayBeAbsent: true,
  reasons: everyReason,
  reads: ["/steps", podsPath, revisionsPath, "/coverage"],
  doc: "What the recorded steps say of the revision that is wanted now, by its hash: on some node it was verified, and that pod still runs (verified); its latest record on some node is a failure (failed); it was stepped and not yet checked (unverified); only another revision, or a pod that is gone, was verified, so that says nothing any more (void); none of these (none). Absent where no steps are recorded.",
  derive: (subject, _read, note) => {
    const canary = canaryOf(subject);
    if (canary.state === "absent") return absent;
    if (canary.state === "unknown") return { ...unknownFor(canary.reasons), present: true };
    for (const { at, record } of canary.value.steps)
      note?.(["steps", String(at), "revision"], record.revision);
    return known(canary.value.state);
  },
};

export const fleetAdopted: FactDeclaration<FleetSubject, boolean> = {
  name: "fleet.adopted",
  type: boolFact,
  mayBeAbsent: true,
  reasons: everyReason,
  reads: [daemonSetPath, podsPath, revisionsPath, "/coverage"],
  doc: "Every node that the DaemonSet wants runs the revision that it wants now, and there is at least one. Absent where there is no DaemonSet.",
  derive: (_subject, read) => {
    const exists = read(fleetExists);
    if (exists.state === "value" && !exists.value) return absent;
    const desired = read(fleetDesired);
    const scheduled = read(fleetScheduled);
    const observed = read(fleetObserved);
    const stale = read(fleetStaleNodes);
    const current = read(fleetCurrentNodes);
    const anyStale =
      stale.state === "value" ? stale.value : stale.state === "unknown" ? (stale.atLeast ?? 0) : 0;
    if (anyStale > 0 || (observed.state === "value" && !observed.value)) return known(false);
    if (desired.state === "value" && desired.value === 0) return known(false);
    if (desired.state === "value" && scheduled.state === "value" && scheduled.value < desired.value)
      return known(false);
    const reasons = reasonsOf([exists, desired, scheduled, observed, stale, current]);
    if (reasons.length > 0) return unknownFor(reasons);
    return known(
      desired.state === "value" && current.state === "value" && current.value >= desired.value,
    );
  },
};
