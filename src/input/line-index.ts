import type { SourcePosition } from "./problem.ts";

/** Turns offsets into a text to lines and columns. Only `\n` ends a line, as in both parsers. */
export interface LineIndex {
  /** `offset` is 0-based, in UTF-16 code units; one past the end is the end. */
  readonly positionOf: (offset: number) => SourcePosition;
  /** Text of the 1-based line without its line break; empty where there is no such line. */
  readonly lineAt: (line: number) => string;
}

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
    lineAt: (line) => {
      const start = starts()[line - 1];
      if (start === undefined) return "";
      const end = starts()[line] ?? text.length + 1;
      return text.slice(start, end - 1).replace(/\r$/, "");
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
