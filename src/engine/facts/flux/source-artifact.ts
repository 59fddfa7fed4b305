import type { ClusterObject } from "../../../snapshot/snapshot.ts";
import type { LiveObject } from "../live-object.ts";
import { recordAt, textAt, valueAt } from "../read-object.ts";
import type { Blocker, EdgeClass, Healing } from "./blocker.ts";
import { conditionOf } from "./conditions.ts";
import { sourceId } from "./flux-kinds.ts";
import { formatObjectId, type ObjectId } from "./object-id.ts";

/** The source of a Kustomization's manifests; undefined where it names none. */
export function sourceOf(object: ClusterObject): ObjectId | undefined {
  const path = ["spec", "sourceRef"];
  const kind = textAt(object, [...path, "kind"]);
  const name = textAt(object, [...path, "name"]);
  if (kind === undefined || name === undefined) return undefined;
  const namespace = textAt(object, [...path, "namespace"]) ?? object.metadata.namespace ?? "";
  return sourceId(kind, namespace, name);
}

/** The revision of the artifact that it offers; undefined without one. */
export function artifactRevision(object: ClusterObject): string | undefined {
  return textAt(object, ["status", "artifact", "revision"]);
}

/** What keeps a source from offering what it is declared to; undefined where nothing is seen to. */
export function sourceBlocker(
  id: ObjectId,
  found: LiveObject,
  edge: EdgeClass,
): Blocker | undefined {
  const object = formatObjectId(id);
  const base = { object, via: "source", edge, target: undefined } as const;
  if (found.state === "unknown") return undefined;
  if (found.state === "absent") {
    const detail = "there is no such source";
    return { ...base, reason: "SourceMissing", detail, healing: "needsCommit", places: [] };
  }
  const { key, object: source } = found.value;
  if (valueAt(source, ["spec", "suspend"]) === true) {
    const places = [{ path: ["objects", key, "spec", "suspend"], seen: true }];
    const detail = "is suspended, so that no new revision is fetched";
    return { ...base, reason: "SourceSuspended", detail, healing: "needsHand", places };
  }
  const ready = conditionOf(source, "Ready");
  const places = [
    { path: ["objects", key, ...(ready?.path ?? ["status"])], seen: ready?.status ?? null },
  ];
  if (ready?.status === "False") {
    const { reason } = ready;
    const detail = "does not fetch what it points at";
    return { ...base, reason, detail, healing: healingOf(source, reason), places };
  }
  if (recordAt(source, ["status", "artifact"]) !== undefined) return undefined;
  const detail = "has no artifact yet";
  return { ...base, reason: "NoArtifact", detail, healing: "mayHeal", places };
}

/**
 * Whoever may not read is helped by no new revision: it would not be read either. Whoever does not trust what was read is
 * helped by one that is signed as it should be.
 */
function healingOf(source: ClusterObject, reason: string): Healing {
  if (reason.startsWith("Authentication")) return "needsHand";
  if (/^(Chart)?Verification/.test(reason)) return "needsCommit";
  return conditionOf(source, "Stalled")?.status === "True" ? "needsCommit" : "mayHeal";
}
