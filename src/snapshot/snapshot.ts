import type {
  Coverage,
  CredentialEntry,
  CredentialEvidence,
  Fingerprint,
  Gap,
  GitFile,
  HandOff,
  MachineConfig,
  Object as ObjectDocument,
  PipelineStep,
  Probe,
  SnapshotDocument,
  StepRecord as StepRecordDocument,
  TalosNode,
  UnknownReason,
} from "../generated/snapshot-types.ts";
import type { DeepReadonly } from "../input/json-value.ts";

/** Everything an evaluation may read about one cluster, and when it was read. Shape: `schemas/snapshot.schema.json`. */
export type Snapshot = DeepReadonly<SnapshotDocument>;
/** One API object as plain JSON, minus what must not enter a snapshot. */
export type ClusterObject = DeepReadonly<ObjectDocument>;
export type SnapshotCoverage = DeepReadonly<Coverage>;
export type SnapshotGap = DeepReadonly<Gap>;
/** Why something is unknown: a closed list. */
export type UnknownReasonCode = UnknownReason;
export type TalosNodeRecord = DeepReadonly<TalosNode>;
export type MachineConfigRecord = DeepReadonly<MachineConfig>;
export type CredentialRecord = DeepReadonly<CredentialEvidence>;
export type CredentialEntryRecord = DeepReadonly<CredentialEntry>;
export type KeyedFingerprint = DeepReadonly<Fingerprint>;
export type GitFileRecord = DeepReadonly<GitFile>;
export type HandOffRecord = DeepReadonly<HandOff>;
export type ProbeRecord = DeepReadonly<Probe>;
export type StepRecord = DeepReadonly<StepRecordDocument>;
export type PipelineStepRecord = DeepReadonly<PipelineStep>;

/** `apiVersion/Kind/namespace/name`; the namespace is empty for cluster-scoped kinds. */
export function objectKey(
  apiVersion: string,
  kind: string,
  namespace: string | undefined,
  name: string,
): string {
  return `${apiVersion}/${kind}/${namespace ?? ""}/${name}`;
}
