import { valueAt } from "../input/json-pointer.ts";
import { isList, isObject, type JsonObject, type JsonValue } from "../input/json-value.ts";
import type { Problem } from "../input/problem.ts";
import type { SourceDocument, ValuePath } from "../input/source-document.ts";
import { instantProblems } from "./check-instants.ts";
import { objectKey } from "./snapshot.ts";

/**
 * What a schema cannot say about a snapshot: that keys are what they stand for, that no two nodes are one, that
 * days exist, and that no Secret came along. It looks at what is there, so it may run on a document that breaks
 * the schema.
 */
export function checkSnapshot(document: SourceDocument): readonly Problem[] {
  const nodes = new Map<string, string>();
  const problems = Object.entries(mapAt(document.value, ["objects"])).flatMap(([key, object]) => {
    const identity = identityOf(object);
    if (identity === undefined) return none;
    const isRight = key === keyOf(identity);
    const found = isRight ? none : [wrongKey(document, key, identity)];
    return [...found, ...coreProblems(document, { key, object, identity }, nodes)];
  });
  return [...problems, ...instantProblems(document, instantPaths(document.value))];
}

const none: readonly Problem[] = [];

interface Entry {
  readonly key: string;
  readonly object: JsonValue;
  readonly identity: Identity;
}

/** Looks at Secrets and Nodes; `nodes` remembers the key of each node by its UID. */
function coreProblems(
  document: SourceDocument,
  { key, object, identity }: Entry,
  nodes: Map<string, string>,
): readonly Problem[] {
  const { apiVersion, kind, uid } = identity;
  if (apiVersion !== "v1") return none;
  if (kind === "Secret") return secretProblems(document, key, object);
  if (kind !== "Node" || uid === undefined) return none;
  const first = nodes.get(uid);
  if (first !== undefined) return [duplicateNode(document, key, first)];
  nodes.set(uid, key);
  return none;
}

interface Identity {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace: string | undefined;
  readonly name: string;
  readonly uid: string | undefined;
}

/** What an object says it is; undefined where the schema has something to say about it. */
function identityOf(object: JsonValue): Identity | undefined {
  if (!isObject(object)) return undefined;
  const { apiVersion, kind, metadata } = object;
  if (typeof apiVersion !== "string" || typeof kind !== "string" || !isObject(metadata)) {
    return undefined;
  }
  const { name, namespace, uid } = metadata;
  if (typeof name !== "string") return undefined;
  return { apiVersion, kind, name, namespace: textOf(namespace), uid: textOf(uid) };
}

function textOf(value: JsonValue | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function keyOf({ apiVersion, kind, namespace, name }: Identity): string {
  return objectKey(apiVersion, kind, namespace, name);
}

function wrongKey(document: SourceDocument, key: string, identity: Identity): Problem {
  return {
    code: "SNAPSHOT_INVALID",
    message: `this key is not the identity of its object, \`${keyOf(identity)}\``,
    position: document.positionAt(["objects", key], "key"),
    expected: "`apiVersion/Kind/namespace/name`, with an empty namespace for cluster-scoped kinds",
  };
}

/** Where a Secret keeps what must not come in: also in the copy that `kubectl apply` leaves behind. */
const secretPaths: readonly ValuePath[] = [
  ["data"],
  ["stringData"],
  ["metadata", "annotations", "kubectl.kubernetes.io/last-applied-configuration"],
];

function secretProblems(
  document: SourceDocument,
  key: string,
  object: JsonValue,
): readonly Problem[] {
  return secretPaths
    .filter((path) => valueAt(object, path) !== undefined)
    .map((path) => ({
      code: "SNAPSHOT_SECRET_REFUSED",
      message: `a snapshot cannot hold the \`${path.at(-1) ?? ""}\` of a Secret`,
      position: document.positionAt(["objects", key, ...path], "key"),
      help: "name the Secret in the profile: then it is fingerprinted while it is loaded",
    }));
}

function duplicateNode(document: SourceDocument, key: string, first: string): Problem {
  return {
    code: "SNAPSHOT_DUPLICATE_NODE",
    message: `this node has the UID of \`${first}\``,
    position: document.positionAt(["objects", key, "metadata", "uid"]),
    help: "keep the node that exists; a UID belongs to one object only",
  };
}

/** Paths at which the schema has an instant. */
function instantPaths(snapshot: JsonValue): readonly ValuePath[] {
  const coverage = Object.keys(listAt(snapshot, ["coverage"])).map((index) => [
    "coverage",
    index,
    "readAt",
  ]);
  const talos = Object.keys(mapAt(snapshot, ["talos"])).flatMap((node) => [
    ["talos", node, "runtimeStartedAt"],
    ["talos", node, "registryConfigUpdatedAt"],
    ["talos", node, "machineConfig", "active", "updatedAt"],
    ["talos", node, "machineConfig", "persistent", "updatedAt"],
  ]);
  const rendered = Object.keys(mapAt(snapshot, ["rendered", "machineConfigs"])).map((node) => [
    "rendered",
    "machineConfigs",
    node,
    "updatedAt",
  ]);
  const probes = Object.keys(listAt(snapshot, ["probes"])).map((at) => ["probes", at, "at"]);
  const steps = Object.keys(listAt(snapshot, ["steps"])).flatMap((at) => [
    ["steps", at, "at"],
    ["steps", at, "verifiedAt"],
  ]);
  const credentials = Object.keys(mapAt(snapshot, ["credentials"])).flatMap((name) => {
    const previous = ["credentials", name, "previous"];
    return [
      ["credentials", name, "declared", "firstDeclaredAt"],
      ...Object.keys(listAt(snapshot, previous)).flatMap((at) => [
        [...previous, at, "firstDeclaredAt"],
        [...previous, at, "lastDeclaredAt"],
      ]),
    ];
  });
  const runs = Object.keys(listAt(snapshot, ["pipeline", "earlier"])).map((at) => [
    "pipeline",
    "earlier",
    at,
    "startedAt",
  ]);
  return [
    ["takenAt"],
    ["pipeline", "startedAt"],
    ...[coverage, talos, rendered, probes, steps, credentials, runs].flat(),
  ];
}

function mapAt(value: JsonValue, path: ValuePath): JsonObject {
  const found = valueAt(value, path);
  return isObject(found) ? found : {};
}

function listAt(value: JsonValue, path: ValuePath): readonly JsonValue[] {
  const found = valueAt(value, path);
  return isList(found) ? found : [];
}
