/** A piece of a string literal: text as it is, or what an escape stands for: a code point or a byte. */
export type Piece = string | number;

/** An escape that cannot be read. Offset and length are in UTF-16 code units of the body. */
export interface EscapeMistake {
  readonly mistake: string;
  readonly offset: number;
  readonly length: number;
}

export function textOf(pieces: readonly Piece[]): string {
  return pieces.map(textOfPiece).join("");
}

const textOfPiece = (piece: Piece): string =>
  typeof piece === "number" ? String.fromCodePoint(piece) : piece;

/** Bytes as they were escaped, and all else in UTF-8. */
export function bytesOf(pieces: readonly Piece[]): Uint8Array {
  const encoder = new TextEncoder();
  const isByte = (piece: Piece): boolean => typeof piece === "number" && piece < 256;
  return Uint8Array.from(
    pieces.flatMap((piece) =>
      isByte(piece) ? [Number(piece)] : [...encoder.encode(textOfPiece(piece))],
    ),
  );
}

const escapeOrText =
  /\\(?:[xX]([0-9a-fA-F]{2})|([0-3][0-7]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|[\s\S])|[^\\]+/g;

const simpleEscapes: ReadonlyMap<string, string> = new Map([
  ...Array.from("\\?\"'`", (character) => [character, character] as const),
  ...Object.entries({ a: "\x07", b: "\b", f: "\f", n: "\n", r: "\r", t: "\t", v: "\v" }),
]);

/** Reads what stands between the quotes; the first escape that stands for nothing is a mistake. */
export function decodeEscapes(body: string, isBytes: boolean): readonly Piece[] | EscapeMistake {
  const pieces: Piece[] = [];
  for (const match of body.matchAll(escapeOrText)) {
    const [all] = match;
    const piece = all.startsWith("\\") ? decodeEscape(match, isBytes) : all;
    if (typeof piece === "object") return { ...piece, offset: match.index, length: all.length };
    pieces.push(piece);
  }
  return pieces;
}

function decodeEscape(match: RegExpExecArray, isBytes: boolean): Piece | { mistake: string } {
  const [all, byte, octal, short, long] = match;
  const digits = byte ?? octal ?? short ?? long;
  if (digits === undefined) {
    return simpleEscapes.get(all.slice(1)) ?? { mistake: "unknown escape in a string" };
  }
  if (isBytes && digits.length >= 4) return { mistake: "bytes take no `\\u` escape" };
  const code = Number.parseInt(digits, octal === undefined ? 16 : 8);
  const isSurrogate = code >= 0xd800 && code <= 0xdfff;
  return code > 0x10ffff || isSurrogate ? { mistake: "escape is no Unicode code point" } : code;
}
