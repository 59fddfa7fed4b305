import { compareText } from "../../input/compare-text.ts";
import { isList, isObject, type JsonObject, type JsonValue } from "../../input/json-value.ts";
import { ownValue } from "../../input/own-value.ts";
import { canonicalJson } from "../canonical-json.ts";
import { canonicalValue } from "../canonical-value.ts";
import { type FingerprintKey, keyedDigest } from "../fingerprint.ts";
import { jsonMap, reuse } from "./json-access.ts";

/**
 * What of a value enters a snapshot. `digest` replaces each leaf and keeps the structure, so that equal values
 * stay equal and different ones different; `opaque` replaces the whole value by one digest.
 */
export type Shape = "keep" | "drop" | "digest" | "opaque" | ShapeFunction | EachShape | FieldsShape;

/** For what a table cannot say. */
type ShapeFunction = (value: JsonValue, scrubber: Scrubber) => JsonValue | undefined;

/** Every item of a list, or every member of a map. */
interface EachShape {
  readonly each: Shape;
}

interface FieldsShape {
  readonly fields: Readonly<Record<string, Shape>>;
  readonly rest: "keep" | "drop" | "digest";
}

export interface Scrubber {
  /** `digest:<16 hex>`; a text that is one already stays, so that a snapshot can be read again. */
  readonly digest: (text: string) => string;
  readonly isKeptAnnotation: (key: string) => boolean;
  /** The annotation in which a transaction keeps its recovery record, if the profile names one. */
  readonly recoveryKey: string | undefined;
}

export function createScrubber(
  key: FingerprintKey,
  isKeptAnnotation: (annotation: string) => boolean,
  recoveryKey: string | undefined,
): Scrubber {
  const known = new Map<string, string>();
  const digest = (text: string): string => {
    if (/^digest:[0-9a-f]{16}$/.test(text)) return text;
    const found = known.get(text) ?? `digest:${keyedDigest(key, "scrubbed", [text]).slice(0, 16)}`;
    known.set(text, found);
    return found;
  };
  return { digest, isKeptAnnotation, recoveryKey };
}

/** Applies a shape. Where the value has another structure than the shape expects, it is digested or dropped. */
export function scrub(value: JsonValue, shape: Shape, scrubber: Scrubber): JsonValue | undefined {
  if (typeof shape === "function") return shape(value, scrubber);
  if (shape === "keep") return canonicalValue(value);
  if (shape === "drop") return undefined;
  if (shape === "digest") return digestLeaves(value, scrubber);
  if (shape === "opaque") return digestWhole(value, scrubber);
  if ("each" in shape) return scrubEach(value, shape, scrubber);
  return scrubFields(value, shape, scrubber);
}

function scrubEach(value: JsonValue, { each }: EachShape, scrubber: Scrubber): JsonValue {
  if (isList(value)) {
    const items = value.map((item) => scrub(item, each, scrubber));
    const isSame = items.every((item, index) => Object.is(item, value[index]));
    return isSame ? value : items.filter((item) => item !== undefined);
  }
  if (!isObject(value)) return digestLeaves(value, scrubber);
  return jsonMap(
    Object.entries(value).map(([key, inner]) => [
      safeKey(key, scrubber),
      scrub(inner, each, scrubber),
    ]),
  );
}

function scrubFields(
  value: JsonValue,
  shape: FieldsShape,
  scrubber: Scrubber,
): JsonValue | undefined {
  const { fields, rest } = shape;
  if (!isObject(value)) return rest === "drop" ? undefined : digestLeaves(value, scrubber);
  if (rest === "drop") return scrubKnownFields(value, shape, scrubber);
  return jsonMap(
    Object.entries(value).map(([key, inner]) => {
      const shapeOfKey = ownValue(fields, key) ?? rest;
      return [safeKey(key, scrubber), scrub(inner, shapeOfKey, scrubber)];
    }),
  );
}

/** By the shape's few fields and not by the value's many, for this runs on every object of a cluster. */
function scrubKnownFields(value: JsonObject, shape: FieldsShape, scrubber: Scrubber): JsonObject {
  const kept: Record<string, JsonValue> = {};
  for (const name of sortedNames(shape)) {
    const inner = ownValue(value, name);
    if (inner === undefined) continue;
    const scrubbed = scrub(inner, shape.fields[name] ?? "drop", scrubber);
    if (scrubbed !== undefined) kept[name] = scrubbed;
  }
  return reuse(value, kept);
}

const namesOfShapes = new WeakMap<FieldsShape, readonly string[]>();

/** Field names of a shape in the order in which a snapshot writes them, sorted once a shape. */
function sortedNames(shape: FieldsShape): readonly string[] {
  const known = namesOfShapes.get(shape);
  if (known !== undefined) return known;
  const names = Object.keys(shape.fields).sort(compareText);
  namesOfShapes.set(shape, names);
  return names;
}

function digestLeaves(value: JsonValue, scrubber: Scrubber): JsonValue {
  if (typeof value === "string") return value === "" ? value : scrubber.digest(value);
  // Seven digits hold no secret, and intervals and counts stay readable.
  if (typeof value === "number") {
    return Math.abs(value) < 1e7 && Number.isInteger(value)
      ? value
      : scrubber.digest(String(value));
  }
  if (isList(value)) return value.map((item) => digestLeaves(item, scrubber));
  if (!isObject(value)) return value;
  return jsonMap(
    Object.entries(value).map(([key, inner]) => [
      safeKey(key, scrubber),
      digestLeaves(inner, scrubber),
    ]),
  );
}

function digestWhole(value: JsonValue, scrubber: Scrubber): JsonValue {
  return scrubber.digest(typeof value === "string" ? value : canonicalJson(value));
}

/** A map key that reads as a name stays; any other, such as a URL with a user in it, becomes a digest. */
export function safeKey(key: string, { digest }: Pick<Scrubber, "digest">): string {
  return /^[A-Za-z0-9$_.:/*[\]-]{1,253}$/.test(key) ? key : digest(key);
}
