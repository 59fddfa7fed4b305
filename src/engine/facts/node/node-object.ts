import type { ClusterObject } from "../../../snapshot/snapshot.ts";
import type { UnknownReason } from "../fact.ts";
import { listAt, recordAt, textAt, valueAt } from "../read-object.ts";

/** An annotation as it is, an empty one too. Keys come from profiles, so inherited names are told apart. */
export function annotationOf({ metadata }: ClusterObject, key: string): string | undefined {
  const { annotations } = metadata;
  return annotations !== undefined && Object.hasOwn(annotations, key)
    ? annotations[key]
    : undefined;
}

export function hasLabel({ metadata }: ClusterObject, key: string): boolean {
  return metadata.labels !== undefined && Object.hasOwn(metadata.labels, key);
}

export function hasTaint(node: ClusterObject, key: string): boolean {
  return listAt(node, ["spec", "taints"]).some((taint) => textAt(taint, ["key"]) === key);
}

export interface NodeCondition {
  readonly status: string;
  readonly lastTransitionTime: string | undefined;
  /** Its place in `status.conditions`. */
  readonly at: number;
}

export function readyConditionOf(node: ClusterObject): NodeCondition | undefined {
  const conditions = listAt(node, ["status", "conditions"]);
  const at = conditions.findIndex((condition) => textAt(condition, ["type"]) === "Ready");
  const status = filledTextAt(conditions[at], ["status"]);
  if (status === undefined) return undefined;
  return { status, lastTransitionTime: filledTextAt(conditions[at], ["lastTransitionTime"]), at };
}

export function bootIdOf(node: ClusterObject): string | undefined {
  return filledTextAt(node, ["status", "nodeInfo", "bootID"]);
}

export function osImageOf(node: ClusterObject): string | undefined {
  return filledTextAt(node, ["status", "nodeInfo", "osImage"]);
}

/** Undefined when the Node's status was not read; a status without addresses has none. */
export function internalAddressesOf(node: ClusterObject): readonly string[] | undefined {
  if (recordAt(node, ["status"]) === undefined) return undefined;
  return listAt(node, ["status", "addresses"]).flatMap((entry) => {
    const isInternal = textAt(entry, ["type"]) === "InternalIP";
    return isInternal ? (textAt(entry, ["address"]) ?? []) : [];
  });
}

/**
 * When a running Pod started, if its containers still are of that run: one that was never restarted. After
 * a crash of the node the Pod's own start is that of an earlier run.
 */
export function unbrokenStartOf(pod: ClusterObject): string | undefined {
  if (textAt(pod, ["status", "phase"]) !== "Running") return undefined;
  const isUnbroken = listAt(pod, ["status", "containerStatuses"]).some(
    (container) => valueAt(container, ["restartCount"]) === 0,
  );
  return isUnbroken ? filledTextAt(pod, ["status", "startTime"]) : undefined;
}

/** Why a field of the Node object is not known. */
export function notReadOf({ metadata: { name } }: ClusterObject, what: string): UnknownReason {
  return {
    code: "NotRead",
    detail: `${what} of node \`${name}\` not read`,
    cure: `kubectl get node ${name} -o json`,
  };
}

/** An empty text says nothing. */
function filledTextAt(root: unknown, path: readonly string[]): string | undefined {
  const text = textAt(root, path);
  return text === "" ? undefined : text;
}
