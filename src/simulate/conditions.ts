import { listAt, textAt } from "../engine/facts/read-object.ts";
import { isObject, type JsonValue } from "../input/json-value.ts";
import type { Edit } from "./edit.ts";
import type { SeenNode } from "./nodes.ts";

const UNREACHABLE = "node.kubernetes.io/unreachable";
const NOT_READY = "node.kubernetes.io/not-ready";

/**
 * A Node whose kubelet reports Ready from an instant on, or is heard no more, with the taints that the node lifecycle
 * controller keeps in step; nothing where the snapshot holds no Ready condition.
 */
export function readySince(seen: SeenNode, isReady: boolean, at: string): readonly Edit[] {
  const path = ["status", "conditions"];
  const conditions = listAt(seen.node, path);
  if (!hasReadyCondition(seen)) return [];
  const value = conditions.map((condition) =>
    isAboutReady(condition) && isObject(condition) ? turned(condition, isReady, at) : condition,
  );
  const taints = taintsOf(seen);
  const others = tainted(tainted(taints, NOT_READY, []), UNREACHABLE, []);
  const next = isReady ? others : tainted(others, UNREACHABLE, ["NoSchedule", "NoExecute"]);
  return [
    { at: ["objects", seen.key, ...path], value },
    ...(next.length === taints.length && isReady ? [] : [taintEdit(seen, next)]),
  ];
}

export function hasReadyCondition({ node }: SeenNode): boolean {
  return listAt(node, ["status", "conditions"]).some(isAboutReady);
}

function isAboutReady(condition: JsonValue): boolean {
  return textAt(condition, ["type"]) === "Ready";
}

function turned(
  condition: Readonly<Record<string, JsonValue>>,
  isReady: boolean,
  at: string,
): JsonValue {
  const heard = isReady && condition.lastHeartbeatTime !== undefined;
  const reason = isReady ? "KubeletReady" : "NodeStatusUnknown";
  return {
    ...condition,
    status: isReady ? "True" : "Unknown",
    lastTransitionTime: at,
    ...(heard ? { lastHeartbeatTime: at } : {}),
    ...(condition.reason === undefined ? {} : { reason }),
  };
}

/** Taints with one of this key for each effect, and no other of it. */
export function tainted(
  taints: readonly JsonValue[],
  key: string,
  effects: readonly string[],
): readonly JsonValue[] {
  const others = taints.filter((taint) => textAt(taint, ["key"]) !== key);
  return [...others, ...effects.map((effect) => ({ key, effect }))];
}

export function taintsOf({ node }: SeenNode): readonly JsonValue[] {
  return listAt(node, ["spec", "taints"]);
}

export function taintEdit({ key }: SeenNode, taints: readonly JsonValue[]): Edit {
  const value = taints.length === 0 ? undefined : taints;
  return { at: ["objects", key, "spec", "taints"], value };
}
