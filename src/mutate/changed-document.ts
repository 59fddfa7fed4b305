import { isList, isObject, type JsonValue } from "../input/json-value.ts";
import type { SourceDocument, ValuePath } from "../input/source-document.ts";

/**
 * A document with another value at a path; undefined takes a key away. Places are those of the original.
 *
 * @param placeOf - Where what stands at a path now stood before.
 */
export function changedDocument(
  original: SourceDocument,
  path: ValuePath,
  value: JsonValue | undefined,
  placeOf: (path: ValuePath) => ValuePath = (same) => same,
): SourceDocument {
  return {
    ...original,
    value: withValue(original.value, path, value) ?? null,
    positionAt: (at, of) => original.positionAt(placeOf(at), of),
    positionInText: (at, offset) => original.positionInText(placeOf(at), offset),
  };
}

function withValue(
  whole: JsonValue | undefined,
  [key, ...rest]: ValuePath,
  value: JsonValue | undefined,
): JsonValue | undefined {
  if (key === undefined) return value;
  if (isList(whole))
    return whole.flatMap((each, index) => {
      if (String(index) !== key) return [each];
      const changed = withValue(each, rest, value);
      return changed === undefined ? [] : [changed];
    });
  if (!isObject(whole)) return whole;
  const entries = Object.entries(whole).flatMap(([name, each]): [string, JsonValue][] => {
    if (name !== key) return [[name, each]];
    const changed = withValue(each, rest, value);
    return changed === undefined ? [] : [[name, changed]];
  });
  return Object.fromEntries(entries);
}
