import type { ClusterObject } from "../../../snapshot/snapshot.ts";
import type { UnknownReason } from "../fact.ts";
import { listAt, recordAt, textAt, valueAt } from "../read-object.ts";
import { isKustomization } from "./flux-kinds.ts";
import { formatObjectId, type ObjectId, parseInventoryEntry, parseReference } from "./object-id.ts";

/** What a Kustomization applied, as its inventory has it; itself aside. */
export function appliedObjects(object: ClusterObject): readonly ObjectId[] {
  return withoutItself(object, inventoryOf(object));
}

/** Flux does not wait for the one that waits (kustomize-controller `checkHealth`). */
function withoutItself(object: ClusterObject, ids: readonly ObjectId[]): readonly ObjectId[] {
  const { namespace = "", name } = object.metadata;
  return ids.filter(
    (id) => !(isKustomization(id) && id.namespace === namespace && id.name === name),
  );
}

/** The entries of an inventory that can be read. */
export function inventoryOf(object: ClusterObject): readonly ObjectId[] {
  return listAt(object, ["status", "inventory", "entries"]).flatMap(
    (entry) => parseInventoryEntry(entry) ?? [],
  );
}

/** Whether its status has an inventory at all, be it empty. */
export function hasInventory(object: ClusterObject): boolean {
  return recordAt(object, ["status", "inventory"]) !== undefined;
}

/** Why there may be more than the inventory is read to hold. */
export function unreadableEntries(object: ClusterObject): readonly UnknownReason[] {
  const entries = listAt(object, ["status", "inventory", "entries"]);
  const count = entries.filter((entry) => parseInventoryEntry(entry) === undefined).length;
  if (count === 0) return [];
  const detail = `${count} of ${entries.length} entries in the inventory of ${nameOf(object)} name no object`;
  return [{ code: "Unparsable", detail }];
}

/**
 * What a Kustomization waits for once it has applied: with `wait` all that it applied and `healthChecks` are
 * passed over, without it those only (kustomize-controller `checkHealth`).
 */
export function waitedObjects(object: ClusterObject): readonly ObjectId[] {
  if (waitsForAll(object)) return appliedObjects(object);
  const references = listAt(object, ["spec", "healthChecks"]);
  return withoutItself(
    object,
    references.flatMap((reference) => parseReference(reference) ?? []),
  );
}

/** Why it may wait for more than that. */
export function unclearWaited(object: ClusterObject): readonly UnknownReason[] {
  return waitsForAll(object) ? unreadableEntries(object) : [];
}

/** Flux comes to health checks only with something to check, itself counted: an inventory that names nothing is not it. */
export function namesNothing(object: ClusterObject): readonly UnknownReason[] {
  const isListed = listAt(object, ["status", "inventory", "entries"]).length > 0;
  if (!waitsForAll(object) || isListed) return [];
  const detail = `${nameOf(object)} waits for what it applied, and its inventory names nothing`;
  return [{ code: "NotRecorded", detail }];
}

/** With `wait` everything in the inventory is waited for. */
export function waitsForAll(object: ClusterObject): boolean {
  return valueAt(object, ["spec", "wait"]) === true;
}

function nameOf({ kind, metadata: { namespace = "", name } }: ClusterObject): string {
  return formatObjectId({ kind, namespace, name });
}

/** Whether the objects are those of another cluster, which no snapshot of this one holds. */
export function isElsewhere(object: ClusterObject): boolean {
  return recordAt(object, ["spec", "kubeConfig"]) !== undefined;
}

/** Why it is not known how objects fare that it applied to another cluster. */
export function elsewhereReason(who: string): UnknownReason {
  const detail = `${who} applies to another cluster, of which this snapshot holds nothing`;
  return { code: "NotRecorded", detail };
}

/** Kinds of which an expression of the Kustomization says how they fare, by `apiVersion/Kind`. */
export function kindsByExpression(object: ClusterObject): ReadonlySet<string> {
  return new Set(
    listAt(object, ["spec", "healthCheckExprs"]).map(
      (entry) => `${textAt(entry, ["apiVersion"]) ?? ""}/${textAt(entry, ["kind"]) ?? ""}`,
    ),
  );
}
