import type { ClusterObject } from "../../../snapshot/snapshot.ts";
import type { UnknownReason } from "../fact.ts";
import type { LiveObject } from "../live-object.ts";
import { textAt, valueAt } from "../read-object.ts";
import type { Blocker, EdgeClass, Healing } from "./blocker.ts";
import { conditionOf } from "./conditions.ts";
import { isHelmRelease, isKustomization } from "./flux-kinds.ts";
import { deletionsAwaited } from "./kstatus/daemon-set.ts";
import { judgeObject } from "./kstatus/judge-object.ts";
import type { ObjectStatus } from "./kstatus/object-status.ts";
import { formatObjectId, type ObjectId } from "./object-id.ts";

/** What an object that is waited for comes to. */
export type ObjectReading =
  | { readonly state: "current" }
  | { readonly state: "blocks"; readonly blocker: Blocker }
  | { readonly state: "unknown"; readonly reasons: readonly UnknownReason[] };

/** How an object is waited for. */
export interface Waiting {
  readonly via: Blocker["via"];
  readonly edge: EdgeClass;
  /** Whoever waits for it applied it, and does so again. */
  readonly isApplied: boolean;
}

/** Whether the object keeps whoever waits for it, by its own status. */
export function readWaitedObject(
  id: ObjectId,
  found: LiveObject,
  { via, edge, isApplied }: Waiting,
): ObjectReading {
  if (found.state === "unknown") return found;
  const object = formatObjectId(id);
  const target = isKustomization(id) || isHelmRelease(id) ? id : undefined;
  if (found.state === "absent") {
    if (id.group === "batch" && id.kind === "Job") return endedOrGone(object);
    const said = isApplied ? appliedAndGone : unsureToCome(object);
    const blocker = { object, via, edge, reason: "NotFound", target: undefined, places: [] };
    return { state: "blocks", blocker: { ...blocker, ...said } };
  }
  const { key, object: live } = found.value;
  const status = judgeObject(live);
  if (status.word === "Current") return { state: "current" };
  const { reason, path, ...said } =
    target === undefined ? ownSaying(object, live, status) : fluxSaying(live, status);
  const places = [{ path: ["objects", key, ...path], seen: valueAt(live, path) ?? null }];
  return { state: "blocks", blocker: { object, via, edge, reason, target, places, ...said } };
}

const appliedAndGone = {
  detail: "does not exist, and is applied anew by the next attempt",
  healing: "mayHeal",
} as const;

function unsureToCome(object: string): Pick<Blocker, "detail" | "healing" | "unsure"> {
  const detail = `${object} does not exist, and whether anything is still to make it is not recorded`;
  return {
    detail: "does not exist",
    healing: "mayHeal",
    unsure: { most: "needsCommit", reason: { code: "NotRecorded", detail } },
  };
}

type Saying = Pick<Blocker, "reason" | "detail" | "healing" | "unsure"> &
  Pick<ObjectStatus, "path">;

/** What Flux says of one of its own objects is in its Ready condition: that it is being reconciled says less. */
function fluxSaying(live: ClusterObject, { reason, detail, path }: ObjectStatus): Saying {
  const ready = conditionOf(live, "Ready");
  const isTold = ready?.status === "False" && ready.reason !== "";
  return isTold
    ? { reason: ready.reason, detail: "is not ready", path: ready.path, healing: "mayHeal" }
    : { reason, detail, path, healing: "mayHeal" };
}

function ownSaying(object: string, live: ClusterObject, status: ObjectStatus): Saying {
  const { reason, path } = status;
  const deletions = deletionsOf(live, status);
  if (deletions > 0) {
    const detail = `${status.detail}; OnDelete: ${deletions} pods have to be deleted before it can be current`;
    return { reason, detail, path, healing: "needsHand" };
  }
  const unsure = unsureOf(object, live, status);
  return {
    reason,
    detail: status.detail,
    path,
    healing: healingOf(live, status),
    ...(unsure === undefined ? {} : { unsure }),
  };
}

/** What is not told by a status: the pods of a template that was not observed, and who set a Job aside. */
function unsureOf(
  object: string,
  live: ClusterObject,
  { reason }: ObjectStatus,
): Blocker["unsure"] {
  if (isReplacedByHand(live) && reason === "LatestGenerationNotObserved") {
    const detail = `how many pods of ${object} have to be deleted is not known before its newest generation is observed`;
    return { most: "needsHand", reason: { code: "NotRecorded", detail } };
  }
  if (isJob(live) && valueAt(live, ["spec", "suspend"]) === true) {
    const detail = `${object} is suspended, and whether anything is to resume it is not recorded`;
    return { most: "needsCommit", reason: { code: "NotRecorded", detail } };
  }
  return undefined;
}

function isJob({ apiVersion, kind }: ClusterObject): boolean {
  return apiVersion.startsWith("batch/") && kind === "Job";
}

/** Flux takes a Job that is gone for done where it had a time to live, and that went with the Job. */
function endedOrGone(object: string): ObjectReading {
  const detail = `${object} is gone, and whether it was to be deleted once done is not recorded`;
  return { state: "unknown", reasons: [{ code: "NotRecorded", detail }] };
}

/** Counts are of the newest template only once that was observed; a node that joins or leaves does not change who replaces pods. */
function deletionsOf(object: ClusterObject, { word, reason }: ObjectStatus): number {
  const isCounted = word === "InProgress" && reason !== "LatestGenerationNotObserved";
  return isCounted && isReplacedByHand(object) ? deletionsAwaited(object) : 0;
}

function isReplacedByHand({ apiVersion, kind, spec }: ClusterObject): boolean {
  const strategy = textAt(spec, ["updateStrategy", "type"]);
  return apiVersion.startsWith("apps/") && kind === "DaemonSet" && strategy === "OnDelete";
}

/** Nothing but what is certain to stay needs somebody: a workload that fails may yet come up. */
function healingOf(object: ClusterObject, status: ObjectStatus): Healing {
  const isLostClaim =
    object.kind === "PersistentVolumeClaim" && textAt(object, ["status", "phase"]) === "Lost";
  if (isLostClaim) return "needsHand";
  const mayComeUp = object.kind === "Deployment" || object.kind === "Pod";
  return status.word === "Failed" && !mayComeUp ? "needsCommit" : "mayHeal";
}
