import type { JsonValue } from "./json-value.ts";
import type { SourceDocument } from "./source-document.ts";

/** A document whose value is known beforehand; it is read only when someone asks where a part of it stands. */
export function lazyDocument(
  {
    file,
    index,
    value,
  }: { readonly file: string; readonly index: number; readonly value: JsonValue },
  read: () => SourceDocument,
): SourceDocument {
  let document: SourceDocument | undefined;
  const whole = (): SourceDocument => {
    document ??= read();
    return document;
  };
  return {
    file,
    index,
    value,
    comments: () => whole().comments(),
    positionAt: (path, of) => whole().positionAt(path, of),
    positionInText: (path, offset) => whole().positionInText(path, offset),
    lineAt: (position) => whole().lineAt(position),
  };
}
