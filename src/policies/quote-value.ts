/** Keys of policies and bindings that take a text which people write without quotes. */
const keyOfText =
  /^([ -]*)(condition|expression|when|patchUnless|message|remediation|description): +(?=[^\s|>])/;

/** Lines between a key and what is wrong with its value. */
const LINES_UP_MAX = 50;

/** A text in which one value was put in quotes; the lines of the value are 1-based, and both included. */
export interface QuotedText {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/**
 * Puts the value that a line of YAML belongs to in quotes, so that it is a text whatever YAML makes of its characters.
 * Undefined where no text belongs there. All other lines stay as they are.
 *
 * @param line - 1-based.
 */
export function quoteValueAt(text: string, line: number): QuotedText | undefined {
  const lines = text.split(/\r?\n/);
  const first = keyLineOf(lines, line - 1);
  const head = keyOfText.exec(lines[first] ?? "");
  if (head === null) return undefined;
  const last = lastLineOf(lines, first, head[1]?.length ?? 0);
  const [key] = head;
  const value = lines
    .slice(first, last + 1)
    .join("\n")
    .slice(key.length)
    .trimEnd();
  const quoted = `${key}'${value.replaceAll("'", "''")}'`;
  const mended = [...lines.slice(0, first), quoted, ...lines.slice(last + 1)].join("\n");
  return { text: mended, from: first + 1, to: last + 1 };
}

/** The line with the key that a line's text stands under, by indentation; the line itself if there is none. */
function keyLineOf(lines: readonly string[], at: number): number {
  const start = lines[at] ?? "";
  // A blank line is indented like whatever stands around it.
  let least = start.trim() === "" ? Number.POSITIVE_INFINITY : indentOf(start);
  if (keyOfText.test(start)) return at;
  for (let above = at - 1; above >= Math.max(0, at - LINES_UP_MAX); above--) {
    const line = lines[above] ?? "";
    const head = keyOfText.exec(line);
    if (head !== null) return (head[1]?.length ?? 0) < least ? above : at;
    if (line.trim() !== "") least = Math.min(least, indentOf(line));
  }
  return at;
}

/** The last line of a value: all that is indented more than its key belongs to it. */
function lastLineOf(lines: readonly string[], first: number, keyColumn: number): number {
  let last = first;
  for (let at = first + 1; at < lines.length; at++) {
    const line = lines[at] ?? "";
    if (line.trim() === "") continue;
    if (indentOf(line) <= keyColumn) break;
    last = at;
  }
  return last;
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
