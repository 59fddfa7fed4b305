import { OWN_API_VERSION } from "../../input/api-version.ts";
import {
  isList,
  isObject,
  type JsonObject,
  type JsonValue,
  member,
} from "../../input/json-value.ts";
import { ownValue } from "../../input/own-value.ts";
import { objectAt, wordAt } from "./json-access.ts";

/** What a document of evidence is. */
export type EvidenceKind =
  | "empty"
  | "snapshot"
  | "manifest"
  | "probes"
  | "stepRecords"
  | "credentialHistory"
  | "encrypted"
  | "talosResource"
  | "machineConfig"
  | "list"
  | "object"
  | "workflowRun"
  | "handOff"
  | "stepResults";

/** What each document of a Talos machine config says of its version. */
export const TALOS_VERSION = "v1alpha1";

/** Told to whoever gives a file that is none of these. */
export const RECOGNIZED_HELP: string =
  "recognised are Kubernetes objects and lists, `talosctl get machineconfig|services|etcfilestatus|members -o yaml`, " +
  "tables of `talosctl etcd status` and `talosctl etcd alarm list`, " +
  "rendered Talos machine configs, " +
  "`gh run view --json conclusion,jobs`, `toJSON(steps)`, logs with end-action markers, hand-offs, " +
  "SOPS-encrypted Secrets, logs of Git about those, Snapshots, SnapshotManifests, Probes, StepRecords and CredentialHistories, and files at the Git paths that the profile names";

/** Tells what a document is from its content alone; undefined if it is nothing that can be read. */
export function recognize(value: JsonValue): EvidenceKind | undefined {
  if (value === null) return "empty";
  if (!isObject(value)) return undefined;
  const apiVersion = wordAt(value, "apiVersion");
  const kind = wordAt(value, "kind");
  if (apiVersion === OWN_API_VERSION) return ownKind(kind);
  if (objectAt(value, "sops") !== undefined) return "encrypted";
  // Kubernetes has no API version without a group that is called so.
  if (apiVersion === TALOS_VERSION && kind !== undefined) return "machineConfig";
  if (apiVersion !== undefined && kind !== undefined)
    return isListKind(value, kind) ? "list" : "object";
  if (isTalosResource(value)) return "talosResource";
  return otherKind(value);
}

function ownKind(kind: string | undefined): EvidenceKind | undefined {
  return kind === undefined ? undefined : ownValue(ownKinds, kind);
}

const ownKinds: Readonly<Record<string, EvidenceKind>> = {
  Snapshot: "snapshot",
  SnapshotManifest: "manifest",
  Probes: "probes",
  StepRecords: "stepRecords",
  CredentialHistory: "credentialHistory",
};

function isListKind(value: JsonObject, kind: string): boolean {
  return kind.endsWith("List") && member(value, "items") !== undefined;
}

function isTalosResource(value: JsonObject): boolean {
  const metadata = objectAt(value, "metadata");
  return (
    wordAt(metadata, "type") !== undefined &&
    wordAt(metadata, "id") !== undefined &&
    member(value, "spec") !== undefined
  );
}

function otherKind(value: JsonObject): EvidenceKind | undefined {
  if (member(value, "credentialRevision") !== undefined && member(value, "nodes") !== undefined) {
    return "handOff";
  }
  if (isWorkflowRun(value)) return "workflowRun";
  if (isStepResults(value)) return "stepResults";
  return isMainConfig(value) ? "machineConfig" : undefined;
}

/** The document of a machine config that has no kind, or a part of it. */
function isMainConfig(value: JsonObject): boolean {
  return (
    member(value, "kind") === undefined &&
    (wordAt(value, "version") === TALOS_VERSION || objectAt(value, "machine") !== undefined)
  );
}

function isWorkflowRun(value: JsonObject): boolean {
  const hasConclusion = typeof member(value, "conclusion") === "string";
  return isList(member(value, "jobs")) || (hasConclusion && Object.keys(value).length === 1);
}

function isStepResults(value: JsonObject): boolean {
  const steps = Object.values(value);
  return (
    steps.length > 0 &&
    steps.every(
      (step) => member(step, "outcome") !== undefined && member(step, "conclusion") !== undefined,
    )
  );
}
