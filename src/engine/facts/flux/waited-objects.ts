import type { ClusterObject } from "../../../snapshot/snapshot.ts";
import { listAt, recordAt, textAt, valueAt } from "../read-object.ts";
import { isKustomization } from "./flux-kinds.ts";
import { type ObjectId, parseInventoryEntry, parseReference } from "./object-id.ts";

/** What a Kustomization applied, as its inventory has it; itself aside. */
export function appliedObjects(object: ClusterObject): readonly ObjectId[] {
  const { namespace = "", name } = object.metadata;
  return inventoryOf(object).filter(
    (id) => !(isKustomization(id) && id.namespace === namespace && id.name === name),
  );
}

/** The entries of an inventory that can be read. */
export function inventoryOf(object: ClusterObject): readonly ObjectId[] {
  return listAt(object, ["status", "inventory", "entries"]).flatMap(
    (entry) => parseInventoryEntry(entry) ?? [],
  );
}

/**
 * What a Kustomization waits for once it has applied: with `wait` all that it applied and `healthChecks` are
 * passed over, without it those only (kustomize-controller `checkHealth`).
 */
export function waitedObjects(object: ClusterObject): readonly ObjectId[] {
  if (valueAt(object, ["spec", "wait"]) === true) return appliedObjects(object);
  return listAt(object, ["spec", "healthChecks"]).flatMap(
    (reference) => parseReference(reference, object.metadata.namespace ?? "") ?? [],
  );
}

/** Whether the objects are those of another cluster, which no snapshot of this one holds. */
export function isElsewhere(object: ClusterObject): boolean {
  return recordAt(object, ["spec", "kubeConfig"]) !== undefined;
}

/** Kinds of which an expression of the Kustomization says how they fare, by `apiVersion/Kind`. */
export function kindsByExpression(object: ClusterObject): ReadonlySet<string> {
  return new Set(
    listAt(object, ["spec", "healthCheckExprs"]).map(
      (entry) => `${textAt(entry, ["apiVersion"]) ?? ""}/${textAt(entry, ["kind"]) ?? ""}`,
    ),
  );
}
