import { isList, isObject, type JsonObject, member } from "../../input/json-value.ts";
import { objectAt, wordAt } from "./json-access.ts";
import type { LoadLog } from "./load-log.ts";
import { inside, type Placed, problemAt } from "./place.ts";

/** The items of a list of objects, and what its being a list says about coverage. */
export interface SplitList {
  readonly objects: readonly Placed[];
  readonly covered: readonly ListCoverage[];
}

interface ListCoverage {
  /** `apiVersion/Kind`, such as v1/Node. */
  readonly kind: string;
  readonly complete: boolean;
}

/**
 * Takes a `List` or a typed list (`NodeList`) apart. Items of a typed list may lack apiVersion and kind. Only
 * cluster-scoped kinds are covered: the scope of a list of namespaced objects is not in the list.
 */
export function splitList(list: Placed, log: LoadLog): SplitList {
  const itemType = itemTypeOf(list.value);
  const objects = itemsOf(list, log).flatMap((item) => {
    const object = withType(item, itemType);
    if (object !== undefined) return [object];
    log.problems.push(
      problemAt(item, "SNAPSHOT_UNRECOGNIZED", "list item has no `apiVersion` and `kind`"),
    );
    return [];
  });
  const complete = !isTruncated(list.value);
  const kinds = new Set(objects.map(({ value }) => typeNameOf(value)));
  if (itemType !== undefined && objects.length === 0) {
    kinds.add(`${itemType.apiVersion}/${itemType.kind}`);
  }
  const covered = [...kinds]
    .filter((kind) => isClusterScoped(kind, objects))
    .map((kind) => ({ kind, complete }));
  return { objects, covered };
}

interface ItemType {
  readonly apiVersion: string;
  readonly kind: string;
}

function itemTypeOf(list: JsonObject): ItemType | undefined {
  const apiVersion = wordAt(list, "apiVersion");
  const kind = wordAt(list, "kind")?.slice(0, -"List".length);
  return apiVersion === undefined || kind === undefined || kind === ""
    ? undefined
    : { apiVersion, kind };
}

function itemsOf(list: Placed, log: LoadLog): readonly Placed[] {
  const items = member(list.value, "items");
  // Go writes a list without items as null.
  if (items === null) return [];
  if (!isList(items)) {
    const place = inside(list, "items");
    log.problems.push(problemAt(place, "SNAPSHOT_INVALID", "`items` is not a list"));
    return [];
  }
  return items.flatMap((value, index) => {
    const place = inside(list, "items", String(index));
    if (isObject(value)) return [{ ...place, value }];
    log.problems.push(problemAt(place, "SNAPSHOT_INVALID", "list item is not a map"));
    return [];
  });
}

function withType(item: Placed, type: ItemType | undefined): Placed | undefined {
  const apiVersion = wordAt(item.value, "apiVersion") ?? type?.apiVersion;
  const kind = wordAt(item.value, "kind") ?? type?.kind;
  if (apiVersion === undefined || kind === undefined) return undefined;
  return { ...item, value: { ...item.value, apiVersion, kind } };
}

function typeNameOf(object: JsonObject): string {
  return `${wordAt(object, "apiVersion")}/${wordAt(object, "kind")}`;
}

function isTruncated(list: JsonObject): boolean {
  const metadata = objectAt(list, "metadata");
  const remaining = member(metadata, "remainingItemCount");
  return (
    wordAt(metadata, "continue") !== undefined || (typeof remaining === "number" && remaining > 0)
  );
}

const clusterScopedKinds: ReadonlySet<string> = new Set([
  "v1/Node",
  "v1/Namespace",
  "v1/PersistentVolume",
  "rbac.authorization.k8s.io/v1/ClusterRole",
  "rbac.authorization.k8s.io/v1/ClusterRoleBinding",
  "storage.k8s.io/v1/StorageClass",
  "storage.k8s.io/v1/CSIDriver",
  "storage.k8s.io/v1/CSINode",
  "storage.k8s.io/v1/VolumeAttachment",
  "scheduling.k8s.io/v1/PriorityClass",
  "node.k8s.io/v1/RuntimeClass",
  "networking.k8s.io/v1/IngressClass",
  "apiextensions.k8s.io/v1/CustomResourceDefinition",
  "apiregistration.k8s.io/v1/APIService",
  "admissionregistration.k8s.io/v1/MutatingWebhookConfiguration",
  "admissionregistration.k8s.io/v1/ValidatingWebhookConfiguration",
  "admissionregistration.k8s.io/v1/ValidatingAdmissionPolicy",
  "admissionregistration.k8s.io/v1/ValidatingAdmissionPolicyBinding",
  "certificates.k8s.io/v1/CertificateSigningRequest",
]);

function isClusterScoped(kind: string, objects: readonly Placed[]): boolean {
  if (clusterScopedKinds.has(kind)) return true;
  const ofKind = objects.filter(({ value }) => typeNameOf(value) === kind);
  return (
    ofKind.length > 0 &&
    ofKind.every(({ value }) => wordAt(objectAt(value, "metadata"), "namespace") === undefined)
  );
}
