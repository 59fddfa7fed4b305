import { compareText } from "../../input/compare-text.ts";
import { formatPointer } from "../../input/json-pointer.ts";
import {
  isList,
  isObject,
  type JsonObject,
  type JsonValue,
  member,
} from "../../input/json-value.ts";
import { ownValue } from "../../input/own-value.ts";
import { readDocuments } from "../../input/read-documents.ts";
import type { ValuePath } from "../../input/source-document.ts";
import { proofKeys } from "../../profile/proof-keys.ts";
import { canonicalJson } from "../canonical-json.ts";
import { keyedDigest } from "../fingerprint.ts";
import { notText } from "../not-text.ts";
import { jsonMap, wordAt } from "./json-access.ts";
import type { LoadContext } from "./load-context.ts";
import { type Place, type Placed, positionOf } from "./place.ts";
import { safeKey } from "./scrub.ts";
import {
  isAuthPath,
  readMachineRegistryAuth,
  tellConfigPath,
  tellDocumentName,
} from "./talos-registry-auth.ts";

/** One machine config as a snapshot keeps it, or nothing if the text is no machine config. */
export type MachineConfigReading = readonly JsonObject[] | undefined;

/** Hex characters of a leaf's digest: 128 bits. */
const LEAF_DIGEST_LENGTH = 32;

/**
 * Does once what many machine configs ask for: a node's active and persistent config are the same text as
 * a rule, and the fleet's configs share most of their leaves.
 */
export interface ConfigReader {
  readonly digestLeaf: (pointer: string, leaf: JsonValue) => string;
  /** The documents of a config; undefined if it is none. */
  readonly documentsOf: (spec: JsonValue) => readonly JsonObject[] | undefined;
}

export function createConfigReader(context: LoadContext): ConfigReader {
  const parsed = new Map<string, readonly JsonObject[] | undefined>();
  return {
    digestLeaf: createLeafDigester(context),
    documentsOf: (spec) => {
      if (isObject(spec)) return [spec];
      if (typeof spec !== "string") return undefined;
      if (!parsed.has(spec)) parsed.set(spec, parseConfig(spec));
      return parsed.get(spec);
    },
  };
}

function createLeafDigester(context: LoadContext): ConfigReader["digestLeaf"] {
  const known = new Map<string, string>();
  return (pointer, leaf) => {
    const text = canonicalJson(leaf);
    const id = `${pointer}\n${text}`;
    const digest =
      known.get(id) ??
      keyedDigest(context.key, "machine-config", [pointer, text]).slice(0, LEAF_DIGEST_LENGTH);
    known.set(id, digest);
    return digest;
  };
}

/**
 * Reads the text of a Talos machine config, which holds several YAML documents. Registry logins become
 * fingerprints, annotations that the profile names stay, every other leaf becomes a digest.
 */
export function readMachineConfig(
  spec: JsonValue,
  { place, reader }: { readonly place: Place; readonly reader: ConfigReader },
  context: LoadContext,
): MachineConfigReading {
  const values = reader.documentsOf(spec);
  if (values === undefined || values.length === 0) return undefined;
  const parts = values.map((value) => ({ ...place, value }));
  return readConfigParts(parts, reader, context);
}

/** The same for the documents of a config that are parsed already; their order says nothing. */
export function readConfigParts(
  parts: readonly Placed[],
  { digestLeaf }: ConfigReader,
  context: LoadContext,
): MachineConfigReading {
  const records = parts.map((part) => readConfigDocument(part, digestLeaf, context));
  const found = records.filter((record) => record !== undefined);
  if (found.length < records.length) return undefined;
  return found
    .map((record) => ({ record, order: orderOf(record) }))
    .sort((a, b) => compareText(a.order, b.order))
    .map(({ record }) => record);
}

function parseConfig(spec: string): readonly JsonObject[] | undefined {
  const parsed = readDocuments({ file: "machine config", text: spec });
  if (!parsed.ok) return undefined;
  const values = parsed.value.map(({ value }) => value).filter((value) => value !== null);
  const maps = values.filter(isObject);
  return maps.length === values.length ? maps : undefined;
}

function orderOf(record: JsonObject): string {
  return [wordAt(record, "kind"), wordAt(record, "name"), canonicalJson(record)].join("\n");
}

function readConfigDocument(
  part: Placed,
  digestLeaf: ConfigReader["digestLeaf"],
  context: LoadContext,
): JsonObject | undefined {
  const { value } = part;
  const kind = wordAt(value, "kind") ?? "v1alpha1";
  const registryAuth = readMachineRegistryAuth(value, kind, context);
  if (registryAuth === "invalid") return undefined;
  const named = readNodeAnnotations(value, kind, context);
  if (named.hasWrongType) {
    context.log.problems.push(notText("annotation in the machine config", positionOf(part)));
  }
  const digests: [string, string][] = [];
  const isTold = (path: ValuePath): boolean =>
    isIdentity(path, kind) || isAuthPath(path, kind) || named.isKept(path);
  collectDigests({ value, path: [] }, { isTold, digestLeaf, digests, context });
  const { scrubber } = context;
  const name = wordAt(value, "name");
  const type = kind === "v1alpha1" ? wordAt(member(value, "machine"), "type") : undefined;
  return jsonMap([
    ["kind", safeKey(kind, scrubber)],
    ["name", name === undefined ? undefined : tellDocumentName(name, kind, scrubber)],
    ["machineType", type === undefined ? undefined : safeKey(type, scrubber)],
    ["nodeAnnotations", named.annotations],
    ["registryAuth", registryAuth],
    ["digests", jsonMap(digests)],
  ]);
}

const identityPointers: ReadonlySet<string> = new Set(["/kind", "/name"]);

function isIdentity(path: ValuePath, kind: string): boolean {
  const pointer = formatPointer(path);
  return identityPointers.has(pointer) || (kind === "v1alpha1" && pointer === "/machine/type");
}

interface NodeAnnotations {
  /** Undefined for kinds of documents that cannot have any. */
  readonly annotations: JsonObject | undefined;
  readonly hasWrongType: boolean;
  readonly isKept: (path: ValuePath) => boolean;
}

const annotationPaths: Readonly<Record<string, ValuePath>> = {
  v1alpha1: ["machine", "nodeAnnotations"],
  KubeNodeConfig: ["annotations"],
};

function readNodeAnnotations(
  value: JsonObject,
  kind: string,
  { profile }: LoadContext,
): NodeAnnotations {
  const base = ownValue(annotationPaths, kind);
  if (base === undefined) {
    return { annotations: undefined, hasWrongType: false, isKept: () => false };
  }
  const keys = proofKeys(profile);
  const map = base.reduce<JsonValue | undefined>((inner, key) => member(inner, key), value);
  const named = isObject(map) ? Object.entries(map).filter(([key]) => keys.has(key)) : [];
  const isKept = (path: ValuePath): boolean =>
    path.length === base.length + 1 &&
    base.every((key, index) => path[index] === key) &&
    keys.has(path.at(-1) ?? "");
  return {
    annotations: jsonMap(named.filter(([, text]) => typeof text === "string")),
    hasWrongType: named.some(([, text]) => typeof text !== "string"),
    isKept,
  };
}

interface DigestTarget {
  readonly isTold: (path: ValuePath) => boolean;
  readonly digestLeaf: ConfigReader["digestLeaf"];
  readonly digests: [string, string][];
  readonly context: LoadContext;
}

function collectDigests(
  { value, path }: { readonly value: JsonValue; readonly path: ValuePath },
  target: DigestTarget,
): void {
  if (target.isTold(path)) return;
  const inner = isList(value) ? value.map((item, index) => [String(index), item] as const) : null;
  const entries = inner ?? (isObject(value) ? Object.entries(value) : []);
  // An empty list or map is a leaf: that it is there may mean something.
  if (entries.length === 0) {
    const pointer = formatPointer(tellConfigPath(path, target.context.scrubber));
    target.digests.push([pointer, target.digestLeaf(pointer, value)]);
    return;
  }
  for (const [key, item] of entries) {
    collectDigests({ value: item, path: [...path, key] }, target);
  }
}
