import { meantKey, meantWord } from "../input/check-schema.ts";
import { parsePointer, valueAt } from "../input/json-pointer.ts";
import { isList, isObject, type JsonObject, type JsonValue } from "../input/json-value.ts";
import type { SchemaError, SchemaValidator } from "../input/schema-validator.ts";
import type { SourceDocument, ValuePath } from "../input/source-document.ts";

/** Rounds of mending; each gets one level deeper into what was not there, and no schema here is as deep. */
const ROUNDS_MAX = 16;

/** Breaches that are mended in one round; a document with more of them is something else, or is told that much first. */
export const BREACHES_MAX = 100;

/** A document that fits its schema, if need be because it was made to. */
export interface RepairedDocument {
  /** Its value fits the schema; positions are those of the text as it was written. */
  readonly document: SourceDocument;
  /** Whether the value at a path, or one around it, was made up. What is wrong with it says nothing. */
  readonly isFilled: (path: ValuePath) => boolean;
  /** Whether anything at, around or inside the value at a path was made up. */
  readonly isTouched: (path: ValuePath) => boolean;
  /** Every text that was left out or replaced. */
  readonly lost: readonly string[];
}

/**
 * Mends a document that breaks its schema, so that one run can tell the mistakes in the rest of it as well: a
 * misspelt key or word becomes the one that was probably meant, anything else is filled in. Undefined where
 * there is too much to mend.
 */
export function repairDocument(
  document: SourceDocument,
  validate: SchemaValidator,
): RepairedDocument | undefined {
  const draft: Draft = {
    root: document.value,
    filled: new Set(),
    renamed: new Map(),
    lost: [],
  };
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const errors = validate(draft.root);
    if (errors.length === 0) return finish(document, draft);
    if (errors.length > BREACHES_MAX) return undefined;
    // Renamed first: then a key that seems to be lacking is there.
    for (const error of errors.toSorted((a, b) => rank(a) - rank(b))) mend(draft, error);
  }
  return undefined;
}

/** A document that fits its schema as it is. */
export function asWritten(document: SourceDocument): RepairedDocument {
  return { document, isFilled: () => false, isTouched: () => false, lost: [] };
}

interface Draft {
  root: JsonValue;
  /** Paths, as texts, of what was made up. */
  readonly filled: Set<string>;
  /** Paths, as texts, of values that stood under another key, and that key. */
  readonly renamed: Map<string, string>;
  readonly lost: string[];
}

function rank({ keyword }: SchemaError): number {
  return keyword === "additionalProperties" ? 0 : 1;
}

function finish(document: SourceDocument, draft: Draft): RepairedDocument {
  const { root, filled, renamed, lost } = draft;
  const written = (path: ValuePath): ValuePath =>
    path.map((key, index) => renamed.get(keyOf(path.slice(0, index + 1))) ?? key);
  const isFilled = (path: ValuePath): boolean =>
    path.some((_, index) => filled.has(keyOf(path.slice(0, index + 1))));
  return {
    document: {
      ...document,
      value: root,
      positionAt: (path, of) => document.positionAt(written(path), of),
      positionInText: (path, offset) => document.positionInText(written(path), offset),
    },
    isFilled,
    isTouched: (path) => {
      const inside = `${keyOf(path).slice(0, -1)},`;
      return isFilled(path) || [...filled].some((each) => each.startsWith(inside));
    },
    lost,
  };
}

function keyOf(path: ValuePath): string {
  return JSON.stringify(path);
}

function mend(draft: Draft, error: SchemaError): void {
  const path = parsePointer(error.instancePath) ?? [];
  const { params } = error;
  switch (error.keyword) {
    case "additionalProperties":
      renameKey(draft, [...path, String(params.additionalProperty)], meantKey(error));
      break;
    case "propertyNames":
      renameKey(draft, [...path, String(params.propertyName)], undefined);
      break;
    case "required":
      addKey(draft, path, String(params.missingProperty));
      break;
    case "minItems":
      update(draft, path, (value) => (isList(value) ? [...value, null] : value));
      break;
    default:
      if (error.propertyName === undefined) replace(draft, path, error);
  }
}

/** Gives a value the key that was meant; without one it is left out. */
function renameKey(draft: Draft, at: ValuePath, meant: string | undefined): void {
  const path = at.slice(0, -1);
  const key = at.at(-1) ?? "";
  update(draft, path, (value) => {
    if (!isObject(value) || !Object.hasOwn(value, key)) return value;
    const isFree = meant !== undefined && !Object.hasOwn(value, meant);
    if (!isFree) draft.lost.push(...textsIn(value[key] ?? null));
    else draft.renamed.set(keyOf([...path, meant]), key);
    const entries = Object.entries(value).flatMap(
      (entry): readonly (readonly [string, JsonValue])[] => {
        if (entry[0] !== key) return [entry];
        return isFree ? [[meant, entry[1]]] : [];
      },
    );
    return Object.fromEntries(entries);
  });
}

/** Adds a key with a value that fits nowhere, which the next round replaces with one that does. */
function addKey(draft: Draft, path: ValuePath, key: string): void {
  update(draft, path, (value) => {
    if (!isObject(value) || Object.hasOwn(value, key)) return value;
    draft.filled.add(keyOf([...path, key]));
    return { ...value, [key]: null };
  });
}

function replace(draft: Draft, path: ValuePath, error: SchemaError): void {
  const meant = meantWord(error);
  update(draft, path, (value) => {
    if (meant !== undefined) return meant;
    draft.lost.push(...textsIn(value));
    draft.filled.add(keyOf(path));
    return fillerFor(error);
  });
}

/** A value that does not break the schema in this way. */
function fillerFor({ keyword, params }: SchemaError): JsonValue {
  switch (keyword) {
    case "const":
      return wordOf(params.allowedValue);
    case "enum":
      return wordOf([params.allowedValues].flat()[0]);
    case "pattern":
      return fillers.find((word) => new RegExp(String(params.pattern)).test(word)) ?? null;
    case "type":
      return emptyOf(String([params.type].flat()[0]));
    default:
      return null;
  }
}

/** Constants of the schemas here are words, or `true`. */
function wordOf(value: unknown): JsonValue {
  return typeof value === "string" || typeof value === "boolean" ? value : null;
}

const fillers = ["unnamed", "Unnamed"] as const;

function emptyOf(type: string): JsonValue {
  switch (type) {
    case "object":
      return {};
    case "array":
      return [];
    case "integer":
      return 0;
    case "boolean":
      return false;
    default:
      return "";
  }
}

function update(draft: Draft, path: ValuePath, change: (value: JsonValue) => JsonValue): void {
  // What was replaced in this round has no such part any more.
  if (valueAt(draft.root, path) !== undefined) draft.root = updated(draft.root, path, change);
}

function updated(
  value: JsonValue,
  [key, ...rest]: ValuePath,
  change: (value: JsonValue) => JsonValue,
): JsonValue {
  if (key === undefined) return change(value);
  if (isList(value)) {
    return value.map((item, index) => (String(index) === key ? updated(item, rest, change) : item));
  }
  return isObject(value) ? withMember(value, key, (child) => updated(child, rest, change)) : value;
}

function withMember(
  value: JsonObject,
  key: string,
  change: (value: JsonValue) => JsonValue,
): JsonObject {
  return Object.fromEntries(
    Object.entries(value).map(([name, child]) => [name, name === key ? change(child) : child]),
  );
}

function textsIn(value: JsonValue): readonly string[] {
  if (typeof value === "string") return [value];
  if (isList(value)) return value.flatMap(textsIn);
  return isObject(value) ? Object.values(value).flatMap(textsIn) : [];
}
