import { compareTimestamps, parseTimestamp, type Timestamp } from "../../../cel/time.ts";
import type { ValuePath } from "../../../input/source-document.ts";
import type { ReadFact } from "../fact.ts";
import type { NodeCredentialSubject } from "../subject.ts";
import { effect } from "./effect.ts";
import { readyConditionOf, unbrokenStartOf } from "./node-object.ts";
import { talosRecordOf } from "./talos-record.ts";

/** An instant and where it was seen. */
export interface SeenInstant {
  readonly instant: Timestamp;
  readonly text: string;
  readonly path: ValuePath;
}

/** When Talos says that the container runtime last started. */
export function runtimeStartOf(subject: NodeCredentialSubject): SeenInstant | undefined {
  const text = talosRecordOf(subject)?.runtimeStartedAt;
  return seen(text, ["talos", subject.node.metadata.name, "runtimeStartedAt"]);
}

/**
 * The earliest instant by which the runtime had certainly started. Up to Talos 1.13 it starts at boot alone,
 * so what came up after the boot bounds it; from 1.14 on it restarts beneath a node that stays Ready.
 */
export function runtimeStartBound(
  subject: NodeCredentialSubject,
  read: ReadFact<NodeCredentialSubject>,
): SeenInstant | undefined {
  const start = runtimeStartOf(subject);
  const cost = read(effect);
  if (cost.state !== "value" || cost.value !== "reboot") return start;
  return earliest([start, readySince(subject), ...podStarts(subject)]);
}

function readySince({ node, nodeKey }: NodeCredentialSubject): SeenInstant | undefined {
  const ready = readyConditionOf(node);
  if (ready?.status !== "True") return undefined;
  const path = ["objects", nodeKey, "status", "conditions", `${ready.at}`, "lastTransitionTime"];
  return seen(ready.lastTransitionTime, path);
}

function podStarts({ node, source }: NodeCredentialSubject): readonly (SeenInstant | undefined)[] {
  return source.index
    .podsByNode(node.metadata.name)
    .map(({ key, object }) =>
      seen(unbrokenStartOf(object), ["objects", key, "status", "startTime"]),
    );
}

function seen(text: string | undefined, path: ValuePath): SeenInstant | undefined {
  const instant = text === undefined ? undefined : parseTimestamp(text);
  return text === undefined || instant === undefined ? undefined : { instant, text, path };
}

function earliest(instants: readonly (SeenInstant | undefined)[]): SeenInstant | undefined {
  let first: SeenInstant | undefined;
  for (const each of instants) {
    if (each === undefined) continue;
    if (first === undefined || compareTimestamps(each.instant, first.instant) < 0) first = each;
  }
  return first;
}
