import type { JsonValue } from "../input/json-value.ts";
import type { SourceDocument, ValuePath } from "../input/source-document.ts";

/** A value of a document as a document of its own, the places of which are those in the whole. */
export function partDocument(
  whole: SourceDocument,
  value: JsonValue,
  at: (path: ValuePath) => ValuePath,
): SourceDocument {
  return {
    file: whole.file,
    index: whole.index,
    value,
    comments: () => [],
    positionAt: (path, of) => whole.positionAt(at(path), of),
    positionInText: (path, offset) => whole.positionInText(at(path), offset),
    lineAt: (position) => whole.lineAt(position),
  };
}
