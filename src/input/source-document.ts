import type { JsonValue } from "./json-value.ts";
import type { SourcePosition } from "./problem.ts";

/** A text and the name it is known by in messages. Reading it is the caller's part. */
export interface SourceText {
  /** Path as the user gave it, with forward slashes; `-` for standard input. */
  readonly file: string;
  readonly text: string;
}

/** Keys and indexes (as text) from the root of a document to a value. */
export type ValuePath = readonly string[];

/** One YAML or JSON document of a text, as plain data that still knows where each part stood. */
export interface SourceDocument {
  readonly file: string;
  /** 0-based place among the documents of its file. */
  readonly index: number;
  readonly value: JsonValue;
  /** Comments with their 1-based lines, without the `#`; empty for JSON. */
  readonly comments: () => readonly SourceComment[];
  /** Position of the value at `path` (of its key, if `of` is "key"); of its nearest parent where it is missing. */
  readonly positionAt: (path: ValuePath, of?: "key" | "value") => SourcePosition;
  /**
   * Position of a character inside the text at `path`, however the scalar was written (plain, quoted,
   * `|` or `>-`). `offset` counts UTF-16 code units of the value.
   */
  readonly positionInText: (path: ValuePath, offset: number) => SourcePosition;
  /**
   * The text of a position's line, for showing a caret under it: the document's own part, after as many blanks
   * as stand before it. Undefined where the position is outside of the document.
   */
  readonly lineAt: (position: Pick<SourcePosition, "line" | "column">) => string | undefined;
}

/** A text of which lines may be shown: all of it, or the part that a document is. */
export type ShownText = Pick<SourceDocument, "file" | "lineAt">;

export interface SourceComment {
  readonly line: number;
  readonly text: string;
}
