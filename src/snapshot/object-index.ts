import { compareText } from "../input/compare-text.ts";
import { ownValue } from "../input/own-value.ts";
import type { ClusterObject, Snapshot } from "./snapshot.ts";

export interface IndexedObject {
  /** As in the snapshot's `objects`. */
  readonly key: string;
  readonly object: ClusterObject;
}

/** Look-ups into the objects of one snapshot. Every list is in code-unit order of keys. */
export interface ObjectIndex {
  readonly get: (key: string) => ClusterObject | undefined;
  /** Objects of a kind, written `apiVersion/Kind`, such as `v1/Pod` or `apps/v1/DaemonSet`. */
  readonly ofKind: (kind: string) => readonly IndexedObject[];
  /** Pods bound to the node of this name. */
  readonly podsByNode: (nodeName: string) => readonly IndexedObject[];
  /** Objects that name this UID among their owners. */
  readonly ownedBy: (uid: string) => readonly IndexedObject[];
}

/** Indexes a snapshot in one pass. */
export function createObjectIndex({ objects }: Snapshot): ObjectIndex {
  const kinds = new Map<string, IndexedObject[]>();
  const pods = new Map<string, IndexedObject[]>();
  const owned = new Map<string, IndexedObject[]>();
  for (const key of sortedKeys(objects)) {
    const object = objects[key];
    if (object === undefined) continue;
    const entry = { key, object };
    const kind = `${object.apiVersion}/${object.kind}`;
    add(kinds, kind, entry);
    const nodeName = kind === "v1/Pod" ? nodeNameOf(object) : undefined;
    if (nodeName !== undefined) add(pods, nodeName, entry);
    for (const uid of ownersOf(object)) add(owned, uid, entry);
  }
  return {
    get: (key) => ownValue(objects, key),
    ofKind: (kind) => kinds.get(kind) ?? none,
    podsByNode: (nodeName) => pods.get(nodeName) ?? none,
    ownedBy: (uid) => owned.get(uid) ?? none,
  };
}

const none: readonly IndexedObject[] = [];

/** A canonical snapshot has them in order already; sorting what is sorted takes linear time. */
function sortedKeys(objects: Snapshot["objects"]): readonly string[] {
  return Object.keys(objects).sort(compareText);
}

function add(index: Map<string, IndexedObject[]>, at: string, entry: IndexedObject): void {
  const entries = index.get(at);
  if (entries) entries.push(entry);
  else index.set(at, [entry]);
}

function nodeNameOf({ spec }: ClusterObject): string | undefined {
  const hasName = typeof spec === "object" && spec !== null && "nodeName" in spec;
  return hasName && typeof spec.nodeName === "string" ? spec.nodeName : undefined;
}

/** UIDs of the owners, each once. */
function ownersOf({ metadata }: ClusterObject): Iterable<string> {
  const references = metadata.ownerReferences;
  return references === undefined ? [] : new Set(references.map(({ uid }) => uid));
}
