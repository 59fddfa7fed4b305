import { createLineIndex, type TextRange } from "../input/line-index.ts";
import type { Problem, SourcePosition } from "../input/problem.ts";
import { readDocuments } from "../input/read-documents.ts";
import type { ShownText, SourceDocument, SourceText } from "../input/source-document.ts";
import { nearest } from "../input/suggest.ts";
import { type QuotedText, quoteValueAt } from "./quote-value.ts";

/** Values of one text that are put in quotes to read the rest; with more of them it is told that much first. */
export const MENDS_MAX = 20;

/** Most that is read again for it, in UTF-16 code units. */
const MENDED_LENGTH_MAX = 1_000_000;

/** What could be read of a text that YAML cannot read as it is. */
export interface PolicyText extends ReadText {
  /** Gives the lines of the parts that are policies of ours; others may hold anything. */
  readonly shown: ShownText;
}

interface ReadText {
  readonly documents: readonly SourceDocument[];
  readonly problems: readonly Problem[];
}

/** A value that was put in quotes. */
interface Mend extends Pick<QuotedText, "from" | "to"> {
  readonly problem: Problem;
  /** All that was found while it had none. */
  readonly before: readonly Problem[];
}

/**
 * Reads a text that was given as policies. An expression or message that YAML takes for something else is reported and
 * read as if it stood in quotes, so that the mistakes in the rest are told in the same run. Whatever a document
 * places inside such a value, it places where that was reported.
 */
export function readPolicyText(source: SourceText): PolicyText {
  const shown = shownText(source);
  return { ...read(source, shown), shown };
}

function read({ file, text: written }: SourceText, shown: ShownText): ReadText {
  const mends: Mend[] = [];
  let text = written;
  for (;;) {
    const found = readDocuments({ file, text });
    if (found.ok) {
      const documents = found.value.map((document) => asReported(document, mends, shown));
      return { documents, problems: reportsOf(mends) };
    }
    const [problem] = found.problems;
    const last = mends.at(-1);
    // Quotes that leave the mistake where it was are no help.
    if (last !== undefined && (problem?.position?.line ?? 0) <= last.to)
      return { documents: [], problems: [...reportsOf(mends.slice(0, -1)), ...last.before] };
    const mayMend =
      mends.length < MENDS_MAX && (mends.length + 1) * text.length <= MENDED_LENGTH_MAX;
    const quoted = problem && mayMend ? quote(text, problem, shown) : undefined;
    if (problem === undefined || quoted === undefined)
      return { documents: [], problems: [...reportsOf(mends), ...found.problems] };
    text = quoted.text;
    const { from, to } = quoted;
    mends.push({ from, to, problem: { ...problem, help: helpWithQuotes }, before: found.problems });
  }
}

const helpWithQuotes =
  "put all of it in single quotes, or on a line of its own under `>-`: YAML reads these characters as its own";

function reportsOf(mends: readonly Mend[]): readonly Problem[] {
  return mends.map(({ problem }) => problem);
}

function quote(
  text: string,
  { code, position }: Problem,
  shown: ShownText,
): QuotedText | undefined {
  if (code !== "INPUT_SYNTAX" && code !== "INPUT_NOT_JSON") return undefined;
  if (position === undefined || shown.lineAt(position) === undefined) return undefined;
  return quoteValueAt(text, position.line);
}

function asReported(
  document: SourceDocument,
  mends: readonly Mend[],
  { lineAt }: ShownText,
): SourceDocument {
  const reported = (position: SourcePosition): SourcePosition =>
    mends.find(({ from, to }) => from <= position.line && position.line <= to)?.problem.position ??
    position;
  return {
    ...document,
    lineAt,
    positionAt: (path, of) => reported(document.positionAt(path, of)),
    positionInText: (path, offset) => reported(document.positionInText(path, offset)),
  };
}

/** What is wrong, but for what only follows from values that could not be read, which is told at their places. */
export function withoutFollowUps(
  problems: readonly Problem[],
  unread: readonly Problem[],
): readonly Problem[] {
  const places = new Set(unread.map(({ position }) => JSON.stringify(position)));
  return problems.filter(
    ({ position }) => position === undefined || !places.has(JSON.stringify(position)),
  );
}

function shownText({ file, text: written }: SourceText): ShownText {
  const text = written.startsWith("\ufeff") ? written.slice(1) : written;
  const lines = createLineIndex(file, text);
  const own = partsOf(text).filter(({ start, end }) => isOwn(text.slice(start, end)));
  return {
    file,
    lineAt: (position) =>
      own.map((part) => lines.lineAt(position, part)).find((line) => line !== undefined),
  };
}

/** The parts of a text between the marks of documents. */
function partsOf(text: string): readonly TextRange[] {
  const starts = [...text.matchAll(/(?<![^\n])(?:---|\.\.\.)(?=\s|$)/g)].map(({ index }) => index);
  return [0, ...starts].map((start, place) => ({ start, end: starts[place] ?? text.length }));
}

const topLevelKeys = ["apiVersion", "kind", "metadata", "spec"];

/** Whether all that stands in a part is one policy, as far as can be told of what YAML cannot read: a mark may be missing. */
function isOwn(text: string): boolean {
  // What ends a line for some readers and not for others hides what stands behind it.
  if (/\r(?!\n)|[\u0085\u2028\u2029]/.test(text)) return false;
  const lines = text.split("\n").filter((line) => /^[^\s#]/.test(line));
  const [first = "", ...others] = lines;
  const keys = (isMark(first) ? others : lines).map(
    (line) => /^([A-Za-z]+):/.exec(line)?.[1] ?? "",
  );
  const isSound = keys.every((key, place) => keys.indexOf(key) === place && isTopLevelKey(key));
  const kind = lines.flatMap((line) => /^kind: *["']?(\w+)/.exec(line)?.[1] ?? []);
  const isOurs = lines.some((line) => /^apiVersion: *["']?fleetwarrant\./.test(line));
  return isSound && isOurs && kind.some(isPolicyKind);
}

function isMark(line: string): boolean {
  return /^(?:---|\.\.\.)\s*(?:#.*)?$/.test(line);
}

function isTopLevelKey(word: string): boolean {
  return topLevelKeys.includes(word) || nearest(word, topLevelKeys) !== undefined;
}

function isPolicyKind(word: string): boolean {
  const kinds = ["Policy", "PolicyBinding"];
  return kinds.includes(word) || nearest(word, kinds) !== undefined;
}
