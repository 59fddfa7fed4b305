import { isList, type JsonValue } from "../../../input/json-value.ts";
import type { ClusterObject } from "../../../snapshot/snapshot.ts";
import { recordAt, textAt, valueAt } from "../read-object.ts";

/** A taint as Kubernetes writes it, `key=value:Effect` or `key:Effect`. */
export interface Taint {
  readonly key: string;
  readonly effect: string;
  readonly text: string;
}

/** All taints of a Node; undefined where its spec was not read, or holds something else in their place. */
export function taintsOf(node: ClusterObject): readonly Taint[] | undefined {
  if (recordAt(node, ["spec"]) === undefined) return undefined;
  const list = valueAt(node, ["spec", "taints"]) ?? [];
  if (!isList(list)) return undefined;
  const taints = taintsIn(list);
  return taints.every(({ key, effect }) => key !== "" && effect !== "") ? taints : undefined;
}

/** Taints as the API and recovery records list them. */
export function taintsIn(list: readonly JsonValue[]): readonly Taint[] {
  return list.map((taint) => {
    const [key = "", value = "", effect = ""] = ["key", "value", "effect"].map((part) =>
      textAt(taint, [part]),
    );
    return { key, effect, text: `${key}${value === "" ? "" : `=${value}`}:${effect}` };
  });
}

/**
 * Taints that controllers put on and take off as a node is cordoned, goes down and comes back, and the
 * autoscaler's passing thought. They say nothing of what someone intends with the node.
 */
const lifecycleKeys: ReadonlySet<string> = new Set([
  "node.kubernetes.io/not-ready",
  "node.kubernetes.io/unreachable",
  "node.kubernetes.io/memory-pressure",
  "node.kubernetes.io/disk-pressure",
  "node.kubernetes.io/pid-pressure",
  "node.kubernetes.io/network-unavailable",
  "node.cilium.io/agent-not-ready",
]);

export function isLifecycleTaint({ key, effect, text }: Taint): boolean {
  if (lifecycleKeys.has(key)) return true;
  // The autoscaler writes the time into the value, and takes it off again within seconds. Its decision to
  // remove the node is another taint, `ToBeDeletedByClusterAutoscaler`.
  if (key === "DeletionCandidateOfClusterAutoscaler") return effect === "PreferNoSchedule";
  return text === cordonTaint;
}

/** The cordon's own shadow; with a value or another effect someone else wrote it. */
const cordonTaint = "node.kubernetes.io/unschedulable:NoSchedule";
