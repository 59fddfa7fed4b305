import { compareText } from "../../input/compare-text.ts";
import { parsePointer, valueAt } from "../../input/json-pointer.ts";
import {
  isList,
  isObject,
  type JsonObject,
  type JsonValue,
  member,
} from "../../input/json-value.ts";
import type { SourceDocument } from "../../input/source-document.ts";
import {
  componentKustomization,
  componentOf,
  markerFile,
  type ProfileGate,
} from "../../profile/profile.ts";
import { readVerifications } from "./declared-verification.ts";
import { readRevision } from "./encrypted-file.ts";
import { findMarkers } from "./git-markers.ts";
import { findStrategies, type GateStrategy, type PatchesOf } from "./git-patches.ts";
import { itemsAt, jsonMap } from "./json-access.ts";
import type { LoadContext } from "./load-context.ts";
import type { Contribution } from "./merge-contributions.ts";
import { inside, problemAt } from "./place.ts";
import type { Scrubber } from "./scrub.ts";

/** A file of the Git checkout that the profile names. */
export interface GitSource {
  /** The path inside the checkout, as the profile spells it. */
  readonly path: string;
  readonly documents: readonly SourceDocument[];
}

/** The profile's path that a file is at: the longest one that its own path is or ends with. */
export function gitPathOf(file: string, paths: readonly string[]): string | undefined {
  const found = paths.filter((path) => file === path || file.endsWith(`/${path}`));
  return found.sort((a, b) => b.length - a.length || compareText(a, b))[0];
}

/** Reads from a Git file what the profile says is in it; its text goes nowhere. */
export function readGitFile(source: GitSource, context: LoadContext): readonly Contribution[] {
  const { path, documents } = source;
  const revisions = (context.profile.spec.credentials ?? [])
    .filter(({ declared }) => declared.file === path)
    .flatMap((credential) => readRevision(credential, documents, context));
  const record = jsonMap([
    ["components", readComponents(source, context)],
    ["strategies", readStrategies(source, context)],
    ["markers", readMarkers(source, context)],
    ["values", readValues(source, context)],
    ["verifications", readVerifications(source, context)],
  ]);
  const [document] = documents;
  if (document === undefined || Object.keys(record).length === 0) return revisions;
  const place = { document, path: [] };
  return [...revisions, { path: ["git", "files", path], value: record, place }];
}

function gatesWhere(
  { profile }: LoadContext,
  isMeant: (gate: ProfileGate) => boolean,
): readonly ProfileGate[] {
  return (profile.spec.gates ?? []).filter(isMeant);
}

function readComponents(
  { path, documents }: GitSource,
  context: LoadContext,
): readonly string[] | undefined {
  const gates = gatesWhere(context, ({ declared }) => declared.kustomization === path);
  if (gates.length === 0) return undefined;
  checkLists(documents, ["components"], context);
  for (const document of documents) checkComponents(document, context);
  const listed = documents.flatMap(({ value }) => itemsAt(value, "components"));
  const names = listed
    .filter((entry) => typeof entry === "string")
    .map((entry) => componentOf(path, entry));
  return [...new Set(names)].sort(compareText);
}

/** A kustomization that is not understood must not pass for one that declares nothing. */
function checkLists(
  documents: readonly SourceDocument[],
  fields: readonly string[],
  { log }: LoadContext,
): void {
  for (const document of documents) {
    const root = { document, path: [] };
    if (!isObject(document.value) && document.value !== null) {
      log.problems.push(problemAt(root, "SNAPSHOT_INVALID", "the kustomization is not a map"));
    }
    for (const field of fields) {
      const list = member(document.value, field) ?? [];
      if (isList(list)) continue;
      const message = `\`${field}\` of the kustomization is not a list`;
      log.problems.push(problemAt(inside(root, field), "SNAPSHOT_INVALID", message));
    }
  }
}

function checkComponents(document: SourceDocument, { log }: LoadContext): void {
  itemsAt(document.value, "components").forEach((entry, index) => {
    if (typeof entry === "string") return;
    const place = inside({ document, path: [] }, "components", String(index));
    log.problems.push(problemAt(place, "SNAPSHOT_INVALID", "a component is not text"));
  });
}

function readStrategies(
  { path, documents }: GitSource,
  context: LoadContext,
): readonly JsonValue[] | undefined {
  const own = gatesWhere(context, (gate) => componentKustomization(gate) === path);
  const above = gatesWhere(context, ({ declared }) => declared.kustomization === path);
  const gates = [...own, ...above];
  if (gates.length === 0) return undefined;
  const whose = own.length > 0 ? "component" : "kustomization";
  checkLists(documents, ["patches", "patchesStrategicMerge", "patchesJson6902"], context);
  const distinct = new Map(gates.map(({ declared: { strategy } }) => [keyOf(strategy), strategy]));
  const found = [...distinct]
    .sort(([a], [b]) => compareText(a, b))
    .flatMap(([, strategy]) =>
      documents.map((document) => strategiesIn(document, { strategy, path, whose }, context)),
    );
  // One patch that cannot be read may undo the others: then nothing is known.
  const isWhole = found.every((strategies) => strategies !== "unread");
  const told = isWhole ? found.flat() : undefined;
  // The kustomization that lists the component need not say anything of the field.
  return whose === "kustomization" && told?.length === 0 ? undefined : told;
}

function keyOf({ kind, namespace = "", name, pointer }: GateStrategy): string {
  return [kind, namespace, name, pointer].join("\n");
}

interface StrategySought {
  readonly strategy: GateStrategy;
  readonly path: string;
  readonly whose: PatchesOf;
}

function strategiesIn(
  document: SourceDocument,
  { strategy, path, whose }: StrategySought,
  { log, scrubber }: LoadContext,
): readonly JsonObject[] | "unread" {
  const { effects, unread, malformed } = findStrategies(document, strategy, whose);
  for (const place of malformed) {
    log.problems.push(problemAt(place, "INPUT_SYNTAX", "the text of this patch is not YAML"));
  }
  if (unread.length > 0) {
    const detail =
      "a patch may touch the gated field but stands in another file or aims by a pattern";
    log.gaps.push({ part: "git", name: `${path}#strategies`, reason: "NotRead", detail });
    return "unread";
  }
  const { kind, namespace, name, pointer } = strategy;
  return effects
    .map((text) => (text === null ? null : tellStrategy(text, scrubber)))
    .map((value) =>
      jsonMap([
        ["kind", kind],
        ["namespace", namespace],
        ["name", name],
        ["pointer", pointer],
        ["value", value],
      ]),
    );
}

/** A word is told as it is; anything else might be anything. */
export function tellStrategy(text: string, scrubber: Scrubber): string {
  return /^[A-Za-z]{1,40}$/.test(text) ? text : scrubber.digest(text);
}

function readMarkers(
  { path, documents }: GitSource,
  context: LoadContext,
): readonly JsonValue[] | undefined {
  const gates = gatesWhere(context, (gate) => markerFile(gate) === path);
  if (gates.length === 0) return undefined;
  const keys = [...new Set(gates.map(({ marker }) => marker.key))].sort(compareText);
  const markers = documents.flatMap((document) => findMarkers(document.comments(), keys));
  return [...markers]
    .sort((a, b) => a.line - b.line || compareText(a.key, b.key))
    .map(({ key, value, line }) =>
      jsonMap([
        ["key", key],
        ["value", tellMarkerValue(value, context)],
        ["line", line],
      ]),
    );
}

/** What could be a day is told as it is; any other word might be anything, so only its digest is. */
function tellMarkerValue(value: string, { scrubber }: LoadContext): string {
  return /^[0-9"'(),.:;/TZ+-]{0,32}$/.test(value) ? value : scrubber.digest(value);
}

function readValues({ path, documents }: GitSource, context: LoadContext): JsonObject | undefined {
  const pointers = (context.profile.spec.credentials ?? []).flatMap(({ image }) =>
    image?.tag.file === path ? [image.tag.pointer] : [],
  );
  if (pointers.length === 0) return undefined;
  return jsonMap(
    pointers.map((pointer) => [pointer, readValue(pointer, documents, context)] as const),
  );
}

function readValue(
  pointer: string,
  documents: readonly SourceDocument[],
  { log }: LoadContext,
): string | undefined {
  const path = parsePointer(pointer) ?? [];
  const found = documents.flatMap((document) => {
    const value = valueAt(document.value, path);
    return value === undefined || value === null || typeof value === "object"
      ? []
      : [{ document, path, text: String(value) }];
  });
  const [first, ...others] = found;
  const odd = others.find(({ text }) => text !== first?.text);
  if (odd !== undefined) {
    const message = "several documents of this file hold different values where the profile says";
    log.problems.push(problemAt(odd, "SNAPSHOT_AMBIGUOUS", message));
  }
  return first?.text;
}
