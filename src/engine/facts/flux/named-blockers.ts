import type { NamedObject } from "../../../snapshot/flux-message.ts";
import { parseFluxMessage } from "../../../snapshot/flux-message.ts";
import type { ClusterObject } from "../../../snapshot/snapshot.ts";
import type { FactSource } from "../subject.ts";
import type { Blocker, EdgeClass, Place } from "./blocker.ts";
import { type Condition, conditionOf } from "./conditions.ts";
import { findObject } from "./find-object.ts";
import { isHelmRelease, isKustomization } from "./flux-kinds.ts";
import { type ObjectReading, readWaitedObject } from "./object-blocker.ts";
import { apiVersionOf, formatObjectId, type ObjectId } from "./object-id.ts";
import type { UnreadObject } from "./unread-objects.ts";
import {
  checkedBlockers,
  nothingWaited,
  reasonsOf,
  type Waited,
  withheldReason,
} from "./waited-blockers.ts";
import {
  elsewhereReason,
  inventoryOf,
  isElsewhere,
  kindsByExpression,
  waitedObjects,
  waitsForAll,
} from "./waited-objects.ts";

/**
 * Joins what Flux named with the objects themselves. What it named is `edge`; how it fares is read anew. Health checks that
 * failed early name what failed, and not what is merely not ready yet: the rest is what a running attempt would wait for.
 */
export function namedBlockers(
  source: FactSource,
  { key, object }: { readonly key: string; readonly object: ClusterObject },
  { who, edge }: { readonly who: string; readonly edge: EdgeClass },
): Waited {
  const said = sayings(object);
  if (said === undefined) {
    const detail = `which objects ${who} waited for in vain is not kept of its message`;
    const rest = checkedBlockers(source, object, who);
    return { ...rest, reasons: [{ code: "NotRecorded", detail }, ...rest.reasons] };
  }
  const join: Join = {
    source,
    object,
    who,
    edge,
    place: messagePlace(key, said.condition),
    ids: knownIds(object),
    byExpression: kindsByExpression(object),
  };
  const readings = said.objects.map((each) => joinNamed(each, join));
  const named = readings.flatMap(({ blocker }) => blocker ?? []);
  const { reasons, attemptReasons } = reasonsOf(
    who,
    readings.flatMap(({ unread }) => unread ?? []),
  );
  const isAll = said.because === "timeout" && said.isWhole;
  const rest = isAll ? nothingWaited : checkedBlockers(source, object, who);
  const names = new Set(said.objects.map(formatObjectId));
  const cut = { code: "Partial", detail: `the list of what ${who} waited for was cut` } as const;
  return {
    blockers: [...named, ...rest.blockers.filter((blocker) => !names.has(blocker.object))],
    reasons: [...reasons, ...(said.isWhole ? [] : [cut]), ...rest.reasons],
    attemptReasons: [...attemptReasons, ...rest.attemptReasons],
  };
}

interface Join {
  readonly source: FactSource;
  readonly object: ClusterObject;
  readonly who: string;
  readonly edge: EdgeClass;
  readonly place: Place;
  readonly ids: ReadonlyMap<string, readonly ObjectId[]>;
  readonly byExpression: ReadonlySet<string>;
}

/** What is left of an object that was named: nothing, where it is current by now. */
interface JoinedName {
  readonly blocker?: Blocker;
  readonly unread?: UnreadObject;
}

function joinNamed(named: NamedObject, join: Join): JoinedName {
  const { object, who, edge, place } = join;
  if (isElsewhere(object)) {
    const unread = { id: asId(named), reasons: [elsewhereReason(who)] };
    return { blocker: blockerAsNamed(named, undefined, join), unread };
  }
  const ids = join.ids.get(formatObjectId(named)) ?? [];
  const readings = ids.map((each) => readNamed(each, join));
  if (ids.length > 0 && readings.every(({ state }) => state === "current")) return {};
  const [id, other] = ids;
  const [reading] = readings;
  if (id === undefined || other !== undefined || reading === undefined) {
    const reason = id === undefined ? notJoined(named, who) : ambiguous(named, who, ids.length);
    const unread = { id: asId(named), reasons: [reason] };
    return { blocker: blockerAsNamed(named, undefined, join), unread };
  }
  if (reading.state === "blocks") {
    const places = [place, ...reading.blocker.places];
    return { blocker: { ...reading.blocker, edge, places } };
  }
  const reasons = reading.state === "unknown" ? reading.reasons : [];
  return { blocker: blockerAsNamed(named, id, join), unread: { id, reasons } };
}

function readNamed(id: ObjectId, { source, object, who, edge, byExpression }: Join): ObjectReading {
  if (byExpression.has(`${apiVersionOf(id)}/${id.kind}`)) {
    return { state: "unknown", reasons: [withheldReason(id, who)] };
  }
  const isApplied = waitsForAll(object);
  return readWaitedObject(id, findObject(source, id), { via: "healthCheck", edge, isApplied });
}

/** What a condition says of health checks that failed, as far as its text was kept; both types tell it. */
function sayings(object: ClusterObject) {
  for (const type of ["Ready", "Healthy"]) {
    const condition = conditionOf(object, type);
    if (condition?.status !== "False" || condition.reason !== "HealthCheckFailed") continue;
    const message = parseFluxMessage(condition.message ?? "");
    if (message?.says === "healthFailed") return { ...message, condition };
  }
  return undefined;
}

/** Flux names kind, namespace and name: what it applied or checks tells the group, or groups, as well. */
function knownIds(object: ClusterObject): ReadonlyMap<string, readonly ObjectId[]> {
  const byName = new Map<string, ObjectId[]>();
  for (const id of [...inventoryOf(object), ...waitedObjects(object)]) {
    const others = byName.get(formatObjectId(id));
    if (others === undefined) byName.set(formatObjectId(id), [id]);
    else if (!others.some(({ group }) => group === id.group)) others.push(id);
  }
  return byName;
}

function messagePlace(key: string, { path, reason }: Condition): Place {
  return { path: ["objects", key, ...path.slice(0, -1), "reason"], seen: reason };
}

/** What Flux itself said of it, where the object cannot be read. */
function blockerAsNamed(
  named: NamedObject,
  id: ObjectId | undefined,
  { edge, place }: Pick<Join, "edge" | "place">,
): Blocker {
  const target = id !== undefined && (isKustomization(id) || isHelmRelease(id)) ? id : undefined;
  return {
    object: formatObjectId(named),
    via: "healthCheck",
    edge,
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

function ambiguous(named: NamedObject, who: string, count: number) {
  const detail = `${formatObjectId(named)}, which ${who} waited for, is named without its group, and ${count} of that name are applied or checked`;
  return { code: "NotRecorded", detail } as const;
}
