import { escapeText } from "../input/escape-text.ts";

export interface TextOptions {
  /** Columns to wrap at. A word that is longer stays whole, so that it can be copied. */
  readonly width: number;
  /** Whether to emphasise with ANSI sequences. Nothing is said by colour alone. */
  readonly color: boolean;
}

export type Tone = "bad" | "warn" | "good" | "unsure" | "strong" | "dim";

/** One paragraph: `before`, `lead` (emphasised) and `text`, in this order. */
export interface Paragraph {
  readonly indent: number;
  /** Continuation lines are indented by this much more. */
  readonly hang?: number;
  readonly tone?: Tone;
  /** Stands before the lead, not emphasised. */
  readonly before?: string;
  readonly lead?: string;
  readonly text?: string;
  /** Instead of all other words: `a → b → c` where that fits on one line, else one a line, none of them broken. */
  readonly items?: readonly string[];
}

const sequences: Readonly<Record<Tone, string>> = {
  bad: "\u001b[1;31m",
  warn: "\u001b[1;33m",
  good: "\u001b[1;32m",
  unsure: "\u001b[1;35m",
  strong: "\u001b[1m",
  dim: "\u001b[2m",
};
const reset = "\u001b[0m";

/** Narrower than this, wrapping does more harm than good. */
const WIDTH_MIN = 40;

/** Lays paragraphs out as lines; an empty list of words gives a blank line. Data is escaped here, once. */
export function layOut(paragraphs: readonly Paragraph[], options: TextOptions): string {
  const lines = paragraphs.flatMap((paragraph) => layOutOne(paragraph, options));
  return `${lines.join("\n")}\n`;
}

export const blankLine: Paragraph = { indent: 0 };

function layOutOne(paragraph: Paragraph, { width, color }: TextOptions): readonly string[] {
  const { indent, hang = 2, tone, items } = paragraph;
  if (items !== undefined) return layOutItems(items, indent, Math.max(width, WIDTH_MIN));
  const before = escapeText(paragraph.before ?? "");
  const lead = escapeText(paragraph.lead ?? "");
  const words = [before, lead, escapeText(paragraph.text ?? "")]
    .filter((part) => part !== "")
    .reduce((said, part) => (said === "" ? part : said + gapBetween(said, part) + part), "");
  const lines = wrap(words, Math.max(width, WIDTH_MIN), {
    first: " ".repeat(indent),
    rest: " ".repeat(indent + hang),
  });
  if (!color || tone === undefined || lead === "") return lines;
  const from = indent + (before === "" ? 0 : before.length + 2);
  return paint(lines, { from, words: lead, sequence: sequences[tone] });
}

function layOutItems(items: readonly string[], indent: number, width: number): readonly string[] {
  const escaped = items.map(escapeText);
  const margin = " ".repeat(indent);
  const line = margin + escaped.join(" → ");
  return columnsOf(line) <= width ? [line] : escaped.map((item) => margin + item);
}

/** Two blanks part columns; a colon or a dot between parts needs one only. */
function gapBetween(before: string, after: string): string {
  return before.endsWith(":") || after.startsWith("·") ? " " : "  ";
}

interface Indents {
  readonly first: string;
  readonly rest: string;
}

/** Breaks at blanks only. Runs of blanks inside a line are kept: they part columns. */
function wrap(text: string, width: number, { first, rest }: Indents): readonly string[] {
  const lines: string[] = [];
  let line = first;
  let isEmpty = true;
  let length = first.length;
  for (const [, blanks = "", word = ""] of text.matchAll(/( *)([^ ]+)/g)) {
    const wordLength = columnsOf(word);
    if (!isEmpty && length + blanks.length + wordLength > width) {
      lines.push(line);
      line = rest + word;
      length = rest.length + wordLength;
    } else {
      line += isEmpty ? word : blanks + word;
      length += (isEmpty ? 0 : blanks.length) + wordLength;
    }
    isEmpty = false;
  }
  lines.push(isEmpty ? "" : line);
  return lines;
}

function columnsOf(word: string): number {
  let count = 0;
  for (const _ of word) count += 1;
  return count;
}

/** Emphasises the lead on the first line; where it was itself broken, only what stands there. */
function paint(
  lines: readonly string[],
  { from, words, sequence }: { from: number; words: string; sequence: string },
): readonly string[] {
  const [first = "", ...others] = lines;
  const to = Math.min(first.length, from + words.length);
  const painted = `${first.slice(0, from)}${sequence}${first.slice(from, to)}${reset}${first.slice(to)}`;
  return [painted, ...others];
}
