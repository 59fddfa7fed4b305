/** Texts that are neither YAML nor JSON and say by their first line what they are. */
export type TextKind = "gitLog";

/** Tells what a text is by how it begins; undefined where it may be YAML, JSON or the log of a job. */
export function textKindOf(text: string): TextKind | undefined {
  const start = text.slice(0, FIRST_LINE_LENGTH_MAX).replace(/^\ufeff/, "");
  return /^commit ([0-9a-f]{40}|[0-9a-f]{64})(?![0-9a-f])/.test(start) ? "gitLog" : undefined;
}

/** Enough of a text to know its first line by, in UTF-16 code units. */
const FIRST_LINE_LENGTH_MAX = 512;
