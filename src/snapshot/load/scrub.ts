import { compareText } from "../../input/compare-text.ts";
import type { JsonObject, JsonValue } from "../../input/json-value.ts";
import { canonicalJson } from "../canonical-json.ts";
import { type FingerprintKey, keyedDigest } from "../fingerprint.ts";
import { inKeyOrder, isList, isObject, member, recordOf } from "./json-access.ts";

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
}

export function createScrubber(
  key: FingerprintKey,
  isKeptAnnotation: (annotation: string) => boolean,
): Scrubber {
  const known = new Map<string, string>();
  const digest = (text: string): string => {
    if (/^digest:[0-9a-f]{16}$/.test(text)) return text;
    const found = known.get(text) ?? `digest:${keyedDigest(key, "scrubbed", [text]).slice(0, 16)}`;
    known.set(text, found);
    return found;
  };
  return { digest, isKeptAnnotation };
}

/** Applies a shape. Where the value has another structure than the shape expects, it is digested or dropped. */
export function scrub(value: JsonValue, shape: Shape, scrubber: Scrubber): JsonValue | undefined {
  if (typeof shape === "function") return shape(value, scrubber);
  if (shape === "keep") return inKeyOrder(value);
  if (shape === "drop") return undefined;
  if (shape === "digest") return digestLeaves(value, scrubber);
  if (shape === "opaque") return digestWhole(value, scrubber);
  if ("each" in shape) return scrubEach(value, shape, scrubber);
  return scrubFields(value, shape, scrubber);
}

function scrubEach(value: JsonValue, { each }: EachShape, scrubber: Scrubber): JsonValue {
  if (isList(value)) {
    return value.flatMap((item) => scrub(item, each, scrubber) ?? []);
  }
  if (!isObject(value)) return digestLeaves(value, scrubber);
  return recordOf(
    Object.entries(value).map(([key, inner]) => [
      safeKey(key, scrubber),
      scrub(inner, each, scrubber),
    ]),
  );
}

function scrubFields(
  value: JsonValue,
  { fields, rest }: FieldsShape,
  scrubber: Scrubber,
): JsonValue | undefined {
  if (!isObject(value)) return rest === "drop" ? undefined : digestLeaves(value, scrubber);
  if (rest === "drop") return scrubKnownFields(value, fields, scrubber);
  return recordOf(
    Object.entries(value).map(([key, inner]) => {
      const shape = Object.hasOwn(fields, key) ? fields[key] : undefined;
      return [safeKey(key, scrubber), scrub(inner, shape ?? rest, scrubber)];
    }),
  );
}

/** By the shape's few fields and not by the value's many, for this runs on every object of a cluster. */
function scrubKnownFields(
  value: JsonObject,
  fields: Readonly<Record<string, Shape>>,
  scrubber: Scrubber,
): JsonValue {
  const entries: [string, JsonValue][] = [];
  for (const name of Object.keys(fields)) {
    const inner = member(value, name);
    const kept = inner === undefined ? undefined : scrub(inner, fields[name] ?? "drop", scrubber);
    if (kept !== undefined) entries.push([name, kept]);
  }
  return Object.fromEntries(entries.sort(([a], [b]) => compareText(a, b)));
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
  return recordOf(
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
