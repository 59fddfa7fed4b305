import type { AnyFact } from "../fact.ts";
import { gateFacts } from "../gate/gate-facts.ts";
import type { GatedFleetSubject } from "../subject.ts";
import { deliveryHelm } from "./delivery-helm.ts";
import { deliveryVersion } from "./delivery-version.ts";
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
import { fleetCurrentNodes, fleetStaleNodeNames, fleetStaleNodes } from "./fleet-nodes.ts";
import { fleetObserved } from "./fleet-observed.ts";
import { fleetPodCount } from "./fleet-pod-count.ts";
import { fleetRevision } from "./fleet-revision.ts";
import { fleetRunningRevisions } from "./fleet-running-revisions.ts";
import { fleetStalePods } from "./fleet-stale-pods.ts";
import { fleetStrategy } from "./fleet-strategy.ts";
import { fleetUnadopted } from "./fleet-unadopted.ts";
import { fleetWaitingSince } from "./fleet-waiting-since.ts";
import { gateCombination } from "./gate-combination.ts";
import { gateTemplateMoved } from "./gate-template-moved.ts";
import { gateTemplateMovedAt } from "./gate-template-moved-at.ts";
import { holdRecordedTemplate } from "./hold-recorded-template.ts";
import { holdNamed, holdOwned, holdRemembered, holdRememberedState } from "./hold-remembered.ts";
import { holdReplicas, holdRunningReplicas } from "./hold-replicas.ts";
import { releaseCandidateTemplate } from "./release-candidate-template.ts";
import { rollbackReplacesPods } from "./rollback-replaces-pods.ts";

/** What policies about gated fleets may read: of the gate, its fleet, its hold, and ways out of it. */
export const gatedFleetFacts: readonly AnyFact<GatedFleetSubject>[] = [
  ...gateFacts,
  gateCombination,
  gateTemplateMoved,
  gateTemplateMovedAt,
  fleetExists,
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
  fleetConsistent,
  fleetRevision,
  fleetRunningRevisions,
  fleetUnadopted,
  fleetDelta,
  fleetWaitingSince,
  fleetHoursWithoutAdoption,
  holdNamed,
  holdOwned,
  holdRemembered,
  holdRememberedState,
  holdReplicas,
  holdRunningReplicas,
  holdRecordedTemplate,
  releaseCandidateTemplate,
  rollbackReplacesPods,
  deliveryHelm,
  deliveryVersion,
];
