import type { ValuePath } from "./source-document.ts";

// Walks over a text that JSON.parse has accepted, for what JSON.parse does not tell: where things are.

/** Offset of the first character at or after `offset` that is not white space. */
export function skipBlank(text: string, offset: number): number {
  let at = offset;
  while (isBlank(text.charCodeAt(at))) at++;
  return at;
}

/** Offset after the string that starts at `offset`. */
export function stringEnd(text: string, offset: number): number {
  let at = offset + 1;
  for (let code = text.charCodeAt(at); code !== quote; code = text.charCodeAt(at)) {
    if (Number.isNaN(code)) return text.length;
    at += code === backslash ? 2 : 1;
  }
  return at + 1;
}

/** Offset after the number, `true`, `false` or `null` that starts at `offset`. */
export function wordEnd(text: string, offset: number): number {
  let at = offset;
  while (isWordPart(text.charCodeAt(at))) at++;
  return at;
}

/** The text that a quoted string stands for. */
export function stringValue(text: string, start: number, end: number): string {
  const inner = text.slice(start + 1, end - 1);
  return inner.includes("\\") ? String(JSON.parse(`"${inner}"`)) : inner;
}

/** Where a value stands; offsets are 0-based, `end` is not included. */
export interface JsonPlace {
  /** Offset of the member's key; undefined for list items and the root. */
  readonly keyStart: number | undefined;
  readonly start: number;
  readonly end: number;
}

/** Finds values in one text, and remembers the lists and maps that it has been through. */
export type JsonLocator = (path: ValuePath) => JsonPlace;

/** Makes a locator that gives the place of the value at a path, or of its nearest parent that exists. */
export function createJsonLocator(text: string): JsonLocator {
  const known = new Map<number, ReadonlyMap<string, JsonPlace>>();
  const childrenAt = (offset: number): ReadonlyMap<string, JsonPlace> => {
    const children = known.get(offset) ?? childrenOf(text, offset);
    known.set(offset, children);
    return children;
  };
  const start = skipBlank(text, 0);
  const root: JsonPlace = { keyStart: undefined, start, end: valueEnd(text, start) };
  return (path) => {
    let place = root;
    for (const key of path) {
      const child = childrenAt(place.start).get(key);
      if (child === undefined) break;
      place = child;
    }
    return place;
  };
}

function childrenOf(text: string, start: number): ReadonlyMap<string, JsonPlace> {
  const children = new Map<string, JsonPlace>();
  const isMap = text[start] === "{";
  if (!isMap && text[start] !== "[") return children;
  let at = skipBlank(text, start + 1);
  while (!isCloser(text.charCodeAt(at))) {
    const keyStart = isMap ? at : undefined;
    let key = String(children.size);
    if (isMap) {
      const keyEnd = stringEnd(text, at);
      key = stringValue(text, at, keyEnd);
      at = skipBlank(text, skipBlank(text, keyEnd) + 1);
    }
    const end = valueEnd(text, at);
    children.set(key, { keyStart, start: at, end });
    at = skipBlank(text, end);
    if (text[at] === ",") at = skipBlank(text, at + 1);
  }
  return children;
}

/** Offset after the value that starts at `offset`; the text's length if it does not end. */
export function valueEnd(text: string, start: number): number {
  let depth = 0;
  let at = start;
  do {
    const code = text.charCodeAt(at);
    if (Number.isNaN(code)) return text.length;
    if (code === quote) at = stringEnd(text, at);
    else if (isWordPart(code)) at = wordEnd(text, at);
    else at++;
    if (isOpener(code)) depth++;
    else if (isCloser(code)) depth--;
  } while (depth > 0);
  return at;
}

const quote = 0x22;
const backslash = 0x5c;

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

function isOpener(code: number): boolean {
  return code === 0x7b || code === 0x5b;
}

function isCloser(code: number): boolean {
  return code === 0x7d || code === 0x5d || Number.isNaN(code);
}

/** Letters, digits and the signs of numbers. */
function isWordPart(code: number): boolean {
  return (
    (code >= 0x30 && code <= 0x39) ||
    (code >= 0x61 && code <= 0x7a) ||
    code === 0x2d ||
    code === 0x2b ||
    code === 0x2e ||
    code === 0x45
  );
}
