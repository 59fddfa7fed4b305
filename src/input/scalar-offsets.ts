/** How a text was written. */
export type ScalarStyle = "plain" | "single" | "double" | "literal" | "folded";

/** A scalar as it stands in its file, from its first character (quote, `|` or `>` included) to its last. */
export interface WrittenScalar {
  readonly style: ScalarStyle;
  readonly source: string;
  /** Columns of a block scalar's content that are indentation; 0 for other styles. */
  readonly indent: number;
}

/** A text, and where in `source` each of its code units comes from. */
export interface MappedText {
  readonly value: string;
  /** One offset a code unit of the value, and one more for its end. */
  readonly offsets: readonly number[];
}

/** Reads a scalar as YAML 1.2 does, keeping for each code unit of the value where it was written. */
export function mapScalar(scalar: WrittenScalar): MappedText {
  const { source, style, indent } = scalar;
  if (style === "literal" || style === "folded")
    return mapBlock(source, style === "folded", indent);
  const quoted = style === "plain" ? 0 : 1;
  const draft = createDraft(source);
  const end = source.length - quoted;
  let at = quoted;
  while (at < end) at = flowStep(draft, { at, end, style });
  return finish(draft, end);
}

interface Draft {
  readonly source: string;
  readonly units: string[];
  readonly offsets: number[];
}

function createDraft(source: string): Draft {
  return { source, units: [], offsets: [] };
}

function finish({ units, offsets }: Draft, end: number): MappedText {
  return { value: units.join(""), offsets: [...offsets, end] };
}

function push(draft: Draft, text: string, offset: number): void {
  for (let index = 0; index < text.length; index++) {
    draft.units.push(text.charAt(index));
    draft.offsets.push(offset);
  }
}

interface FlowPlace {
  readonly at: number;
  readonly end: number;
  readonly style: ScalarStyle;
}

/** Takes in one character, escape or fold of a flow scalar and gives the offset after it. */
function flowStep(draft: Draft, place: FlowPlace): number {
  const { at, end, style } = place;
  const { source } = draft;
  const fold = foldEnd(source, at, end);
  if (fold > at) {
    const breaks = source.slice(at, fold).split("\n").length - 1;
    push(draft, breaks === 1 ? " " : "\n".repeat(breaks - 1), at);
    return fold;
  }
  if (style === "single" && source.startsWith("''", at)) {
    push(draft, "'", at);
    return at + 2;
  }
  if (style === "double" && source[at] === "\\") return escapeStep(draft, at, end);
  // Blanks that no fold took are text; taking the whole run keeps the look-ahead above linear.
  let next = at;
  do {
    push(draft, source.charAt(next), next);
    next++;
  } while (next < end && isBlank(source[next - 1]) && isBlank(source[next]));
  return next;
}

/** Offset after a line break with all blanks around it, and any that follow; `at` where there is none. */
function foldEnd(source: string, at: number, end: number): number {
  let next = at;
  let after = at;
  while (next < end) {
    const character = source[next];
    if (character === "\n") {
      after = next + 1;
      while (after < end && isBlank(source[after])) after++;
    } else if (!isBlank(character) && character !== "\r") break;
    next++;
  }
  return after;
}

function isBlank(character: string | undefined): boolean {
  return character === " " || character === "\t";
}

const escapes: Readonly<Record<string, string>> = {
  "0": "\0",
  a: "\x07",
  b: "\b",
  e: "\x1b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
  N: "\u0085",
  _: "\u00a0",
  L: "\u2028",
  P: "\u2029",
};

const hexDigits: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };

function escapeStep(draft: Draft, at: number, end: number): number {
  const { source } = draft;
  const letter = source.charAt(at + 1);
  const length = hexDigits[letter];
  if (length !== undefined) {
    const code = Number.parseInt(source.slice(at + 2, at + 2 + length), 16);
    push(draft, code <= 0x10ffff ? String.fromCodePoint(code) : "", at);
    return at + 2 + length;
  }
  // An escaped line break stands for nothing, and takes the next line's indentation with it.
  const lineBreak = /^\r?\n/.exec(source.slice(at + 1, at + 3))?.[0];
  if (lineBreak === undefined) {
    push(draft, escapes[letter] ?? letter, at);
    return at + 2;
  }
  let next = at + 1 + lineBreak.length;
  while (next < end && isBlank(source[next])) next++;
  return next;
}

interface BlockLine {
  readonly start: number;
  /** Without the line break, and without `\r` before it. */
  readonly text: string;
}

function mapBlock(source: string, isFolded: boolean, indent: number): MappedText {
  const draft = createDraft(source);
  const lines = blockLines(source);
  const contentCount =
    lines.findLastIndex(({ text }) => text.length > indent || /\S/.test(text)) + 1;
  lines.slice(0, contentCount).forEach((line, index) => {
    push(draft, "", line.start);
    for (let column = indent; column < line.text.length; column++) {
      push(draft, line.text.charAt(column), line.start + column);
    }
    const next = lines[index + 1];
    if (next !== undefined && index + 1 < contentCount) {
      pushBreak(draft, { lines, index, indent, isFolded });
    }
  });
  const end = lines[contentCount - 1];
  const endOffset = end === undefined ? source.length : end.start + end.text.length;
  const chomp = /^[|>][0-9]*([-+]?)/.exec(source)?.[1];
  if (chomp === "-") return finish(draft, endOffset);
  if (contentCount > 0) push(draft, "\n", endOffset);
  if (chomp === "+") {
    for (const line of lines.slice(contentCount, -1)) push(draft, "\n", line.start);
  }
  return finish(draft, source.length);
}

/** Lines below the header. */
function blockLines(source: string): readonly BlockLine[] {
  const lines: BlockLine[] = [];
  let start = source.indexOf("\n") + 1;
  while (start > 0) {
    const end = source.indexOf("\n", start);
    const text = source.slice(start, end === -1 ? undefined : end).replace(/\r$/, "");
    lines.push({ start, text });
    start = end + 1;
  }
  return lines;
}

interface BlockPlace {
  readonly lines: readonly BlockLine[];
  readonly index: number;
  readonly indent: number;
  readonly isFolded: boolean;
}

/** Between two lines of a folded scalar that are neither empty nor indented further, a break is a blank or nothing. */
function pushBreak(draft: Draft, { lines, index, indent, isFolded }: BlockPlace): void {
  const line = lines[index];
  if (line === undefined) return;
  const offset = line.start + line.text.length;
  if (!isFolded) {
    push(draft, "\n", offset);
    return;
  }
  const kindAt = (at: number): "empty" | "text" | "kept" => {
    const content = (lines[at]?.text ?? "").slice(indent);
    if (content === "") return "empty";
    return isBlank(content[0]) ? "kept" : "text";
  };
  const kind = kindAt(index);
  if (kind === "kept" || kind === "empty") {
    push(draft, "\n", offset);
    return;
  }
  let following = index + 1;
  while (kindAt(following) === "empty" && following < lines.length) following++;
  if (kindAt(following) === "kept") push(draft, "\n", offset);
  else if (following === index + 1) push(draft, " ", offset);
}
