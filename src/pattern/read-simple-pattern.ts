import { type CodePoints, codePointsOf, complementOf } from "./code-points.ts";
import type { Atom, Item, Sequence, SimplePattern } from "./simple-pattern.ts";

/** RE2's largest count in `{n,m}`: https://github.com/google/re2/wiki/Syntax */
const COUNT_MAX = 1_000;

/** Deepest nesting of groups that is read here; RE2 reads deeper ones. */
const DEPTH_MAX = 16;

// ASCII only in RE2, unlike in JavaScript for \s: https://github.com/google/re2/wiki/Syntax
const perlClasses: ReadonlyMap<string, CodePoints> = new Map([
  ["d", rangesOf("09")],
  ["w", rangesOf("09", "AZ", "__", "az")],
  ["s", rangesOf("\t\n", "\f\r", "  ")],
]);

const controlEscapes: ReadonlyMap<string, string> = new Map([
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
]);

const lineBreak = rangesOf("\n\n");

/** What has a meaning of its own outside of a class; alone, `]` and `}` have none in RE2, and are left to it. */
const special = /[\\^$.|?*+()[\]{}]/;
const punctuation = /[!-/:-@[-`{-~]/;
const counts = /\{(0|[1-9]\d{0,3})(?:(,)(0|[1-9]\d{0,3})?)?\}/y;

/**
 * Reads a pattern that uses nothing beyond `SimplePattern`; undefined for all else, be it valid or not.
 *
 * What it accepts is valid in RE2 and means the same there. It gives code points as numbers, so that
 * nothing of the text reaches the native engine, whose syntax differs in details.
 */
export function readSimplePattern(text: string): SimplePattern | undefined {
  const reader = new Reader(text);
  const fromStart = reader.take("^");
  const alternatives = reader.alternatives(0);
  const toEnd = reader.take("$");
  if (alternatives === undefined || !reader.isAtEnd()) return undefined;
  const [only = [], ...others] = alternatives;
  if (others.length === 0) return { fromStart, toEnd, body: only };
  // In `^a|b$` each anchor belongs to one alternative.
  if (fromStart || toEnd) return undefined;
  return { fromStart, toEnd, body: [{ atom: { kind: "group", alternatives }, min: 1, max: 1 }] };
}

class Reader {
  readonly #text: string;
  #offset = 0;

  constructor(text: string) {
    this.#text = text;
  }

  isAtEnd(): boolean {
    return this.#offset === this.#text.length;
  }

  take(start: string): boolean {
    const found = this.#text.startsWith(start, this.#offset);
    if (found) this.#offset += start.length;
    return found;
  }

  /** Up to a `)`, a `$` or the end. */
  alternatives(depth: number): readonly Sequence[] | undefined {
    const found: Sequence[] = [];
    do {
      const sequence = this.#sequence(depth);
      if (sequence === undefined) return undefined;
      found.push(sequence);
    } while (this.take("|"));
    return found;
  }

  #sequence(depth: number): Sequence | undefined {
    const items: Item[] = [];
    while (!this.isAtEnd() && !"|)$".includes(this.#peek())) {
      const atom = this.take("(") ? this.#group(depth + 1) : this.#setAtom();
      const item = atom === undefined ? undefined : this.#repeated(atom);
      if (item === undefined) return undefined;
      items.push(item);
    }
    return items;
  }

  #group(depth: number): Atom | undefined {
    if (depth > DEPTH_MAX) return undefined;
    if (!this.take("?:") && this.#peek() === "?") return undefined;
    const alternatives = this.alternatives(depth);
    if (alternatives === undefined || !this.take(")")) return undefined;
    return { kind: "group", alternatives };
  }

  #setAtom(): Atom | undefined {
    const set = this.#set();
    return set === undefined || set.length === 0 ? undefined : { kind: "set", set };
  }

  #set(): CodePoints | undefined {
    if (this.take(".")) return complementOf(lineBreak);
    if (this.take("[")) return this.#class();
    if (this.take("\\")) return this.#escape();
    const char = this.#pop();
    return special.test(char) ? undefined : literal(char);
  }

  #class(): CodePoints | undefined {
    const isNegated = this.take("^");
    const ranges: (readonly [number, number])[] = [];
    // A first `]` would stand for itself.
    do {
      const found = this.#classPart();
      if (found === undefined) return undefined;
      ranges.push(...found);
    } while (!this.take("]"));
    const set = codePointsOf(ranges);
    return isNegated ? complementOf(set) : set;
  }

  #classPart(): CodePoints | undefined {
    const low = this.#classMember();
    if (low === undefined || this.#peek() !== "-") return low;
    if (this.#text.startsWith("-]", this.#offset)) return low;
    this.#offset += 1;
    const high = this.#classMember();
    const from = onlyMember(low);
    const to = onlyMember(high);
    return from === undefined || to === undefined || from > to ? undefined : [[from, to]];
  }

  #classMember(): CodePoints | undefined {
    if (this.take("\\")) return this.#escape();
    const char = this.#pop();
    return char === "[" || char === "]" ? undefined : literal(char);
  }

  #escape(): CodePoints | undefined {
    const char = this.#pop();
    const named = perlClasses.get(char.toLowerCase());
    if (named !== undefined) return char === char.toLowerCase() ? named : complementOf(named);
    const control = controlEscapes.get(char);
    if (control !== undefined) return literal(control);
    return punctuation.test(char) ? literal(char) : undefined;
  }

  #repeated(atom: Atom): Item | undefined {
    const bounds = this.#bounds();
    // What follows would change how often, or how greedily, it is repeated, or is a mistake.
    return bounds === undefined || "?*+{".includes(this.#peek() || "-")
      ? undefined
      : { atom, ...bounds };
  }

  #bounds(): Pick<Item, "min" | "max"> | undefined {
    if (this.take("?")) return { min: 0, max: 1 };
    if (this.take("*")) return { min: 0, max: Number.POSITIVE_INFINITY };
    if (this.take("+")) return { min: 1, max: Number.POSITIVE_INFINITY };
    return this.#peek() === "{" ? this.#counts() : { min: 1, max: 1 };
  }

  #counts(): Pick<Item, "min" | "max"> | undefined {
    counts.lastIndex = this.#offset;
    const match = counts.exec(this.#text);
    if (match === null) return undefined;
    this.#offset += match[0].length;
    const min = Number(match[1]);
    const max = match[2] === undefined ? min : Number(match[3] ?? Number.POSITIVE_INFINITY);
    const isValid = min <= COUNT_MAX && (max <= COUNT_MAX || match[3] === undefined);
    return isValid && min <= max && max > 0 ? { min, max } : undefined;
  }

  #peek(): string {
    return this.#text.charAt(this.#offset);
  }

  /** The next code point; empty at the end. */
  #pop(): string {
    const codePoint = this.#text.codePointAt(this.#offset);
    const char = codePoint === undefined ? "" : String.fromCodePoint(codePoint);
    this.#offset += char.length;
    return char;
  }
}

function onlyMember(set: CodePoints | undefined): number | undefined {
  const [range] = set ?? [];
  return set?.length === 1 && range?.[0] === range?.[1] ? range?.[0] : undefined;
}

/** Undefined for nothing and for half of a surrogate pair. */
function literal(char: string): CodePoints | undefined {
  const codePoint = char.codePointAt(0);
  const isSurrogate = codePoint !== undefined && codePoint >= 0xd800 && codePoint <= 0xdfff;
  return codePoint === undefined || isSurrogate ? undefined : [[codePoint, codePoint]];
}

function rangesOf(...pairs: readonly string[]): CodePoints {
  return pairs.map((pair) => [pair.charCodeAt(0), pair.charCodeAt(1)]);
}
