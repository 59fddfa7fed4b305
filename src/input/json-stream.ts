import { skipBlank, valueEnd } from "./json-scan.ts";
import type { JsonValue } from "./json-value.ts";
import type { LineIndex } from "./line-index.ts";

/** One of the JSON values that stand one after the other in a text. */
export interface JsonPiece {
  readonly text: string;
  readonly start: number;
  readonly value: JsonValue;
}

/**
 * Splits a text of several JSON maps or lists, as `talosctl get -o json` prints them for several
 * resources. Undefined when it is anything else.
 */
export function splitJson(text: string): readonly JsonPiece[] | undefined {
  const pieces: JsonPiece[] = [];
  let start = skipBlank(text, 0);
  while (start < text.length) {
    if (text[start] !== "{" && text[start] !== "[") return undefined;
    const end = valueEnd(text, start);
    const piece = text.slice(start, end);
    try {
      const value: JsonValue = JSON.parse(piece);
      pieces.push({ text: piece, start, value });
    } catch {
      return undefined;
    }
    start = skipBlank(text, end);
  }
  return pieces;
}

/** Positions in the whole text for offsets inside a piece of it. */
export function shiftLines(lines: LineIndex, start: number): LineIndex {
  return {
    positionOf: (offset) => lines.positionOf(start + offset),
    lineAt: (position, range) =>
      lines.lineAt(position, { start: start + range.start, end: start + range.end }),
  };
}
