import type { Place } from "./place.ts";

/** Where a line of a text stands that is no document: it has places, and nothing to look up in them. */
export function textPlace(file: string, line: number): Place {
  const position = { file, line, column: 1 };
  return {
    document: {
      file,
      index: 0,
      value: null,
      comments: () => [],
      positionAt: () => position,
      positionInText: () => position,
      lineAt: () => undefined,
    },
    path: [],
  };
}
