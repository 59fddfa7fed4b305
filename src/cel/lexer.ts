import { bytesOf, decodeEscapes, textOf } from "../text/string-literal.ts";
import type { Span } from "./ast.ts";
import type { ExpressionProblem } from "./expression.ts";

/** A piece of text. `text` is as written; strings and bytes carry their decoded value. */
export interface Token extends Span {
  readonly kind: "name" | "quotedName" | "number" | "string" | "symbol" | "end";
  readonly text: string;
  readonly value?: string | Uint8Array;
}

/** Thrown at the first mistake while an expression is read, and caught where the reading began. */
export class SyntaxMistake extends Error {
  constructor(problem: ExpressionProblem) {
    super(problem.message);
    this.problem = problem;
  }
  readonly problem: ExpressionProblem;
}

export function syntaxProblem(message: string, { offset, end }: Span): ExpressionProblem {
  return { code: "EXPRESSION_SYNTAX", message, offset, end };
}

function failAt(offset: number, length: number, message: string): never {
  throw new SyntaxMistake(syntaxProblem(message, { offset, end: offset + length }));
}

const space = /(?:[ \t\n\f\r]|\/\/[^\n]*)+/y;
const loneSurrogate = /\p{Surrogate}/u;
const patterns = [
  ["number", /0[xX][0-9a-fA-F]+[uU]?|\d*\.\d+(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+|\d+[uU]?/y],
  ["name", /[A-Za-z_][A-Za-z0-9_]*/y],
  ["quotedName", /`[A-Za-z0-9_.\-/ ]+`/y],
  ["symbol", /[=!<>]=|&&|\|\||[()[\]{}.,:?!<>+\-*/%]/y],
] as const;

/** Splits an expression into tokens, the last of which is the end; throws at a mistake. */
export function tokenize(text: string): readonly Token[] {
  const surrogate = loneSurrogate.exec(text);
  if (surrogate !== null) failAt(surrogate.index, 1, "half of a surrogate pair");
  const tokens: Token[] = [];
  let offset = matchAt(space, text, 0).length;
  while (offset < text.length) {
    const token = readToken(text, offset);
    tokens.push(token);
    offset = token.end + matchAt(space, text, token.end).length;
  }
  tokens.push({ kind: "end", text: "", offset, end: offset });
  return tokens;
}

function matchAt(pattern: RegExp, text: string, offset: number): string {
  pattern.lastIndex = offset;
  return pattern.exec(text)?.[0] ?? "";
}

function readToken(text: string, offset: number): Token {
  const stringEnd = endOfString(text, offset);
  if (stringEnd !== undefined) return readString(text, offset, stringEnd);
  for (const [kind, pattern] of patterns) {
    const found = matchAt(pattern, text, offset);
    if (found !== "") return { kind, text: found, offset, end: offset + found.length };
  }
  const character = String.fromCodePoint(text.codePointAt(offset) ?? 0);
  return failAt(offset, character.length, `unexpected character ${JSON.stringify(character)}`);
}

const quoteStart = /(?:[rR][bB]?|[bB][rR]?)?("""|'''|"|')/y;

/** Where the string literal that starts at `offset` ends; undefined if none does, -1 if it is not closed. */
export function endOfString(text: string, offset: number): number | undefined {
  quoteStart.lastIndex = offset;
  const start = quoteStart.exec(text);
  if (start === null) return undefined;
  const [prefix, quote = ""] = start;
  const isRaw = /[rR]/.test(prefix);
  for (let at = offset + prefix.length; at < text.length; at++) {
    if (text.startsWith(quote, at)) return at + quote.length;
    if (quote.length === 1 && (text[at] === "\n" || text[at] === "\r")) return -1;
    if (!isRaw && text[at] === "\\") at++;
  }
  return -1;
}

function readString(text: string, offset: number, end: number): Token {
  if (end === -1) return failAt(offset, text.length - offset, "string is not closed");
  const start = matchAt(quoteStart, text, offset);
  const quoteLength = /("""|''')$/.test(start) ? 3 : 1;
  const bodyOffset = offset + start.length;
  const body = text.slice(bodyOffset, end - quoteLength);
  const isBytes = /[bB]/.test(start);
  const pieces = /[rR]/.test(start) ? [body] : decodeEscapes(body, isBytes);
  if ("mistake" in pieces) {
    return failAt(bodyOffset + pieces.offset, pieces.length, pieces.mistake);
  }
  const value = isBytes ? bytesOf(pieces) : textOf(pieces);
  return { kind: "string", text: text.slice(offset, end), value, offset, end };
}
