import type { Span } from "./ast.ts";
import type { ExpressionProblem } from "./expression.ts";
import { decodeQuoted } from "./literals.ts";

/** A piece of text. `text` is as written; strings and bytes carry their decoded value. */
export interface Token extends Span {
  readonly kind: "name" | "quotedName" | "number" | "string" | "symbol" | "end";
  readonly text: string;
  readonly value?: string | Uint8Array;
}

const space = /(?:[ \t\n\f\r]|\/\/[^\n]*)+/y;
const name = /[A-Za-z_][A-Za-z0-9_]*/y;
const quotedName = /`[A-Za-z0-9_.\-/ ]+`/y;
const number = /0[xX][0-9a-fA-F]+[uU]?|\d*\.\d+(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+|\d+[uU]?/y;
const symbol = /[=!<>]=|&&|\|\||[()[\]{}.,:?!<>+\-*/%]/y;
const quoteStart = /(?:[rR][bB]?|[bB][rR]?)?("""|'''|"|')/y;
const loneSurrogate = /\p{Surrogate}/u;

/** Splits an expression into tokens, the last of which is the end; or tells the first mistake. */
export function tokenize(text: string): readonly Token[] | ExpressionProblem {
  const surrogate = loneSurrogate.exec(text);
  if (surrogate !== null) {
    return syntaxProblem("half of a surrogate pair", {
      offset: surrogate.index,
      end: surrogate.index + 1,
    });
  }
  const tokens: Token[] = [];
  let offset = matchAt(space, text, 0).length;
  while (offset < text.length) {
    const token = readToken(text, offset);
    if ("code" in token) return token;
    tokens.push(token);
    offset = token.end + matchAt(space, text, token.end).length;
  }
  tokens.push({ kind: "end", text: "", offset: text.length, end: text.length });
  return tokens;
}

export function syntaxProblem(message: string, { offset, end }: Span): ExpressionProblem {
  return { code: "EXPRESSION_SYNTAX", message, offset, end };
}

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

function matchAt(pattern: RegExp, text: string, offset: number): string {
  pattern.lastIndex = offset;
  return pattern.exec(text)?.[0] ?? "";
}

const patterns = [
  ["number", number],
  ["name", name],
  ["quotedName", quotedName],
  ["symbol", symbol],
] as const;

function readToken(text: string, offset: number): Token | ExpressionProblem {
  const stringEnd = endOfString(text, offset);
  if (stringEnd !== undefined) return readString(text, offset, stringEnd);
  for (const [kind, pattern] of patterns) {
    const found = matchAt(pattern, text, offset);
    if (found !== "") return { kind, text: found, offset, end: offset + found.length };
  }
  const character = String.fromCodePoint(text.codePointAt(offset) ?? 0);
  return syntaxProblem(`unexpected character ${JSON.stringify(character)}`, {
    offset,
    end: offset + character.length,
  });
}

function readString(text: string, offset: number, end: number): Token | ExpressionProblem {
  if (end === -1) return syntaxProblem("string is not closed", { offset, end: text.length });
  const start = matchAt(quoteStart, text, offset);
  const quoteLength = /("""|''')$/.test(start) ? 3 : 1;
  const value = decodeQuoted({
    body: text.slice(offset + start.length, end - quoteLength),
    offset: offset + start.length,
    isRaw: /[rR]/.test(start),
    isBytes: /[bB]/.test(start),
  });
  if (typeof value === "object" && "message" in value) return syntaxProblem(value.message, value);
  return { kind: "string", text: text.slice(offset, end), value, offset, end };
}
