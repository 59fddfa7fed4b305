import type { ClusterObject } from "../../../snapshot/snapshot.ts";
import type { UnknownReason } from "../fact.ts";
import type { LiveObject } from "../live-object.ts";
import { textAt, valueAt } from "../read-object.ts";
import type { Blocker, EdgeClass, Healing } from "./blocker.ts";
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

/** Whether the object keeps whoever waits for it, by its own status. */
export function readWaitedObject(
  id: ObjectId,
  found: LiveObject,
  { via, edge }: { readonly via: Blocker["via"]; readonly edge: EdgeClass },
): ObjectReading {
  if (found.state === "unknown") return found;
  const object = formatObjectId(id);
  const target = isKustomization(id) || isHelmRelease(id) ? id : undefined;
  if (found.state === "absent") {
    if (id.group === "batch" && id.kind === "Job") return endedOrGone(object);
    const detail = "does not exist any more";
    const blocker = { object, via, edge, reason: "NotFound", detail, target, places: [] } as const;
    return { state: "blocks", blocker: { ...blocker, healing: "mayHeal" } };
  }
  const { key, object: live } = found.value;
  const status = judgeObject(live);
  if (status.word === "Current") return { state: "current" };
  const places = [
    { path: ["objects", key, ...status.path], seen: valueAt(live, status.path) ?? null },
  ];
  const deletions = deletionsOf(live, status);
  const detail =
    deletions === 0
      ? status.detail
      : `${status.detail}; OnDelete: ${deletions} pods have to be deleted before it can be current`;
  const healing = target === undefined ? healingOf(live, status, deletions) : "mayHeal";
  const { reason } = status;
  return {
    state: "blocks",
    blocker: { object, via, edge, reason, detail, healing, target, places },
  };
}

/** Flux takes a Job that is gone for done where it had a time to live, and that went with the Job. */
function endedOrGone(object: string): ObjectReading {
  const detail = `${object} is gone, and whether it was to be deleted once done is not recorded`;
  return { state: "unknown", reasons: [{ code: "NotRecorded", detail }] };
}

function deletionsOf(object: ClusterObject, { reason }: ObjectStatus): number {
  return object.kind === "DaemonSet" && reason === "LessUpdated" ? deletionsAwaited(object) : 0;
}

/** Nothing but what is certain to stay needs somebody: a workload that fails may yet come up. */
function healingOf(object: ClusterObject, status: ObjectStatus, deletions: number): Healing {
  if (deletions > 0) return "needsHand";
  const isLostClaim =
    object.kind === "PersistentVolumeClaim" && textAt(object, ["status", "phase"]) === "Lost";
  if (isLostClaim) return "needsHand";
  const mayComeUp = object.kind === "Deployment" || object.kind === "Pod";
  return status.word === "Failed" && !mayComeUp ? "needsCommit" : "mayHeal";
}
