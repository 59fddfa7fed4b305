import type { ClusterObject } from "../../../snapshot/snapshot.ts";
import { absent } from "../fact.ts";
import type { LiveObject } from "../live-object.ts";
import { recordAt, textAt, valueAt } from "../read-object.ts";
import type { FactSource } from "../subject.ts";
import type { Blocker, Place } from "./blocker.ts";
import { conditionOf } from "./conditions.ts";
import { dependencyBlockers } from "./dependency-blockers.ts";
import { failureWithheld } from "./failure-withheld.ts";
import { findObject } from "./find-object.ts";
import { sourceId } from "./flux-kinds.ts";
import type { FluxNode } from "./flux-node.ts";
import { formatObjectId, type ObjectId } from "./object-id.ts";
import { releaseObjects, waitsAsHelm3, waitsForObjects } from "./release-objects.ts";
import { sourceBlocker } from "./source-artifact.ts";
import { nothingWaited, readAll, reasonsOf, type Waited } from "./waited-blockers.ts";

const nothing = { coincident: [], coincidentReasons: [], attemptReasons: [] } as const;

/** A HelmRelease that somebody waits for and that is not current: what directly stands in its way. */
export function releaseNode(source: FactSource, object: ObjectId): FluxNode {
  const id = formatObjectId(object);
  const found = findObject(source, object);
  const base = { id, object, state: "release", attempt: undefined, ...nothing } as const;
  if (found.state !== "value") {
    const reasons = found.state === "unknown" ? found.reasons : [];
    return { ...base, isBlocked: true, blockers: [], reasons, places: [] };
  }
  const { key, object: release } = found.value;
  const ready = conditionOf(release, "Ready");
  const place = placeOf(key, release, ready?.path ?? ["status"]);
  const { blockers, reasons } = judgeRelease(source, id, found.value);
  const isSilent = blockers.length === 0 && reasons.length === 0;
  return {
    ...base,
    isBlocked: true,
    blockers: isSilent ? [ownBlocker(id, ownSaying(id, release), place)] : blockers,
    reasons,
    places: [place],
  };
}

function placeOf(key: string, object: ClusterObject, path: readonly string[]): Place {
  return { path: ["objects", key, ...path], seen: valueAt(object, path) ?? null };
}

/** Nothing seen stands in its way. Where it failed of itself, what that takes is in a message that no snapshot keeps. */
function ownSaying(
  id: string,
  release: ClusterObject,
): Pick<Blocker, "reason" | "detail" | "healing" | "unsure"> {
  const ready = conditionOf(release, "Ready");
  const reason = ready?.reason || "Progressing";
  if (ready?.status === "True") {
    const detail = "has not been reconciled at its newest generation yet";
    return { reason: "GenerationNotObserved", detail, healing: "mayHeal" };
  }
  if (ready?.status !== "False" || hasPassed.has(reason)) {
    const detail = "is being reconciled, and nothing seen holds it up";
    return { reason, detail, healing: "mayHeal" };
  }
  const unsure = { most: "needsCommit", reason: failureWithheld(id) } as const;
  return {
    reason,
    detail: "failed of itself; its message has the rest",
    healing: "mayHeal",
    unsure,
  };
}

/** What it was said to wait for; what else it says it failed on by itself. */
const hasPassed: ReadonlySet<string> = new Set([
  "DependencyNotReady",
  "Progressing",
  "SourceNotReady",
]);

function ownBlocker(
  object: string,
  said: Pick<Blocker, "reason" | "detail" | "healing" | "unsure">,
  place: Place,
): Blocker {
  return { object, via: "self", edge: "proven", target: undefined, ...said, places: [place] };
}

function judgeRelease(
  source: FactSource,
  id: string,
  { key, object: release }: { readonly key: string; readonly object: ClusterObject },
): Waited {
  const { deletionTimestamp } = release.metadata;
  if (typeof deletionTimestamp === "string") {
    const said = { reason: "Terminating", detail: "is being deleted", healing: "mayHeal" } as const;
    const place = placeOf(key, release, ["metadata", "deletionTimestamp"]);
    return { ...nothingWaited, blockers: [ownBlocker(id, said, place)] };
  }
  const suspend = ["spec", "suspend"];
  if (valueAt(release, suspend) === true) {
    const detail = "is suspended, so that its conditions stay as they are";
    const said = { reason: "Suspended", detail, healing: "needsHand" } as const;
    return { ...nothingWaited, blockers: [ownBlocker(id, said, placeOf(key, release, suspend))] };
  }
  const stalled = conditionOf(release, "Stalled");
  if (stalled?.status === "True") {
    const detail = "Flux gave up until something changes";
    const said = { reason: stalled.reason, detail, healing: "needsCommit" } as const;
    const place = placeOf(key, release, stalled.path);
    return { ...nothingWaited, blockers: [ownBlocker(id, said, place)] };
  }
  const reason = conditionOf(release, "Ready")?.reason;
  if (reason === "DependencyNotReady") {
    return dependencyBlockers(source, release, { revision: absent, isSaid: true });
  }
  if (reason === "SourceNotReady" || reason === "ArtifactFailed") {
    return chartSource(source, release);
  }
  return waitsForObjects(release) ? installedObjects(source, id, release) : nothingWaited;
}

function chartSource(source: FactSource, release: ClusterObject): Waited {
  const id = chartOf(release);
  const found: LiveObject = findObject(source, id);
  const blocker = sourceBlocker(id, found, "proven");
  return {
    ...nothingWaited,
    blockers: blocker === undefined ? [] : [blocker],
    reasons: found.state === "unknown" ? found.reasons : [],
  };
}

/** The chart it refers to, or the HelmChart that helm-controller makes for it. */
function chartOf(release: ClusterObject): ObjectId {
  const own = release.metadata.namespace ?? "";
  const path = recordAt(release, ["spec", "chartRef"]);
  if (path !== undefined) {
    const kind = textAt(path, ["kind"]) ?? "OCIRepository";
    return sourceId(kind, textAt(path, ["namespace"]) ?? own, textAt(path, ["name"]) ?? "");
  }
  const namespace = textAt(release, ["spec", "chart", "spec", "sourceRef", "namespace"]) ?? own;
  return sourceId("HelmChart", namespace, `${own}-${release.metadata.name}`);
}

/** Objects that Helm waits for: as Helm 3 did it took DaemonSets that nobody rolls for ready. */
function installedObjects(source: FactSource, id: string, release: ClusterObject): Waited {
  const { ids, reasons } = releaseObjects(source, release);
  const waited = waitsAsHelm3(release) ? ids.filter((each) => isRolled(source, each)) : ids;
  const how = { via: "release", edge: "derived", isApplied: true } as const;
  const { blockers, unread } = readAll(source, waited, how);
  const ofUnread = reasonsOf(id, unread);
  return { blockers, ...ofUnread, reasons: [...reasons, ...ofUnread.reasons] };
}

function isRolled(source: FactSource, id: ObjectId): boolean {
  const found = id.kind === "DaemonSet" ? findObject(source, id) : undefined;
  return (
    found?.state !== "value" ||
    textAt(found.value.object, ["spec", "updateStrategy", "type"]) !== "OnDelete"
  );
}
