import type { ClusterObject } from "../../../snapshot/snapshot.ts";
import type { UnknownReason } from "../fact.ts";
import { listAt, textAt, valueAt } from "../read-object.ts";
import type { FactSource } from "../subject.ts";
import { conditionOf } from "./conditions.ts";
import { formatObjectId, type ObjectId } from "./object-id.ts";
import {
  elsewhereReason,
  hasInventory,
  inventoryOf,
  isElsewhere,
  unreadableEntries,
} from "./waited-objects.ts";

/** What a HelmRelease installed, and why there may be more. */
export interface Installed {
  readonly ids: readonly ObjectId[];
  readonly reasons: readonly UnknownReason[];
}

/**
 * What a HelmRelease installed: by its inventory (helm-controller 1.5 and newer). Without one workloads that Helm marked
 * with the release's name are of it, and what else is nobody tells.
 */
export function releaseObjects(source: FactSource, release: ClusterObject): Installed {
  const { namespace: own = "", name: ownName } = release.metadata;
  const who = formatObjectId({ kind: release.kind, namespace: own, name: ownName });
  if (isElsewhere(release)) return { ids: [], reasons: [elsewhereReason(who)] };
  if (hasInventory(release)) {
    return { ids: inventoryOf(release), reasons: unreadableEntries(release) };
  }
  const [newest] = listAt(release, ["status", "history"]);
  const name = textAt(newest, ["name"]) ?? ownName;
  const namespace = textAt(newest, ["namespace"]) ?? own;
  const ids = source.once(workloadsByRelease).get(`${namespace}/${name}`) ?? [];
  const detail = `what ${who} installed is not recorded: its status has no inventory`;
  const cure = "helm-controller 1.5 or newer, which writes one";
  return { ids, reasons: [{ code: "NotRecorded", detail, cure }] };
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

/** Failures of an action itself. What else keeps a release from being ready comes before an action, or after it waited. */
const failedActions: ReadonlySet<string> = new Set([
  "InstallFailed",
  "RollbackFailed",
  "UpgradeFailed",
]);

/**
 * Whether Helm waits, in its last action, until what it installed is ready: helm-controller says Ready Unknown while it
 * acts, and by its reason what failed (`helmrelease_controller.go`).
 */
export function waitsForObjects(release: ClusterObject): boolean {
  const action = textAt(release, ["status", "lastAttemptedReleaseAction"]) ?? "install";
  if (valueAt(release, ["spec", action, "disableWait"]) === true) return false;
  const ready = conditionOf(release, "Ready");
  if (ready?.status === "False") return failedActions.has(ready.reason);
  return ready?.status !== "True";
}

/** Whether it waits as Helm 3 did, which takes every DaemonSet that is not rolled for ready. */
export function waitsAsHelm3(release: ClusterObject): boolean {
  return textAt(release, ["spec", "waitStrategy", "name"]) === "legacy";
}
