import type { ClusterObject } from "../../../snapshot/snapshot.ts";
import type { LiveObject } from "../live-object.ts";
import { listAt, recordAt, textAt, valueAt } from "../read-object.ts";
import type { FactSource } from "../subject.ts";
import type { Blocker, Place } from "./blocker.ts";
import { conditionOf } from "./conditions.ts";
import { findObject } from "./find-object.ts";
import { helmReleaseId, sourceId } from "./flux-kinds.ts";
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
  const said = {
    reason: ready?.reason || "Progressing",
    detail: "is not ready; its message has the rest",
  };
  return {
    ...base,
    isBlocked: true,
    blockers: isSilent ? [ownBlocker(id, { ...said, healing: "mayHeal" }, place)] : blockers,
    reasons,
    places: [place],
  };
}

function placeOf(key: string, object: ClusterObject, path: readonly string[]): Place {
  return { path: ["objects", key, ...path], seen: valueAt(object, path) ?? null };
}

function ownBlocker(
  object: string,
  said: Pick<Blocker, "reason" | "detail" | "healing">,
  place: Place,
): Blocker {
  return { object, via: "self", edge: "proven", target: undefined, ...said, places: [place] };
}

function judgeRelease(
  source: FactSource,
  id: string,
  { key, object: release }: { readonly key: string; readonly object: ClusterObject },
): Waited {
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
  if (reason === "DependencyNotReady") return releaseDependencies(source, id, release);
  if (reason === "SourceNotReady" || reason === "ArtifactFailed") {
    return chartSource(source, release);
  }
  return waitsForObjects(release) ? installedObjects(source, id, release) : nothingWaited;
}

/** helm-controller asks of every dependency that it exists, has observed its generation and is Ready. */
function releaseDependencies(source: FactSource, id: string, release: ClusterObject): Waited {
  const ids = listAt(release, ["spec", "dependsOn"]).flatMap((entry) => {
    const name = textAt(entry, ["name"]);
    const namespace = textAt(entry, ["namespace"]) ?? release.metadata.namespace ?? "";
    return name === undefined ? [] : [helmReleaseId(namespace, name)];
  });
  const { blockers, unread } = readAll(source, ids, { via: "dependency", edge: "proven" });
  return { blockers, ...reasonsOf(id, unread) };
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
  const all = releaseObjects(source, release);
  const waited = waitsAsHelm3(release) ? all.filter((each) => isRolled(source, each)) : all;
  const { blockers, unread } = readAll(source, waited, { via: "release", edge: "derived" });
  return { blockers, ...reasonsOf(id, unread) };
}

function isRolled(source: FactSource, id: ObjectId): boolean {
  const found = id.kind === "DaemonSet" ? findObject(source, id) : undefined;
  return (
    found?.state !== "value" ||
    textAt(found.value.object, ["spec", "updateStrategy", "type"]) !== "OnDelete"
  );
}
