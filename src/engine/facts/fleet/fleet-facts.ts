import type { AnyFact } from "../fact.ts";
import type { FleetSubject } from "../subject.ts";
import { deliveryHelm } from "./delivery-helm.ts";
import { deliveryVersion } from "./delivery-version.ts";
import { fleetBehind } from "./fleet-behind.ts";
import { fleetConsistent } from "./fleet-consistent.ts";
import {
  fleetAvailable,
  fleetDesired,
  fleetReady,
  fleetScheduled,
  fleetUpdated,
} from "./fleet-counters.ts";
import { fleetDelta } from "./fleet-delta.ts";
import { fleetExists } from "./fleet-exists.ts";
import { fleetHoursWithoutAdoption } from "./fleet-hours-without-adoption.ts";
import { fleetLeaving } from "./fleet-leaving.ts";
import { fleetMissingNodes } from "./fleet-missing-nodes.ts";
import { fleetCurrentNodes, fleetStaleNodeNames, fleetStaleNodes } from "./fleet-nodes.ts";
import { fleetObserved } from "./fleet-observed.ts";
import { fleetPodCount } from "./fleet-pod-count.ts";
import {
  fleetEndedNodeNames,
  fleetEndedNodes,
  fleetFailedPods,
  fleetNotReadyNodeNames,
  fleetNotReadyNodes,
  fleetPendingPodNames,
  fleetPendingPods,
  fleetTerminatingNodeNames,
  fleetTerminatingNodes,
} from "./fleet-pod-troubles.ts";
import { fleetAdopted, fleetCanaried, fleetReconciled } from "./fleet-progress.ts";
import { fleetRenumbered, fleetRenumberings } from "./fleet-renumbered.ts";
import { fleetRevision } from "./fleet-revision.ts";
import { fleetRunningRevisions } from "./fleet-running-revisions.ts";
import { fleetStalePods } from "./fleet-stale-pods.ts";
import { fleetStrategy } from "./fleet-strategy.ts";
import { fleetStrayNodeNames, fleetStrayNodes } from "./fleet-stray-nodes.ts";
import { fleetUnadopted } from "./fleet-unadopted.ts";
import { fleetUnlistedNodeNames, fleetUnlistedNodes } from "./fleet-unlisted-nodes.ts";
import {
  fleetUnrecordedAdoptions,
  fleetUnrecordedNodeNames,
  fleetUnrecordedNodes,
} from "./fleet-unrecorded.ts";
import { fleetWaitingSince } from "./fleet-waiting-since.ts";
import { undoReplacesPods, undoRevision } from "./undo.ts";

/** What policies about a DaemonSet and its nodes may read, whether a gate is over it or not. */
export const fleetFacts: readonly AnyFact<FleetSubject>[] = [
  fleetExists,
  fleetLeaving,
  fleetStrategy,
  fleetDesired,
  fleetScheduled,
  fleetUpdated,
  fleetReady,
  fleetAvailable,
  fleetObserved,
  fleetPodCount,
  fleetStalePods,
  fleetCurrentNodes,
  fleetStaleNodes,
  fleetStaleNodeNames,
  fleetMissingNodes,
  fleetTerminatingNodes,
  fleetTerminatingNodeNames,
  fleetNotReadyNodes,
  fleetNotReadyNodeNames,
  fleetPendingPods,
  fleetPendingPodNames,
  fleetEndedNodes,
  fleetEndedNodeNames,
  fleetFailedPods,
  fleetStrayNodes,
  fleetStrayNodeNames,
  fleetUnlistedNodes,
  fleetUnlistedNodeNames,
  fleetConsistent,
  fleetRevision,
  fleetRunningRevisions,
  fleetUnadopted,
  fleetBehind,
  fleetDelta,
  fleetWaitingSince,
  fleetHoursWithoutAdoption,
  fleetReconciled,
  fleetCanaried,
  fleetAdopted,
  fleetUnrecordedNodes,
  fleetUnrecordedNodeNames,
  fleetUnrecordedAdoptions,
  undoRevision,
  undoReplacesPods,
  fleetRenumbered,
  fleetRenumberings,
  deliveryHelm,
  deliveryVersion,
];
