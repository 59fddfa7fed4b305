import type { Problem } from "./problem.ts";

/** Wider source lines are cut around the caret, in UTF-16 code units. */
const SHOWN_WIDTH_MAX = 160;

/**
 * Writes a problem for people: `file:line:column: code: message`, the source line with a caret, and what was expected.
 *
 * @param lineAt - Gives a line's text. Leave it out for inputs that may hold secrets: then no line is shown.
 */
export function formatProblem(
  problem: Problem,
  lineAt?: (file: string, line: number) => string | undefined,
): string {
  const { position, code, message, expected, help } = problem;
  const place = position
    ? `${escapeControls(position.file)}:${position.line}:${position.column}: `
    : "";
  const lines = [`${place}${code}: ${escapeControls(message)}`];
  const source = position && lineAt?.(position.file, position.line);
  if (position && source !== undefined) lines.push(...caretLines(source, position.column));
  if (expected !== undefined) lines.push(`  expected: ${escapeControls(expected)}`);
  if (help !== undefined) lines.push(`  help: ${escapeControls(help)}`);
  return lines.join("\n");
}

/** The source line and, below it, a caret under the 1-based column. */
function caretLines(source: string, column: number): readonly string[] {
  const caret = Math.min(column - 1, source.length);
  const from = Math.max(0, caret - SHOWN_WIDTH_MAX / 2);
  const to = Math.min(source.length, from + SHOWN_WIDTH_MAX);
  // Tabs become one blank on both lines, so that the caret stays below its character.
  const shown = (start: number, end: number): string =>
    (start > 0 && start === from ? "…" : "") +
    escapeControls(source.slice(start, end).replaceAll("\t", " "));
  const tail = to < source.length ? "…" : "";
  return [`  ${shown(from, to)}${tail}`, `  ${" ".repeat(shown(from, caret).length)}^`];
}

/** Control characters, line separators and direction marks as `\uXXXX`, so that text cannot drive a terminal. */
function escapeControls(text: string): string {
  return text.replace(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not get through
    /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
