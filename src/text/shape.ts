import { piecesOf } from "./code-points.ts";

// Rules as in search.ts.

/** ASCII letters in lower case; all else as it is. */
export function lowerAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** ASCII letters in upper case; all else as it is. */
export function upperAscii(text: string): string {
  return text.replace(/[a-z]+/g, (letters) => letters.toUpperCase());
}

// White_Space in https://www.unicode.org/Public/UCD/latest/ucd/PropList.txt. JavaScript's trim() differs in U+0085 and U+FEFF.
const whiteSpace = /[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/;

/** Without white space at either end. */
export function trim(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && whiteSpace.test(text.charAt(start))) start += 1;
  while (end > start && whiteSpace.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/** The characters in reverse; a mark that combines with the one before it then stands after another. */
export function reverse(text: string): string {
  const reversed = piecesOf(text).map((piece) => Array.from(piece).reverse().join(""));
  return reversed.reverse().join("");
}

const escapes: ReadonlyMap<string, string> = new Map([
  ["\u0007", "\\a"],
  ["\b", "\\b"],
  ["\f", "\\f"],
  ["\n", "\\n"],
  ["\r", "\\r"],
  ["\t", "\\t"],
  ["\v", "\\v"],
  ["\\", "\\\\"],
  ['"', '\\"'],
]);

/** As a literal of CEL, in double quotes; halves of surrogate pairs become U+FFFD. At most twice as long and two more. */
export function quote(text: string): string {
  const escaped = text
    .replace(/\p{Surrogate}/gu, "\ufffd")
    .replace(/[\p{Control}\\"]/gu, (char) => escapes.get(char) ?? char);
  return `"${escaped}"`;
}
