import { readyConditionOf } from "../../engine/facts/node/node-object.ts";
import { valueAt } from "../../engine/facts/read-object.ts";
import { hasReadyCondition, readySince, taintEdit, tainted, taintsOf } from "../conditions.ts";
import type { EventContext, EventEffect, EventKind, Happening, Refusal } from "../event.ts";
import { afterSeconds, EVENT_SECONDS, endOfTime } from "../moment.ts";
import { findNode, type SeenNode } from "../nodes.ts";

/** The kubelet is heard no more: the node lifecycle controller sets Ready to Unknown and taints the Node. */
export const notReady: EventKind = {
  name: "not-ready",
  argument: "NODE",
  summary: "the node's kubelet is heard no more",
  prepare: (name) => onNode(name, (node, context) => turned(node, context, false)),
};

/** The kubelet is heard again: Ready turns to True, and the taints for it go. */
export const ready: EventKind = {
  name: "ready",
  argument: "NODE",
  summary: "the node reports Ready again",
  prepare: (name) => onNode(name, (node, context) => turned(node, context, true)),
};

/** `kubectl cordon`: the Node is marked unschedulable, and tainted by the node lifecycle controller. */
export const cordon: EventKind = {
  name: "cordon",
  argument: "NODE",
  summary: "the node takes no new pods",
  prepare: (name) => onNode(name, (node) => ({ edits: cordoned(node, true) })),
};

/** `kubectl uncordon`. */
export const uncordon: EventKind = {
  name: "uncordon",
  argument: "NODE",
  summary: "the node takes new pods again",
  prepare: (name) => onNode(name, (node) => ({ edits: cordoned(node, false) })),
};

function onNode(
  name: string,
  happen: (node: SeenNode, context: EventContext) => Happening | Refusal,
): EventEffect | undefined {
  if (name === "") return undefined;
  return (context) => {
    const node = findNode(context, name);
    return "refused" in node ? node : happen(node, context);
  };
}

function turned(seen: SeenNode, { snapshot }: EventContext, isReady: boolean): Happening | Refusal {
  if (!hasReadyCondition(seen))
    return { refused: `the snapshot holds no Ready condition of node \`${seen.name}\`` };
  // A condition that stays as it is has no transition.
  if ((readyConditionOf(seen.node)?.status === "True") === isReady) return { edits: [] };
  const moment = afterSeconds(snapshot, EVENT_SECONDS);
  if (moment === undefined) return endOfTime;
  return { edits: [...moment.edits, ...readySince(seen, isReady, moment.before(1))] };
}

const UNSCHEDULABLE = "node.kubernetes.io/unschedulable";

function cordoned(seen: SeenNode, isCordoned: boolean): Happening["edits"] {
  const path = ["spec", "unschedulable"];
  if ((valueAt(seen.node, path) === true) === isCordoned) return [];
  const taints = tainted(taintsOf(seen), UNSCHEDULABLE, isCordoned ? ["NoSchedule"] : []);
  const value = isCordoned ? true : undefined;
  return [{ at: ["objects", seen.key, ...path], value }, taintEdit(seen, taints)];
}
