import { textAt } from "../read-object.ts";

/** Which object is meant. */
export interface ObjectId {
  /** Empty for the core group. */
  readonly group: string;
  /** Empty where it is not known. */
  readonly version: string;
  readonly kind: string;
  /** Empty for cluster-scoped kinds. */
  readonly namespace: string;
  readonly name: string;
}

/** `Kind/namespace/name`, or `Kind/name`: how people and Flux name an object. */
export function formatObjectId({
  kind,
  namespace,
  name,
}: Omit<ObjectId, "group" | "version">): string {
  return namespace === "" ? `${kind}/${name}` : `${kind}/${namespace}/${name}`;
}

export function apiVersionOf({ group, version }: ObjectId): string {
  return group === "" ? version : `${group}/${version}`;
}

/**
 * Reads an entry of an inventory: `<namespace>_<name>_<group>_<kind>`, where a colon in the name is written as two
 * underscores (`cli-utils` `pkg/object/objmetadata.go`). Undefined for anything else.
 */
export function parseInventoryEntry(entry: unknown): ObjectId | undefined {
  const id = textAt(entry, ["id"]) ?? "";
  const first = id.indexOf("_");
  const last = id.lastIndexOf("_");
  const middle = last <= first ? -1 : id.lastIndexOf("_", last - 1);
  if (first < 0 || middle <= first) return undefined;
  const name = id.slice(first + 1, middle).replaceAll("__", ":");
  const kind = id.slice(last + 1);
  if (name === "" || kind === "") return undefined;
  return {
    group: id.slice(middle + 1, last),
    version: textAt(entry, ["v"]) ?? "",
    kind,
    namespace: id.slice(0, first),
    name,
  };
}

/**
 * Reads an entry of `healthChecks`; undefined where it names no object. Without a version Flux takes it for `apps/v1`, and
 * without a namespace for cluster-scoped (kustomize-controller `ReferenceToObjMetadataSet`).
 */
export function parseReference(reference: unknown): ObjectId | undefined {
  const kind = textAt(reference, ["kind"]);
  const name = textAt(reference, ["name"]);
  if (kind === undefined || name === undefined) return undefined;
  const apiVersion = textAt(reference, ["apiVersion"]) || "apps/v1";
  const slash = apiVersion.indexOf("/");
  return {
    group: slash < 0 ? "" : apiVersion.slice(0, slash),
    version: apiVersion.slice(slash + 1),
    kind,
    namespace: textAt(reference, ["namespace"]) ?? "",
    name,
  };
}
