import type { Profile, ProfileCredential } from "../../src/profile/profile.ts";
import type {
  ClusterObject,
  CredentialEntryRecord,
  MachineConfigRecord,
  Snapshot,
  TalosNodeRecord,
} from "../../src/snapshot/snapshot.ts";

// What a snapshot says of one node, as it stands there.

export interface Seen {
  readonly snapshot: Snapshot;
  readonly profile: Profile;
}

/** One node, and one credential. */
export interface Asked extends Seen {
  readonly node: ClusterObject;
  readonly credential: ProfileCredential;
}

export const ms = (instant: string): number => Date.parse(instant);

export function takenAtMs({ snapshot }: Seen): number {
  return ms(snapshot.takenAt);
}

/** How far apart parts may be read: 60 minutes unless the profile says otherwise. */
export function maxSkewMs({ profile }: Seen): number {
  return (profile.spec.maxSkewMinutes ?? 60) * 60_000;
}

export function nodesOf({ snapshot }: Seen): readonly ClusterObject[] {
  return Object.values(snapshot.objects).filter(
    ({ apiVersion, kind }) => apiVersion === "v1" && kind === "Node",
  );
}

/** unknowns.md §4: a list is whole where its coverage says so. */
export function isNodeListWhole({ snapshot }: Seen): boolean {
  return snapshot.coverage.some(({ kind, complete }) => kind === "v1/Node" && complete);
}

export function annotationOf(
  { metadata }: ClusterObject,
  key: string | undefined,
): string | undefined {
  return key === undefined ? undefined : metadata.annotations?.[key];
}

interface NodeStatus {
  readonly conditions?: readonly {
    readonly type: string;
    readonly status: string;
    readonly lastTransitionTime?: string;
  }[];
  readonly nodeInfo?: { readonly bootID?: string; readonly osImage?: string };
}

export function statusOf({ status }: ClusterObject): NodeStatus {
  return (status ?? {}) as NodeStatus;
}

export function bootIdOf(node: ClusterObject): string | undefined {
  return statusOf(node).nodeInfo?.bootID;
}

export function isReady(node: ClusterObject): boolean {
  return readyCondition(node)?.status === "True";
}

export function readyCondition(
  node: ClusterObject,
): { readonly status: string; readonly lastTransitionTime?: string } | undefined {
  return statusOf(node).conditions?.find(({ type }) => type === "Ready");
}

export function isControlPlane({ metadata: { labels = {} } }: ClusterObject): boolean {
  return ["control-plane", "master"].some((role) => `node-role.kubernetes.io/${role}` in labels);
}

export function isTalosCollected({ profile }: Seen): boolean {
  return profile.spec.nodes?.talosCollected === true;
}

/** What Talos said of a node; undefined: it was not asked, or did not answer. */
export function talosOf(
  { snapshot }: Seen,
  { metadata }: ClusterObject,
): TalosNodeRecord | undefined {
  return snapshot.talos?.[metadata.name];
}

export function activeOf(seen: Seen, node: ClusterObject): MachineConfigRecord | undefined {
  return talosOf(seen, node)?.machineConfig?.active;
}

/** cluster-semantics.md §1.1: logins stand in documents of their own, or in the main one. */
export function loginIn(
  { documents }: MachineConfigRecord,
  host: string,
): CredentialEntryRecord | undefined {
  return documents
    .flatMap(({ registryAuth = [] }) => registryAuth)
    .find((each) => each.host === host);
}

export function annotationsIn({
  documents,
}: MachineConfigRecord): Readonly<Record<string, string>> {
  return Object.assign({}, ...documents.map(({ nodeAnnotations = {} }) => nodeAnnotations));
}
