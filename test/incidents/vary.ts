import type { Decision, NodeDecision } from "../../src/engine/decision.ts";
import { type EvaluateOptions, evaluate } from "../../src/engine/evaluate.ts";
import type { ProfileDocument } from "../../src/generated/profile-types.ts";
import type { SnapshotDocument } from "../../src/generated/snapshot-types.ts";
import type { SourceText } from "../../src/input/source-document.ts";
import type { ParamSetting } from "../../src/policies/policy-settings.ts";
import { loadSources, readIncident } from "../support/incident-folder.ts";
import { shippedPolicies } from "../support/shipped-policies.ts";

/** One change to an incident: to its raw files, and to what was read of them. */
export interface Variation {
  readonly folder: string;
  readonly files?: (file: SourceText) => string | undefined;
  readonly more?: readonly SourceText[];
  readonly snapshot?: (snapshot: SnapshotDocument) => void;
  readonly profile?: (profile: ProfileDocument) => void;
  readonly params?: readonly ParamSetting[];
  readonly options?: EvaluateOptions;
}

/** Decides the incident as it is after the change; raw files go through the real loaders. */
export function decideVaried(variation: Variation): Decision {
  const { folder, files, more = [], params = [], options } = variation;
  const sources = readIncident(folder).flatMap((source): SourceText[] => {
    if (files === undefined) return [source];
    const text = files(source);
    return text === undefined ? [] : [{ ...source, text }];
  });
  const loaded = loadSources([...sources, ...more]);
  const snapshot = structuredClone(loaded.snapshot) as SnapshotDocument;
  const profile = structuredClone(loaded.profile) as ProfileDocument;
  variation.snapshot?.(snapshot);
  variation.profile?.(profile);
  return evaluate(shippedPolicies(params), snapshot, profile, options);
}

/** `name: action Reason` of each node, workers first, as an owner would read it. */
export function actionsOf(decision: Decision): Readonly<Record<string, string>> {
  return Object.fromEntries(
    decision.nodes.map(({ name, action, blocked, reason }) => [
      name.replace(/^prod-/, ""),
      `${action}${blocked === undefined ? "" : ` (${blocked})`} ${reason}`,
    ]),
  );
}

/** `Reason (outcome)` of each finding of these policies, on the subject of that name if one is given. */
export function saidBy(decision: Decision, policy: RegExp, name?: string): readonly string[] {
  return decision.findings
    .filter(
      (finding) => policy.test(finding.policy) && (name === undefined || finding.name === name),
    )
    .map(({ reason, outcome }) => `${reason} (${outcome})`);
}

export function nodeNamed(decision: Decision, name: string): NodeDecision {
  const found = decision.nodes.find((node) => node.name === name);
  if (found === undefined) throw new Error(`no node is named ${name}`);
  return found;
}

/** How many nodes come to each action. */
export function tally(decision: Decision): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { action } of decision.nodes) counts[action] = (counts[action] ?? 0) + 1;
  return counts;
}

const prefix = "platform.devantler.tech";

/** Annotation keys of the incident's profile. */
export const proofKeys = {
  revision: `${prefix}/ghcr-pull-verified-revision-v2`,
  image: `${prefix}/ghcr-pull-verified-image-v2`,
  owner: `${prefix}/ghcr-auth-drain-owner`,
  recovery: `${prefix}/ghcr-auth-drain-recovery`,
  phase: `${prefix}/ghcr-auth-drain-phase`,
} as const;

/** A Node as variations change it: parts that every fixture's Node has. */
export interface NodeDraft {
  metadata: {
    name: string;
    uid: string;
    annotations: Record<string, string>;
    labels: Record<string, string>;
    deletionTimestamp?: string;
  };
  spec: { unschedulable?: boolean; taints?: { key: string; effect: string; value?: string }[] };
  status: {
    nodeInfo: { bootID: string; machineID: string; osImage: string };
    addresses: { type: string; address: string }[];
    conditions: { type: string; status: string; lastTransitionTime: string }[];
  };
}

type TalosRecord = NonNullable<SnapshotDocument["talos"]>[string];
type MachineConfig = NonNullable<NonNullable<TalosRecord["machineConfig"]>["active"]>;
type TalosDraft = Omit<TalosRecord, "machineConfig"> & {
  machineConfig: { active: MachineConfig; persistent?: MachineConfig };
};

export function onNode(
  { objects }: SnapshotDocument,
  name: string,
  change: (node: NodeDraft) => void,
): void {
  const node = objects[`v1/Node//${name}`];
  if (node === undefined) throw new Error(`no node is named ${name}`);
  change(node as unknown as NodeDraft);
}

export function onTalos(
  { talos }: SnapshotDocument,
  name: string,
  change: (talos: TalosDraft) => void,
): void {
  const record = talos?.[name];
  if (record?.machineConfig?.active === undefined) throw new Error(`no config of ${name}`);
  change(record as unknown as TalosDraft);
}

/** Without the prefix that all names share. */
export const everyNode = [
  "worker-1",
  "worker-2",
  "worker-3",
  "worker-4",
  "control-plane-1",
  "control-plane-2",
  "control-plane-3",
] as const;

/** Every node the same but for those that are named. */
export function allBut(
  usual: string,
  others: Readonly<Partial<Record<(typeof everyNode)[number], string>>> = {},
): Readonly<Record<string, string>> {
  return Object.fromEntries(everyNode.map((name) => [name, others[name] ?? usual]));
}
