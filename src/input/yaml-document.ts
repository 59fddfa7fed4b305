import { type Document, isScalar } from "yaml";
import { PROBLEMS_PER_FILE_MAX } from "./limits.ts";
import type { LineIndex } from "./line-index.ts";
import { once } from "./once.ts";
import type { Problem, SourcePosition } from "./problem.ts";
import { mapScalar, type ScalarStyle } from "./scalar-offsets.ts";
import type { SourceDocument, SourceText, ValuePath } from "./source-document.ts";
import { commentsOf } from "./yaml-comments.ts";
import { createYamlLocator, type YamlLocator } from "./yaml-place.ts";
import { composeYaml } from "./yaml-text.ts";
import { plainValueOf } from "./yaml-value.ts";

interface IndexedText extends SourceText {
  readonly lines: LineIndex;
}

export interface YamlReading {
  /** Documents that hold something. */
  readonly documents: readonly SourceDocument[];
  readonly problems: readonly Problem[];
}

/** Reads the documents of a YAML text. Syntax trees are dropped; one is made again when a position is asked for. */
export function readYaml(source: IndexedText): YamlReading {
  const { text, lines } = source;
  const composed = composeYaml(text, lines);
  const problems = [...composed.problems];
  const compose = once(() => composeYaml(text, lines, { keepSourceTokens: true }).documents);
  const starts: Kept[] = [];
  composed.documents.forEach((document, place) => {
    if (isEmpty(document)) return;
    const plain = plainValueOf(document, lines);
    const found = plain.problems.filter(({ code }) => isSound(document) || isLasting(code));
    problems.push(...found.slice(0, PROBLEMS_PER_FILE_MAX));
    const [start, , end] = document.range;
    starts.push({ place, start, end, value: plain.value });
  });
  const documents = starts.map((kept, index): SourceDocument => {
    const range = {
      start: index === 0 ? 0 : kept.start,
      end: starts[index + 1]?.start ?? text.length,
    };
    const locator = once(() => createYamlLocator(compose()[kept.place]));
    return {
      file: source.file,
      index,
      value: kept.value,
      comments: once(() => commentsOf(text, lines, range)),
      positionAt: (path, of = "value") => positionAt(source, locator(), { path, of }),
      positionInText: (path, offset) => positionInText(source, locator(), { path, offset }),
      lineAt: (position) => lines.lineAt(position, kept),
    };
  });
  return { documents, problems };
}

interface Kept {
  /** Index among all documents of the text, empty ones included. */
  readonly place: number;
  readonly start: number;
  readonly end: number;
  readonly value: SourceDocument["value"];
}

function isEmpty({ contents, errors }: Document.Parsed): boolean {
  const isNothing = isScalar(contents) && contents.value === null && contents.source === "";
  return (
    isNothing && contents.tag === undefined && contents.anchor === undefined && errors.length === 0
  );
}

function isSound({ errors }: Document.Parsed): boolean {
  return errors.length === 0;
}

/** What is wrong with a value whatever syntax mistakes stand around it; the rest may only follow from them. */
function isLasting(code: Problem["code"]): boolean {
  return (
    code === "INPUT_DUPLICATE_KEY" || code === "INPUT_UNSAFE_INTEGER" || code === "INPUT_LIMIT"
  );
}

function positionAt(
  { lines }: IndexedText,
  locate: YamlLocator,
  { path, of }: { readonly path: ValuePath; readonly of: "key" | "value" },
): SourcePosition {
  const { keyStart, start } = locate(path);
  return lines.positionOf(of === "key" ? (keyStart ?? start) : start);
}

const styles: Readonly<Record<string, ScalarStyle>> = {
  PLAIN: "plain",
  QUOTE_SINGLE: "single",
  QUOTE_DOUBLE: "double",
  BLOCK_LITERAL: "literal",
  BLOCK_FOLDED: "folded",
};

function positionInText(
  { text, lines }: IndexedText,
  locate: YamlLocator,
  { path, offset }: { readonly path: ValuePath; readonly offset: number },
): SourcePosition {
  const { node, start } = locate(path);
  if (!isScalar(node) || !node.range) return lines.positionOf(start);
  const [from, to] = node.range;
  const source = text.slice(from, to);
  const style = styles[node.type ?? "PLAIN"] ?? "plain";
  const mapped = mapScalar({ style, source, indent: indentOf(source, node.srcToken) });
  // Never point into the wrong place: if both readings differ, the start of the text is still right.
  if (mapped.value !== node.source) return lines.positionOf(from);
  const inside = Math.max(0, Math.min(offset, mapped.offsets.length - 1));
  return lines.positionOf(from + (mapped.offsets[inside] ?? 0));
}

/** Columns of indentation of a block scalar: given by its header, else those of its first line with text. */
function indentOf(source: string, token: unknown): number {
  const given = /^[|>][-+]?([1-9])/.exec(source)?.[1];
  if (given !== undefined) return Number(given) + Math.max(0, parentIndent(token));
  const body = source.slice(source.indexOf("\n") + 1);
  // Not one expression for all blank lines: with millions of them it would run out of stack.
  const found = body.search(/[^ \r\n]|\r(?!\n)/);
  const first = found < 0 ? body.length : found;
  return first === 0 ? 0 : first - (body.lastIndexOf("\n", first - 1) + 1);
}

function parentIndent(token: unknown): number {
  const hasIndent = typeof token === "object" && token !== null && "indent" in token;
  return hasIndent && typeof token.indent === "number" ? token.indent : 0;
}
