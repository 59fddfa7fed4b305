/** Longest part that is shown, in UTF-16 code units. */
const SHOWN_MAX = 60;

/** A part of an expression for a message: on one line, and cut when it is long. */
export function quotePart(
  text: string,
  { offset, end }: { readonly offset: number; readonly end: number },
): string {
  const part = text.slice(offset, end).replaceAll(/\s+/g, " ");
  return `\`${part.length > SHOWN_MAX ? `${part.slice(0, SHOWN_MAX)}…` : part}\``;
}
