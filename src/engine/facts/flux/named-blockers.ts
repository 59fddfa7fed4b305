import type { NamedObject } from "../../../snapshot/flux-message.ts";
import { parseFluxMessage } from "../../../snapshot/flux-message.ts";
import type { ClusterObject } from "../../../snapshot/snapshot.ts";
import type { FactSource } from "../subject.ts";
import type { Blocker, Place } from "./blocker.ts";
import { type Condition, conditionOf } from "./conditions.ts";
import { findObject } from "./find-object.ts";
import { isHelmRelease, isKustomization } from "./flux-kinds.ts";
import { readWaitedObject } from "./object-blocker.ts";
import { formatObjectId, type ObjectId } from "./object-id.ts";
import type { UnreadObject } from "./unread-objects.ts";
import { nothingWaited, reasonsOf, type Waited } from "./waited-blockers.ts";
import { inventoryOf, waitedObjects } from "./waited-objects.ts";

/** What the last attempt said that it waited for in vain. */
export interface Named extends Waited {
  /** Objects that were named, and that are current by now. */
  readonly recovered: readonly string[];
}

/** The condition that says that health checks failed, and what of its text was kept; undefined if none does. */
function healthFailure(object: ClusterObject): Condition | undefined {
  return ["Ready", "Healthy"]
    .map((type) => conditionOf(object, type))
    .find((condition) => condition?.status === "False" && condition.reason === "HealthCheckFailed");
}

/** Joins what Flux named with the objects themselves. What it named is proven; how it fares is read anew. */
export function namedBlockers(
  source: FactSource,
  { key, object }: { readonly key: string; readonly object: ClusterObject },
  who: string,
): Named {
  const said = sayings(object);
  if (said === undefined) {
    const detail = `which objects ${who} waited for in vain is not kept of its message`;
    const reason = { code: "NotRecorded", detail } as const;
    return { ...nothingWaited, recovered: [], reasons: [reason] };
  }
  const { objects, isWhole, condition } = said;
  const ids = knownIds(object);
  const place = messagePlace(key, condition);
  const blockers: Blocker[] = [];
  const unread: UnreadObject[] = [];
  const recovered: string[] = [];
  for (const named of objects) {
    const id = ids.get(formatObjectId(named));
    const reading = id === undefined ? undefined : readNamed(source, id);
    if (reading?.state === "current") recovered.push(formatObjectId(named));
    else if (reading?.state === "blocks") {
      const places = [place, ...reading.blocker.places];
      blockers.push({ ...reading.blocker, places });
    } else {
      blockers.push(blockerAsNamed(named, id, place));
      unread.push({ id: id ?? asId(named), reasons: reading?.reasons ?? [notJoined(named, who)] });
    }
  }
  const cut = { code: "Partial", detail: `the list of what ${who} waited for was cut` } as const;
  const { reasons, attemptReasons } = reasonsOf(who, unread);
  return { blockers, recovered, reasons: [...reasons, ...(isWhole ? [] : [cut])], attemptReasons };
}

function readNamed(source: FactSource, id: ObjectId): ReturnType<typeof readWaitedObject> {
  return readWaitedObject(id, findObject(source, id), { via: "healthCheck", edge: "proven" });
}

function sayings(object: ClusterObject) {
  const condition = healthFailure(object);
  const message =
    condition?.message === undefined ? undefined : parseFluxMessage(condition.message);
  return condition === undefined || message?.says !== "healthFailed"
    ? undefined
    : { ...message, condition };
}

/** Flux names kind, namespace and name: what it applied or checks tells the group as well. */
function knownIds(object: ClusterObject): ReadonlyMap<string, ObjectId> {
  const ids = [...inventoryOf(object), ...waitedObjects(object)];
  return new Map(ids.map((id) => [formatObjectId(id), id]));
}

function messagePlace(key: string, { path, reason }: Condition): Place {
  return { path: ["objects", key, ...path.slice(0, -1), "reason"], seen: reason };
}

/** What Flux itself said of it, where the object cannot be read. */
function blockerAsNamed(named: NamedObject, id: ObjectId | undefined, place: Place): Blocker {
  const target = id !== undefined && (isKustomization(id) || isHelmRelease(id)) ? id : undefined;
  return {
    object: formatObjectId(named),
    via: "healthCheck",
    edge: "proven",
    reason: named.status,
    detail: `was ${named.status} when the last attempt ended`,
    healing: "mayHeal",
    target,
    places: [place],
    isUnread: true,
  };
}

function asId({ kind, namespace, name }: NamedObject): ObjectId {
  return { group: "", version: "", kind, namespace, name };
}

function notJoined(named: NamedObject, who: string) {
  const detail = `${formatObjectId(named)}, which ${who} waited for, is not in its inventory`;
  return { code: "Inconsistent", detail } as const;
}
