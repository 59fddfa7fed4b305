/** Whether a text has characters of two UTF-16 code units, so that code points and units do not count alike. */
function hasPairs(text: string): boolean {
  return /[\ud800-\udbff][\udc00-\udfff]/.test(text);
}

/** How many code points a text has. */
export function lengthOf(text: string): number {
  return hasPairs(text) ? indexAtUnit(text, text.length) : text.length;
}

/**
 * The offset in UTF-16 code units of the code point at an index, or of the end for the text's length; undefined for an index that is
 * negative, too large or not whole.
 */
export function unitAtIndex(text: string, index: number): number | undefined {
  if (!Number.isInteger(index) || index < 0 || index > text.length) return undefined;
  if (!hasPairs(text)) return index;
  let unit = 0;
  for (let passed = 0; passed < index; passed += 1) {
    if (unit >= text.length) return undefined;
    unit += unitsAt(text, unit);
  }
  return unit;
}

/** The index of the code point at an offset in UTF-16 code units. */
export function indexAtUnit(text: string, unit: number): number {
  const before = text.slice(0, unit);
  if (!hasPairs(before)) return before.length;
  let index = 0;
  for (let at = 0; at < before.length; at += unitsAt(before, at)) index += 1;
  return index;
}

/** 1, or 2 where a surrogate pair starts. */
export function unitsAt(text: string, unit: number): number {
  return (text.codePointAt(unit) ?? 0) > 0xffff ? 2 : 1;
}

/** Length of a piece in UTF-16 code units. */
const PIECE_LENGTH = 4_096;

/**
 * A text in pieces that each hold whole characters, for what makes a list of the characters: one of all of them takes many times the
 * memory of the text.
 */
export function piecesOf(text: string): readonly string[] {
  const pieces: string[] = [];
  let start = 0;
  while (start < text.length) {
    const end = start + PIECE_LENGTH;
    const isCut = end < text.length && unitsAt(text, end - 1) === 2;
    pieces.push(text.slice(start, isCut ? end + 1 : end));
    start = isCut ? end + 1 : end;
  }
  return pieces;
}
