/** Longest part that is shown, in UTF-16 code units. */
const SHOWN_MAX = 60;

/** A part of an expression for a message: on one line, and cut when it is long. */
export function quotePart(
  text: string,
  { offset, end }: { readonly offset: number; readonly end: number },
): string {
  const part = withParentheses(text.slice(offset, end)).replaceAll(/\s+/g, " ");
  return `\`${part.length > SHOWN_MAX ? `${part.slice(0, SHOWN_MAX)}…` : part}\``;
}

/** Parts end within the parentheses around what they end with; the missing ones are put back. */
function withParentheses(part: string): string {
  let depth = 0;
  let missing = 0;
  for (const [symbol] of part.matchAll(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[()]/g)) {
    if (symbol === "(") depth++;
    if (symbol !== ")") continue;
    if (depth === 0) missing++;
    else depth--;
  }
  return "(".repeat(missing) + part + ")".repeat(depth);
}
