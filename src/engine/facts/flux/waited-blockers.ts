import type { ClusterObject } from "../../../snapshot/snapshot.ts";
import type { UnknownReason } from "../fact.ts";
import type { FactSource } from "../subject.ts";
import type { Blocker } from "./blocker.ts";
import { findObject } from "./find-object.ts";
import { isKustomization } from "./flux-kinds.ts";
import { isCurrentOnceApplied } from "./kstatus/judge-object.ts";
import { readWaitedObject, type Waiting } from "./object-blocker.ts";
import { apiVersionOf, formatObjectId, type ObjectId } from "./object-id.ts";
import { type UnreadObject, unreadReasons } from "./unread-objects.ts";
import {
  elsewhereReason,
  isElsewhere,
  kindsByExpression,
  namesNothing,
  unclearWaited,
  waitedObjects,
  waitsForAll,
} from "./waited-objects.ts";

/** What stands in the way among objects that are waited for, and why there may be more. */
export interface Waited {
  readonly blockers: readonly Blocker[];
  readonly reasons: readonly UnknownReason[];
  /** Those of them that are about other Kustomizations, whose attempts are not known either. */
  readonly attemptReasons: readonly UnknownReason[];
}

export const nothingWaited: Waited = { blockers: [], reasons: [], attemptReasons: [] };

/** Objects that a Kustomization waits for and that are not current: Flux names none while it waits. */
export function waitedBlockers(source: FactSource, object: ClusterObject, who: string): Waited {
  const waited = waitedObjects(object);
  if (isElsewhere(object) && (waited.length > 0 || waitsForAll(object))) {
    return { ...nothingWaited, reasons: [elsewhereReason(who)] };
  }
  const byExpression = kindsByExpression(object);
  const [judged, withheld] = partition(
    waited,
    (id) => !byExpression.has(`${apiVersionOf(id)}/${id.kind}`),
  );
  const isApplied = waitsForAll(object);
  const reading = readAll(source, judged, { via: "healthCheck", edge: "derived", isApplied });
  const unread = [
    ...reading.unread,
    ...withheld.map((id): UnreadObject => ({ id, reasons: [withheldReason(id, who)] })),
  ];
  const { reasons, attemptReasons } = reasonsOf(who, unread);
  return {
    blockers: reading.blockers,
    reasons: [...unclearWaited(object), ...reasons],
    attemptReasons,
  };
}

/** The same of one that is at its health checks, or was. */
export function checkedBlockers(source: FactSource, object: ClusterObject, who: string): Waited {
  const waited = waitedBlockers(source, object, who);
  return isElsewhere(object)
    ? waited
    : { ...waited, reasons: [...namesNothing(object), ...waited.reasons] };
}

/** Of a kind whose health an expression of the Kustomization tells, nothing else does. */
export function withheldReason(id: ObjectId, who: string): UnknownReason {
  const detail = `how ${formatObjectId(id)} fares is for an expression of ${who} to say, which is not evaluated`;
  return { code: "Withheld", detail };
}

/** Why it is not known how they fare, and of those the ones that Flux attempts itself. */
export function reasonsOf(
  who: string,
  unread: readonly UnreadObject[],
): Pick<Waited, "reasons" | "attemptReasons"> {
  return {
    reasons: unreadReasons(who, unread),
    attemptReasons: unreadReasons(
      who,
      unread.filter(({ id }) => isKustomization(id)),
    ),
  };
}

/** Reads objects one by one. Those that are current once applied hold nothing up but while they are being deleted. */
export function readAll(
  source: FactSource,
  ids: readonly ObjectId[],
  how: Waiting,
): { readonly blockers: readonly Blocker[]; readonly unread: readonly UnreadObject[] } {
  const blockers: Blocker[] = [];
  const unread: UnreadObject[] = [];
  for (const id of ids) {
    const found = findObject(source, id);
    if (found.state !== "value" && isCurrentOnceApplied(id.group, id.kind)) continue;
    const reading = readWaitedObject(id, found, how);
    if (reading.state === "blocks") blockers.push(reading.blocker);
    if (reading.state === "unknown") unread.push({ id, reasons: reading.reasons });
  }
  return { blockers, unread };
}

function partition<T>(
  items: readonly T[],
  isFirst: (item: T) => boolean,
): readonly [readonly T[], readonly T[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))];
}
