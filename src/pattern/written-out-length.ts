// Quoted text, an escape, a class, a count, or one code unit of anything else. The last fits where no other does.
const tokens =
  /\\Q(?:(?!\\E).)*(?:\\E)?|\\x\{[^}]*\}|\\[pP]\{[^}]*\}|\\.|\[\^?\]?(?:\\.|\[:[a-z^]*:\]|[^\]\\])*\]?|\{(\d+)(?:,(\d*))?\}|./gs;

/**
 * How long a pattern is in UTF-16 code units once its counts are written out: `(ab{3}){2}` has 2 × (2 + 1 + 3).
 *
 * RE2 writes counts out, so its program grows with this, to less than twice as many instructions and ten more. Read without checking: for a
 * pattern that is not valid, the result has no meaning.
 */
export function writtenOutLength(pattern: string): number {
  const outer: number[] = [];
  let sum = 0;
  let last = 0;
  for (const [token, min, max = ""] of pattern.matchAll(tokens)) {
    if (token === "(") {
      outer.push(sum);
      sum = 0;
      last = 1;
    } else if (min !== undefined) {
      last *= Math.max(Number(min), Number(max), 1) - 1;
    } else if (token === ")") {
      last = sum + 1;
      sum = outer.pop() ?? 0;
    } else last = token.length;
    sum += last;
  }
  return outer.reduce((whole, part) => whole + part, sum);
}
