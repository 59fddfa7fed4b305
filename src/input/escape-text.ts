/**
 * What must not reach a terminal or a reader as it is: controls (ANSI sequences start with one), marks that
 * reorder or hide text, line separators, invisible tag characters, and halves of a surrogate pair.
 */
const unsafe =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not get through
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}\ud800-\udfff]/gu;

/** Makes text from data fit for one line of plain text: what is unsafe is written as an escape that names it. */
export function escapeText(text: string): string {
  return text.replace(unsafe, (character) => {
    if (character === "\n") return "\\n";
    if (character === "\t") return "\\t";
    const code = (character.codePointAt(0) ?? 0).toString(16);
    return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, "0")}`;
  });
}
