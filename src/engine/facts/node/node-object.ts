import type { ClusterObject } from "../../../snapshot/snapshot.ts";
import type { UnknownReason } from "../fact.ts";
import { listAt, recordAt, textAt } from "../read-object.ts";

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
 * Since when the containers of a running Pod run, each with its place in `status.containerStatuses`. Only a
 * container's own start tells by when its runtime had started: a Pod's is also that of a Pod whose image could
 * not be pulled until the node had booted again, or that a machine of this name was handed before it was replaced.
 */
export function containerStartsOf(
  pod: ClusterObject,
): readonly { readonly text: string; readonly at: number }[] {
  if (textAt(pod, ["status", "phase"]) !== "Running") return [];
  return listAt(pod, ["status", "containerStatuses"]).flatMap((container, at) => {
    const text = filledTextAt(container, ["state", "running", "startedAt"]);
    return text === undefined ? [] : [{ text, at }];
  });
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
