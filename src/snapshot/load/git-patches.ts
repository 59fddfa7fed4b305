import { formatPointer, parsePointer, valueAt } from "../../input/json-pointer.ts";
import {
  isList,
  isObject,
  type JsonObject,
  type JsonValue,
  member,
} from "../../input/json-value.ts";
import { readDocuments } from "../../input/read-documents.ts";
import type { SourceDocument, ValuePath } from "../../input/source-document.ts";
import type { ProfileGate } from "../../profile/profile.ts";
import { itemsAt, objectAt, wordAt } from "./json-access.ts";
import { inside, type Place } from "./place.ts";

export type GateStrategy = ProfileGate["declared"]["strategy"];

/** What the patches of a kustomization do to the field of one object, in the order in which kustomize applies them. */
export interface PatchFindings {
  /** What each patch leaves there; null: nothing. */
  readonly effects: readonly (string | null)[];
  /** Patches that come after those, may touch it and cannot be read here: text in another file, selectors, patterns. */
  readonly unread: readonly Place[];
  /** Patches that are no YAML. */
  readonly malformed: readonly Place[];
}

type Finding =
  | { readonly effect: string | null }
  | { readonly unread: Place }
  | { readonly malformed: Place };

/** A patch in another file that names no object may be about anything: in the gate's own component it counts. */
export type PatchesOf = "component" | "kustomization";

/** Looks for the gate's field in `patchesStrategicMerge`, `patches` and `patchesJson6902`. */
export function findStrategies(
  document: SourceDocument,
  strategy: GateStrategy,
  whose: PatchesOf,
): PatchFindings {
  const findings = patchesOf(document)
    .filter(
      ({ text, target }) => whose === "component" || text !== undefined || target !== undefined,
    )
    .flatMap((patch) => readPatch(patch, strategy));
  const last = findings.findLastIndex((finding) => "effect" in finding);
  return {
    effects: findings.flatMap((finding) => ("effect" in finding ? [finding.effect] : [])),
    // What a later patch sets stands whatever an earlier one did.
    unread: findings
      .slice(last + 1)
      .flatMap((finding) => ("unread" in finding ? [finding.unread] : [])),
    malformed: findings.flatMap((finding) => ("malformed" in finding ? [finding.malformed] : [])),
  };
}

interface Patch {
  readonly place: Place;
  readonly target: JsonObject | undefined;
  /** Undefined if it stands in another file. */
  readonly text: string | undefined;
}

/** In kustomize's order of transformers (`configureBuiltinTransformers` of its api/internal/target). */
function patchesOf(document: SourceDocument): readonly Patch[] {
  const root = { document, path: [] };
  const merged = itemsAt(document.value, "patchesStrategicMerge").map((item, index) => ({
    place: inside(root, "patchesStrategicMerge", String(index)),
    target: undefined,
    text: typeof item === "string" && /[\n:]/.test(item) ? item : undefined,
  }));
  const targeted = ["patches", "patchesJson6902"].flatMap((field) =>
    itemsAt(document.value, field).map((item, index) => ({
      place: inside(root, field, String(index)),
      target: objectAt(item, "target"),
      text: wordAt(item, "patch"),
    })),
  );
  return [...merged, ...targeted];
}

function readPatch({ place, target, text }: Patch, strategy: GateStrategy): readonly Finding[] {
  const aim = target === undefined ? "all" : aimOf(target, strategy);
  if (aim === "other") return [];
  if (text === undefined || aim === "unclear") return [{ unread: place }];
  const parsed = readDocuments({ file: "patch", text });
  if (!parsed.ok) return [{ malformed: place }];
  const path = parsePointer(strategy.pointer) ?? [];
  return parsed.value.flatMap(({ value }) => {
    if (isList(value))
      return target === undefined ? [] : asFinding(leftByJsonPatch(value, path), place);
    const isMeant = target !== undefined || isAbout(value, strategy);
    return isMeant ? asFinding(leftByMerge(value, path), place) : [];
  });
}

/** `untouched`, or what it leaves; `unclear`: it touches the field in a way that is not worked out here. */
type Left = { readonly value: JsonValue | undefined } | "untouched" | "unclear";

function asFinding(left: Left, place: Place): readonly Finding[] {
  if (left === "untouched") return [];
  if (left === "unclear") return [{ unread: place }];
  const { value } = left;
  if (value === undefined || value === null) return [{ effect: null }];
  return typeof value === "object" ? [{ unread: place }] : [{ effect: String(value) }];
}

/** What a strategic merge patch leaves at a path: a null deletes, and so does a map that is replaced without it. */
function leftByMerge(patch: JsonValue, path: ValuePath): Left {
  let current: JsonValue = patch;
  let isReplaced = false;
  for (const key of path) {
    if (!isObject(current)) return gone;
    const directive = directiveOf(current);
    if (directive === "delete") return gone;
    if (directive === "unclear") return "unclear";
    isReplaced ||= directive === "replace";
    const next = member(current, key);
    if (next === undefined) return isReplaced ? gone : "untouched";
    current = next;
  }
  return { value: current };
}

const gone = { value: undefined } as const;

/** How a map of a strategic merge patch meets the one that is there. */
function directiveOf(map: JsonObject): "merge" | "replace" | "delete" | "unclear" {
  const directive = wordAt(map, "$patch") ?? "merge";
  const isKnown = directive === "merge" || directive === "replace" || directive === "delete";
  return isKnown && member(map, "$retainKeys") === undefined ? directive : "unclear";
}

/** A strategic merge patch names its object itself; a namespace that it leaves out is any. */
function isAbout(value: JsonValue, strategy: GateStrategy): boolean {
  const metadata = objectAt(value, "metadata");
  const namespace = wordAt(metadata, "namespace");
  return (
    wordAt(value, "kind") === strategy.kind &&
    wordAt(metadata, "name") === strategy.name &&
    (namespace === undefined || isNamespace(namespace, strategy))
  );
}

function isNamespace(namespace: string, strategy: GateStrategy): boolean {
  return strategy.namespace === undefined || strategy.namespace === namespace;
}

type Aim = "all" | "other" | "unclear";

function aimOf(target: JsonObject, strategy: GateStrategy): Aim {
  const aims = [
    matchPattern(member(target, "kind"), strategy.kind),
    matchPattern(member(target, "name"), strategy.name),
    strategy.namespace === undefined
      ? "all"
      : matchPattern(member(target, "namespace"), strategy.namespace),
  ];
  if (aims.includes("other")) return "other";
  const hasSelector = ["labelSelector", "annotationSelector"].some(
    (field) => wordAt(target, field) !== undefined,
  );
  return hasSelector || aims.includes("unclear") ? "unclear" : "all";
}

/**
 * Kustomize takes these fields as anchored regular expressions. A plain text and `.*` are understood here; the
 * rest is not run, for it comes from whoever wrote the file.
 */
function matchPattern(pattern: JsonValue | undefined, text: string): Aim {
  if (pattern === undefined || pattern === null || pattern === "") return "all";
  if (typeof pattern !== "string") return "unclear";
  if (pattern === text) return "all";
  const parts = pattern.replace(/^\^/, "").replace(/\$$/, "").split(".*");
  if (parts.some((part) => /[*+?()[\]{}|^$\\]/.test(part))) return "unclear";
  return matchesInOrder(parts, text) ? "all" : "other";
}

/** True if the text is these parts with anything between them. */
function matchesInOrder(parts: readonly string[], text: string): boolean {
  const [first = "", ...rest] = parts;
  const last = rest.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first) || !text.endsWith(last)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at <= text.length - last.length;
}

/** What a JSON patch (RFC 6902) leaves at a path. */
function leftByJsonPatch(operations: readonly JsonValue[], path: ValuePath): Left {
  const left = operations.map((operation) => leftByOperation(operation, path));
  return left.findLast((each) => each !== "untouched") ?? "untouched";
}

function leftByOperation(operation: JsonValue, path: ValuePath): Left {
  const op = wordAt(operation, "op");
  const [at, from] = ["path", "from"].map((field) => parsePointer(wordAt(operation, field) ?? ""));
  if (op === "test" || at === undefined) return "untouched";
  const isPlain = op === "add" || op === "replace" || op === "remove";
  const isMoved = !isPlain && from !== undefined && touches(from, path);
  if (!touches(at, path)) return isMoved ? "unclear" : "untouched";
  if (!isPlain || at.length > path.length) return "unclear";
  if (op === "remove") return gone;
  return { value: valueAt(member(operation, "value") ?? null, path.slice(at.length)) };
}

/** One lies inside the other, or they are one. */
function touches(a: ValuePath, b: ValuePath): boolean {
  const shared = Math.min(a.length, b.length);
  return formatPointer(a.slice(0, shared)) === formatPointer(b.slice(0, shared));
}
