import { lengthOf, piecesOf, unitAtIndex, unitsAt } from "./code-points.ts";

// Rules as in search.ts, and for the empty separator as in Go's package strings: https://pkg.go.dev/strings. There are at most two more
// parts than the text has characters.

/** The parts between separators; between characters if it is empty. A limit is the most parts, the rest in the last; negative: none. */
export function split(text: string, separator: string, limit = -1): readonly string[] {
  if (limit === 0) return [];
  if (separator === "") return splitCharacters(text, limit);
  if (limit < 0) return text.split(separator);
  const parts: string[] = [];
  let start = 0;
  while (parts.length < limit - 1) {
    const end = text.indexOf(separator, start);
    if (end < 0) break;
    parts.push(text.slice(start, end));
    start = end + separator.length;
  }
  return [...parts, text.slice(start)];
}

function splitCharacters(text: string, limit: number): readonly string[] {
  if (limit < 0) return Array.from(text);
  const parts: string[] = [];
  let start = 0;
  while (start < text.length && parts.length < limit - 1) {
    const end = start + unitsAt(text, start);
    parts.push(text.slice(start, end));
    start = end;
  }
  return start < text.length ? [...parts, text.slice(start)] : parts;
}

/** All parts in a row, with a separator between; undefined if that were longer than `lengthMax` UTF-16 code units. */
export function join(
  parts: readonly string[],
  separator: string,
  lengthMax: number,
): string | undefined {
  const separators = Math.max(parts.length - 1, 0) * separator.length;
  const length = parts.reduce((sum, part) => sum + part.length, separators);
  return length > lengthMax ? undefined : parts.join(separator);
}

/**
 * The text with the first `limit` places where `search` is found replaced; all, if negative. The empty text is found before each character
 * and at the end. Undefined if the result were longer than `lengthMax` UTF-16 code units.
 */
export function replace(
  text: string,
  [search, replacement]: readonly [search: string, replacement: string],
  limit: number,
  lengthMax: number,
): string | undefined {
  if (search === "") return replaceEmpty(text, replacement, limit, lengthMax);
  return join(split(text, search, limit < 0 ? limit : limit + 1), replacement, lengthMax);
}

function replaceEmpty(
  text: string,
  replacement: string,
  limit: number,
  lengthMax: number,
): string | undefined {
  const count = lengthOf(text);
  const isAll = limit < 0 || limit > count;
  const places = isAll ? count + 1 : limit;
  if (text.length + places * replacement.length > lengthMax) return undefined;
  const end = isAll ? text.length : (unitAtIndex(text, limit) ?? text.length);
  const head = piecesOf(text.slice(0, end)).map(
    (piece) => replacement + Array.from(piece).join(replacement),
  );
  return head.join("") + (isAll ? replacement : text.slice(end));
}
