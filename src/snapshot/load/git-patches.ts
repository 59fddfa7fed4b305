import { formatPointer, parsePointer, valueAt } from "../../input/json-pointer.ts";
import { isList, type JsonObject, type JsonValue, member } from "../../input/json-value.ts";
import { readDocuments } from "../../input/read-documents.ts";
import type { SourceDocument, ValuePath } from "../../input/source-document.ts";
import type { ProfileGate } from "../../profile/profile.ts";
import { itemsAt, objectAt, wordAt } from "./json-access.ts";
import { inside, type Place } from "./place.ts";

export type GateStrategy = ProfileGate["declared"]["strategy"];

/** What the patches of a kustomization do to the field of one object. */
export interface PatchFindings {
  /** What each patch sets it to. */
  readonly values: readonly string[];
  /** Patches that may touch it and cannot be read here: text in another file, selectors, patterns. */
  readonly unread: readonly Place[];
  /** Patches that are no YAML. */
  readonly malformed: readonly Place[];
}

type Finding =
  | { readonly value: string }
  | { readonly unread: Place }
  | { readonly malformed: Place };

/** Looks for the gate's field in `patches`, `patchesStrategicMerge` and `patchesJson6902`. */
export function findStrategies(document: SourceDocument, strategy: GateStrategy): PatchFindings {
  const findings = patchesOf(document).flatMap((patch) => readPatch(patch, strategy));
  return {
    values: findings.flatMap((finding) => ("value" in finding ? [finding.value] : [])),
    unread: findings.flatMap((finding) => ("unread" in finding ? [finding.unread] : [])),
    malformed: findings.flatMap((finding) => ("malformed" in finding ? [finding.malformed] : [])),
  };
}

interface Patch {
  readonly place: Place;
  readonly target: JsonObject | undefined;
  /** Undefined if it stands in another file. */
  readonly text: string | undefined;
}

function patchesOf(document: SourceDocument): readonly Patch[] {
  const root = { document, path: [] };
  const targeted = ["patches", "patchesJson6902"].flatMap((field) =>
    itemsAt(document.value, field).map((item, index) => ({
      place: inside(root, field, String(index)),
      target: objectAt(item, "target"),
      text: wordAt(item, "patch"),
    })),
  );
  const merged = itemsAt(document.value, "patchesStrategicMerge").map((item, index) => ({
    place: inside(root, "patchesStrategicMerge", String(index)),
    target: undefined,
    text: typeof item === "string" && /[\n:]/.test(item) ? item : undefined,
  }));
  return [...targeted, ...merged];
}

function readPatch({ place, target, text }: Patch, strategy: GateStrategy): readonly Finding[] {
  const aim = target === undefined ? "all" : aimOf(target, strategy);
  if (aim === "other") return [];
  if (text === undefined || aim === "unclear") return [{ unread: place }];
  const parsed = readDocuments({ file: "patch", text });
  if (!parsed.ok) return [{ malformed: place }];
  const path = parsePointer(strategy.pointer) ?? [];
  return parsed.value.flatMap(({ value }) => {
    if (isList(value)) return target === undefined ? [] : asFinding(valueSetBy(value, path));
    const isMeant = target !== undefined || isAbout(value, strategy);
    return isMeant ? asFinding(valueAt(value, path)) : [];
  });
}

function asFinding(value: JsonValue | undefined): readonly Finding[] {
  if (value === undefined || value === null || typeof value === "object") return [];
  return [{ value: String(value) }];
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

/** What a JSON patch (RFC 6902) leaves at a path, as far as its own operations tell. */
function valueSetBy(operations: readonly JsonValue[], path: ValuePath): JsonValue | undefined {
  let current: JsonValue | undefined;
  for (const operation of operations) {
    const at = parsePointer(wordAt(operation, "path") ?? "");
    if (at === undefined || !isPrefix(at, path)) continue;
    const op = wordAt(operation, "op");
    if (op === "remove") current = undefined;
    if (op !== "add" && op !== "replace") continue;
    const value = member(operation, "value");
    current = value === undefined ? undefined : valueAt(value, path.slice(at.length));
  }
  return current;
}

function isPrefix(prefix: ValuePath, path: ValuePath): boolean {
  return formatPointer(path.slice(0, prefix.length)) === formatPointer(prefix);
}
