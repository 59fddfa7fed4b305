import type { ValuePath } from "../../../input/source-document.ts";
import type { ReadFact } from "../fact.ts";
import { compareInstants, isInstant } from "../instant-text.ts";
import type { NodeCredentialSubject } from "../subject.ts";
import { nodeEffect } from "./node-effect.ts";
import { readyConditionOf, unbrokenStartOf } from "./node-object.ts";
import { talosRecordOf } from "./talos-record.ts";

/** An instant and where it was seen. */
export interface SeenInstant {
  readonly text: string;
  readonly path: ValuePath;
}

/** When Talos says that the container runtime last started. */
export function runtimeStartOf(subject: NodeCredentialSubject): SeenInstant | undefined {
  const text = talosRecordOf(subject)?.runtimeStartedAt;
  if (text === undefined || !isInstant(text)) return undefined;
  return { text, path: ["talos", subject.node.metadata.name, "runtimeStartedAt"] };
}

/**
 * The earliest instant by which the runtime had certainly started: its start itself where that was read, whatever
 * else was seen. Otherwise, up to Talos 1.13, where it starts at boot alone, what came up after the boot bounds
 * it; from 1.14 on it restarts beneath a node that stays Ready.
 */
export function runtimeStartBound(
  subject: NodeCredentialSubject,
  read: ReadFact<NodeCredentialSubject>,
): SeenInstant | undefined {
  const start = runtimeStartOf(subject);
  if (start !== undefined) return start;
  const cost = read(nodeEffect);
  if (cost.state !== "value" || cost.value !== "reboot") return undefined;
  return earliestPod(subject, readySince(subject));
}

function readySince({ node, nodeKey }: NodeCredentialSubject): SeenInstant | undefined {
  const ready = readyConditionOf(node);
  const text = ready?.status === "True" ? ready.lastTransitionTime : undefined;
  if (ready === undefined || text === undefined || !isInstant(text)) return undefined;
  const path = ["objects", nodeKey, "status", "conditions", `${ready.at}`, "lastTransitionTime"];
  return { text, path };
}

function earliestPod(
  { node, source }: NodeCredentialSubject,
  bound: SeenInstant | undefined,
): SeenInstant | undefined {
  let earliest = bound;
  for (const { key, object } of source.index.podsByNode(node.metadata.name)) {
    const text = unbrokenStartOf(object);
    if (text === undefined || !isInstant(text)) continue;
    // Only the winner's path is written: a node may run a hundred pods.
    if (earliest !== undefined && (compareInstants(text, earliest.text) ?? 0) >= 0) continue;
    earliest = { text, path: ["objects", key, "status", "startTime"] };
  }
  return earliest;
}
