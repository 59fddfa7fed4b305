import { toInt } from "./numbers.ts";
import { CelDouble, CelUint, type CelValue } from "./value.ts";

/** A mistake inside a literal, `offset` counted from the start of the expression. */
interface LiteralMistake {
  readonly message: string;
  readonly offset: number;
  readonly end: number;
}

const simpleEscapes: ReadonlyMap<string, string> = new Map([
  ["a", "\x07"],
  ["b", "\b"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
  ["v", "\v"],
  ["\\", "\\"],
  ["?", "?"],
  ['"', '"'],
  ["'", "'"],
  ["`", "`"],
]);

const codeEscape = /x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-3][0-7]{2})/y;

/** Reads an int, uint or double as written; undefined when it is out of range. */
export function decodeNumber(text: string, sign: "" | "-"): CelValue | undefined {
  const isHex = /^0[xX]/.test(text);
  if (/[uU]$/.test(text)) {
    const value = BigInt(text.slice(0, -1));
    return sign === "" && value < 1n << 64n ? new CelUint(value) : undefined;
  }
  if (!isHex && /[.eE]/.test(text)) return new CelDouble(Number(sign + text));
  return toInt(sign === "" ? BigInt(text) : -BigInt(text));
}

/** A string or bytes literal: quotes and prefixes taken off, escapes not yet replaced. */
interface QuotedText {
  readonly body: string;
  /** Where the body starts in the expression. */
  readonly offset: number;
  readonly isRaw: boolean;
  readonly isBytes: boolean;
}

/** Replaces the escapes of a string or bytes literal. */
export function decodeQuoted(quoted: QuotedText): string | Uint8Array | LiteralMistake {
  const { body, isRaw, isBytes } = quoted;
  const pieces: (string | Escape)[] = [];
  let at = 0;
  for (let slash = nextSlash(quoted, 0); slash !== -1; slash = nextSlash(quoted, at)) {
    const decoded = decodeEscape(quoted, slash);
    if ("message" in decoded) return decoded;
    pieces.push(body.slice(at, slash), decoded);
    at = slash + decoded.length;
  }
  pieces.push(isRaw ? body : body.slice(at));
  if (isBytes) return Uint8Array.from(pieces.flatMap((piece) => [...bytesOf(piece)]));
  return pieces.map(textOf).join("");
}

function nextSlash({ body, isRaw }: QuotedText, from: number): number {
  return isRaw ? -1 : body.indexOf("\\", from);
}

function textOf(piece: string | Escape): string {
  return typeof piece === "string" ? piece : String.fromCodePoint(piece.code);
}

interface Escape {
  readonly code: number;
  readonly length: number;
}

function bytesOf(piece: string | Escape): Uint8Array {
  const isByte = typeof piece === "object" && piece.code < 256;
  return isByte ? Uint8Array.of(piece.code) : new TextEncoder().encode(textOf(piece));
}

function decodeEscape({ body, offset, isBytes }: QuotedText, at: number): Escape | LiteralMistake {
  const simple = simpleEscapes.get(body.charAt(at + 1));
  if (simple !== undefined) return { code: simple.charCodeAt(0), length: 2 };
  codeEscape.lastIndex = at + 1;
  const match = codeEscape.exec(body);
  const mistake = (message: string, size: number): LiteralMistake => ({
    message,
    offset: offset + at,
    end: offset + Math.min(at + size, body.length),
  });
  if (match === null) return mistake("unknown escape in a string", 2);
  const [all, byte, short, long, octal] = match;
  const length = all.length + 1;
  if (isBytes && (short ?? long) !== undefined) {
    return mistake("bytes take no `\\u` escape", length);
  }
  const digits = octal ?? byte ?? short ?? long ?? "";
  const code = Number.parseInt(digits, octal === undefined ? 16 : 8);
  if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) {
    return mistake("escape is no Unicode code point", length);
  }
  return { code, length };
}
