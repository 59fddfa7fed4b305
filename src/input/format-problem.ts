import { escapeText } from "./escape-text.ts";
import type { Problem, SourcePosition } from "./problem.ts";

/** Wider source lines are cut around the caret, in UTF-16 code units. */
const SHOWN_WIDTH_MAX = 160;

/**
 * Writes a problem for people: `file:line:column: code: message`, the source line with a caret, and what was expected.
 *
 * @param lineAt - Gives the text of a position's line. Leave it out for inputs that may hold secrets: then no line is shown.
 */
export function formatProblem(
  problem: Problem,
  lineAt?: (position: SourcePosition) => string | undefined,
): string {
  const { position, code, message, expected, help } = problem;
  const place = position
    ? `${escapeText(position.file)}:${position.line}:${position.column}: `
    : "";
  const lines = [`${place}${code}: ${escapeText(message)}`];
  const source = position && lineAt?.(position);
  if (position && source !== undefined) lines.push(...caretLines(source, position.column));
  if (expected !== undefined) lines.push(`  expected: ${escapeText(expected)}`);
  if (help !== undefined) lines.push(`  help: ${escapeText(help)}`);
  return lines.join("\n");
}

/** The source line and, below it, a caret under the 1-based column. */
function caretLines(source: string, column: number): readonly string[] {
  const caret = wholeBefore(source, Math.min(column - 1, source.length));
  const from = wholeBefore(source, Math.max(0, caret - SHOWN_WIDTH_MAX / 2));
  const to = wholeBefore(source, Math.min(source.length, from + SHOWN_WIDTH_MAX));
  // Tabs become one blank on both lines, so that the caret stays below its character.
  const shown = (start: number, end: number): string =>
    (start > 0 && start === from ? "…" : "") +
    escapeText(source.slice(start, end).replaceAll("\t", " "));
  const tail = to < source.length ? "…" : "";
  return [`  ${shown(from, to)}${tail}`, `  ${" ".repeat(shown(from, caret).length)}^`];
}

/** The offset, or the one before it where it would split a surrogate pair. */
function wholeBefore(source: string, offset: number): number {
  const isInside =
    /[\udc00-\udfff]/.test(source.charAt(offset)) &&
    /[\ud800-\udbff]/.test(source.charAt(offset - 1));
  return isInside ? offset - 1 : offset;
}
