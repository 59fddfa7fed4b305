import type { ClusterObject } from "../../../snapshot/snapshot.ts";

/** What a Node object says about itself; undefined where it does not say so. */

/** A field of something that may be an object. `name` is never one that objects inherit. */
function fieldOf(value: unknown, name: string): unknown {
  return isFields(value) ? value[name] : undefined;
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

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

export function hasTaint({ spec }: ClusterObject, key: string): boolean {
  return listOf(fieldOf(spec, "taints")).some((taint) => fieldOf(taint, "key") === key);
}

export interface NodeCondition {
  readonly status: string;
  readonly lastTransitionTime: string | undefined;
  /** Its place in `status.conditions`. */
  readonly at: number;
}

export function readyConditionOf({ status }: ClusterObject): NodeCondition | undefined {
  const conditions = listOf(fieldOf(status, "conditions"));
  const at = conditions.findIndex((condition) => fieldOf(condition, "type") === "Ready");
  const state = textOf(fieldOf(conditions[at], "status"));
  if (state === undefined) return undefined;
  const lastTransitionTime = textOf(fieldOf(conditions[at], "lastTransitionTime"));
  return { status: state, lastTransitionTime, at };
}

export function bootIdOf({ status }: ClusterObject): string | undefined {
  return textOf(fieldOf(fieldOf(status, "nodeInfo"), "bootID"));
}

export function osImageOf({ status }: ClusterObject): string | undefined {
  return textOf(fieldOf(fieldOf(status, "nodeInfo"), "osImage"));
}

/** Undefined when the Node's status was not read; a status without addresses has none. */
export function internalAddressesOf({ status }: ClusterObject): readonly string[] | undefined {
  if (!isFields(status)) return undefined;
  return listOf(fieldOf(status, "addresses")).flatMap((entry) => {
    const address = fieldOf(entry, "type") === "InternalIP" ? fieldOf(entry, "address") : undefined;
    return typeof address === "string" ? [address] : [];
  });
}

/**
 * When a running Pod started, if its containers still are of that run: one that was never restarted. After
 * a crash of the node the Pod's own start is that of an earlier run.
 */
export function unbrokenStartOf({ status }: ClusterObject): string | undefined {
  if (fieldOf(status, "phase") !== "Running") return undefined;
  const isUnbroken = listOf(fieldOf(status, "containerStatuses")).some(
    (container) => fieldOf(container, "restartCount") === 0,
  );
  return isUnbroken ? textOf(fieldOf(status, "startTime")) : undefined;
}
