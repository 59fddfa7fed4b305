import type { ClusterObject } from "../../../snapshot/snapshot.ts";
import { listAt, textAt, valueAt } from "../read-object.ts";
import type { FactSource } from "../subject.ts";
import type { ObjectId } from "./object-id.ts";
import { inventoryOf } from "./waited-objects.ts";

/**
 * What a HelmRelease installed: by its inventory (helm-controller 1.5 and newer), else workloads of the snapshot
 * that Helm marked with the release's name.
 */
export function releaseObjects(source: FactSource, release: ClusterObject): readonly ObjectId[] {
  const listed = inventoryOf(release);
  if (listed.length > 0) return listed;
  const [newest] = listAt(release, ["status", "history"]);
  const name = textAt(newest, ["name"]) ?? release.metadata.name;
  const namespace = textAt(newest, ["namespace"]) ?? release.metadata.namespace ?? "";
  return source.once(workloadsByRelease).get(`${namespace}/${name}`) ?? [];
}

const workloads = ["DaemonSet", "Deployment", "StatefulSet"];

function workloadsByRelease({ index }: FactSource): ReadonlyMap<string, readonly ObjectId[]> {
  const byRelease = new Map<string, ObjectId[]>();
  for (const kind of workloads) {
    for (const { object } of index.ofKind(`apps/v1/${kind}`)) {
      const { annotations, namespace = "", name } = object.metadata;
      const release = annotations?.["meta.helm.sh/release-name"];
      if (release === undefined) continue;
      const key = `${annotations?.["meta.helm.sh/release-namespace"] ?? ""}/${release}`;
      const id = { group: "apps", version: "v1", kind, namespace, name };
      const others = byRelease.get(key);
      if (others === undefined) byRelease.set(key, [id]);
      else others.push(id);
    }
  }
  return byRelease;
}

/** Whether Helm waits, in the last action, until what it installed is ready. */
export function waitsForObjects(release: ClusterObject): boolean {
  const action = textAt(release, ["status", "lastAttemptedReleaseAction"]) ?? "install";
  return valueAt(release, ["spec", action, "disableWait"]) !== true;
}

/** Whether it waits as Helm 3 did, which takes every DaemonSet that is not rolled for ready. */
export function waitsAsHelm3(release: ClusterObject): boolean {
  return textAt(release, ["spec", "waitStrategy", "name"]) === "legacy";
}
