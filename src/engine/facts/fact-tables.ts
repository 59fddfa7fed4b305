import type { VariableDeclaration } from "../../cel/type.ts";
import { credentialFacts } from "./credential-facts.ts";
import { createFactTable, type FactTable } from "./fact-table.ts";
import { fleetFacts } from "./fleet/fleet-facts.ts";
import { gatedFleetFacts } from "./fleet/gated-fleet-facts.ts";
import { kustomizationFacts } from "./flux/kustomization-facts.ts";
import { gateFacts } from "./gate/gate-facts.ts";
import { nodeCredentialTable } from "./node/node-credential-readers.ts";
import { nodeFacts } from "./node/node-facts.ts";
import { stepFacts } from "./pipeline/step-facts.ts";
import { sourceFacts } from "./source/source-facts.ts";
import type {
  CredentialSubject,
  FleetSubject,
  GatedFleetSubject,
  GateSubject,
  KustomizationSubject,
  NodeSubject,
  SourceSubject,
  StepSubject,
  SubjectKind,
} from "./subject.ts";

export const gateTable: FactTable<GateSubject> = createFactTable(gateFacts);
export const gatedFleetTable: FactTable<GatedFleetSubject> = createFactTable(gatedFleetFacts);
export const fleetTable: FactTable<FleetSubject> = createFactTable(fleetFacts);
export const nodeTable: FactTable<NodeSubject> = createFactTable(nodeFacts);
export const credentialTable: FactTable<CredentialSubject> = createFactTable(credentialFacts);
export const kustomizationTable: FactTable<KustomizationSubject> =
  createFactTable(kustomizationFacts);
export const stepTable: FactTable<StepSubject> = createFactTable(stepFacts);
export const sourceTable: FactTable<SourceSubject> = createFactTable(sourceFacts);

/** What expressions about a kind of subject may read; the place in the list is the slot. */
export function subjectVariables(kind: SubjectKind): readonly VariableDeclaration[] {
  switch (kind) {
    case "gate":
      return gateTable.variables;
    case "gatedFleet":
      return gatedFleetTable.variables;
    case "fleet":
      return fleetTable.variables;
    case "node":
    case "nodeConfig":
      return nodeTable.variables;
    case "nodeCredential":
      return nodeCredentialTable.variables;
    case "credential":
      return credentialTable.variables;
    case "step":
      return stepTable.variables;
    case "source":
      return sourceTable.variables;
    case "kustomization":
      return kustomizationTable.variables;
  }
}
