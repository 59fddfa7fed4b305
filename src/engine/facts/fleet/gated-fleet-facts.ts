import type { AnyFact } from "../fact.ts";
import { gateFacts } from "../gate/gate-facts.ts";
import type { GatedFleetSubject } from "../subject.ts";
import { fleetFacts } from "./fleet-facts.ts";
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
  ...fleetFacts,
  holdNamed,
  holdOwned,
  holdRemembered,
  holdRememberedState,
  holdReplicas,
  holdRunningReplicas,
  holdRecordedTemplate,
  releaseCandidateTemplate,
  rollbackReplacesPods,
];
