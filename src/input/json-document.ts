import { createJsonLocator } from "./json-scan.ts";
import type { JsonValue } from "./json-value.ts";
import type { LineIndex } from "./line-index.ts";
import { once } from "./once.ts";
import { mapScalar } from "./scalar-offsets.ts";
import type { SourceDocument, SourceText } from "./source-document.ts";

/** A JSON document that looks its positions up in the text when asked. */
export function jsonDocument(
  { file, text, lines }: SourceText & { readonly lines: LineIndex },
  value: JsonValue,
  index: number,
): SourceDocument {
  const locator = once(() => createJsonLocator(text));
  return {
    file,
    index,
    value,
    comments: () => [],
    positionAt: (path, of = "value") => {
      const { keyStart, start } = locator()(path);
      return lines.positionOf(of === "key" ? (keyStart ?? start) : start);
    },
    positionInText: (path, offset) => {
      const { start, end } = locator()(path);
      if (text[start] !== '"') return lines.positionOf(start);
      const { offsets } = mapScalar({ style: "double", source: text.slice(start, end), indent: 0 });
      const inside = Math.max(0, Math.min(offset, offsets.length - 1));
      return lines.positionOf(start + (offsets[inside] ?? 0));
    },
    lineAt: (position) => lines.lineAt(position, { start: 0, end: text.length }),
  };
}
