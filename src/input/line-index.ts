import type { SourcePosition } from "./problem.ts";

/** Turns offsets into a text to lines and columns. Only `\n` ends a line, as in both parsers. */
export interface LineIndex {
  /** `offset` is 0-based, in UTF-16 code units; one past the end is the end. */
  readonly positionOf: (offset: number) => SourcePosition;
  /**
   * The part of a position's line that lies in a range, after as many blanks as stand before it and without the
   * line break; undefined where the position is outside of the range.
   */
  readonly lineAt: (position: LineColumn, range: TextRange) => string | undefined;
}

/** Part of a text; offsets are 0-based, `end` is not included. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

type LineColumn = Pick<SourcePosition, "line" | "column">;

/** Indexes a text at the first question, so that nobody pays who never asks. */
export function createLineIndex(file: string, text: string): LineIndex {
  let known: readonly number[] | undefined;
  const starts = (): readonly number[] => {
    known ??= lineStarts(text);
    return known;
  };
  return {
    positionOf: (offset) => {
      const inside = Math.max(0, Math.min(offset, text.length));
      const line = lastAtOrBefore(starts(), inside);
      return { file, line: line + 1, column: inside - (starts()[line] ?? 0) + 1 };
    },
    lineAt: ({ line, column }, range) => {
      const start = starts()[line - 1];
      const offset = (start ?? 0) + column - 1;
      if (start === undefined || offset < range.start || offset > range.end) return undefined;
      const end = Math.min((starts()[line] ?? text.length + 1) - 1, range.end);
      const from = Math.max(start, range.start);
      return " ".repeat(from - start) + text.slice(from, end).replace(/\r$/, "");
    },
  };
}

function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

function lastAtOrBefore(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
