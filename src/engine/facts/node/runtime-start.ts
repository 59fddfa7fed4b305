import type { ValuePath } from "../../../input/source-document.ts";
import type { ReadFact } from "../fact.ts";
import { compareInstants, isInstant } from "../instant-text.ts";
import type { NodeCredentialSubject } from "../subject.ts";
import { containerStartsOf, readyConditionOf } from "./node-object.ts";
import { restartsWithinBoot } from "./runtime-restarts.ts";
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
 * else was seen. Otherwise, where it starts at boot alone, what came up after the boot bounds it. Of a node that
 * is not Ready nothing does: what was last told of its Pods may be from before a boot.
 */
export function runtimeStartBound(
  subject: NodeCredentialSubject,
  read: ReadFact<NodeCredentialSubject>,
): SeenInstant | undefined {
  const start = runtimeStartOf(subject);
  if (start !== undefined) return start;
  const restarts = restartsWithinBoot(read);
  if (restarts.state !== "value" || restarts.value) return undefined;
  const ready = readySince(subject);
  return ready === undefined ? undefined : earliestContainer(subject, ready);
}

function readySince({ node, nodeKey }: NodeCredentialSubject): SeenInstant | undefined {
  const ready = readyConditionOf(node);
  const text = ready?.status === "True" ? ready.lastTransitionTime : undefined;
  if (ready === undefined || text === undefined || !isInstant(text)) return undefined;
  const path = ["objects", nodeKey, "status", "conditions", `${ready.at}`, "lastTransitionTime"];
  return { text, path };
}

function earliestContainer(
  { node, source }: NodeCredentialSubject,
  bound: SeenInstant,
): SeenInstant {
  let earliest = bound;
  for (const { key, object } of source.index.podsByNode(node.metadata.name)) {
    for (const { text, at } of containerStartsOf(object)) {
      // Only the winner's path is written: a node may run a hundred pods.
      if (!isInstant(text) || (compareInstants(text, earliest.text) ?? 0) >= 0) continue;
      const path = ["status", "containerStatuses", `${at}`, "state", "running", "startedAt"];
      earliest = { text, path: ["objects", key, ...path] };
    }
  }
  return earliest;
}
