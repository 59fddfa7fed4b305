import { skipBlank, stringEnd, stringValue, wordEnd } from "./json-scan.ts";
import { DEPTH_MAX } from "./limits.ts";
import type { LineIndex } from "./line-index.ts";
import type { Problem } from "./problem.ts";
import { duplicateKey, numberProblem, tooDeep } from "./text-problems.ts";

/**
 * Tells with certainty, in one cheap look at the text and one at the value, that `findJsonProblems` would find
 * nothing. False means that it has to be asked.
 */
export function isPlainJson(text: string, value: unknown): boolean {
  return countKeys(value, 0) === countKeyTokens(text);
}

/** Keys in a value; NaN when it is too deep or holds a number that needs a closer look. */
function countKeys(value: unknown, depth: number): number {
  if (typeof value === "number") return isExactNumber(value) ? 0 : Number.NaN;
  if (typeof value !== "object" || value === null) return 0;
  if (depth === DEPTH_MAX) return Number.NaN;
  const isList = Array.isArray(value);
  const children: readonly unknown[] = isList ? value : Object.values(value);
  let count = isList ? 0 : children.length;
  // Every value of every snapshot comes by here: an iterator, or a call for each text, doubles what it costs.
  for (let index = 0; index < children.length; index++) {
    const child = children[index];
    if (typeof child !== "string") count += countKeys(child, depth + 1);
  }
  return count;
}

function isExactNumber(value: number): boolean {
  return Number.isSafeInteger(value) || (Number.isFinite(value) && !Number.isInteger(value));
}

/**
 * Closing quotes with a colon after them: every key, and now and then a string that starts with a colon. It
 * never counts too few, so a repeated key always shows as a difference to the value's keys.
 */
function countKeyTokens(text: string): number {
  let count = 0;
  for (let colon = text.indexOf(":"); colon !== -1; colon = text.indexOf(":", colon + 1)) {
    let at = colon - 1;
    for (let code = text.charCodeAt(at); code <= 0x20; code = text.charCodeAt(at)) at--;
    if (text.charCodeAt(at) === 0x22 && backslashesBefore(text, at) % 2 === 0) count++;
  }
  return count;
}

function backslashesBefore(text: string, offset: number): number {
  let at = offset;
  while (text.charCodeAt(at - 1) === 0x5c) at--;
  return offset - at;
}

interface Frame {
  /** Keys seen so far; undefined in a list. */
  readonly keys: Set<string> | undefined;
}

interface Walk {
  readonly text: string;
  readonly lines: LineIndex;
  readonly problems: Problem[];
  readonly frames: Frame[];
  /** True where the next string of a map is a key. */
  beforeKey: boolean;
}

/** Every repeated key, number that a double cannot hold, and level too deep in a text that JSON.parse has accepted. */
export function findJsonProblems(text: string, lines: LineIndex): readonly Problem[] {
  const walk: Walk = { text, lines, problems: [], frames: [], beforeKey: false };
  let at = skipBlank(text, 0);
  while (at < text.length) at = skipBlank(text, step(walk, at));
  return walk.problems;
}

/** Takes in one token and gives the offset after it. */
function step(walk: Walk, at: number): number {
  const { text, frames } = walk;
  switch (text[at]) {
    case "{":
    case "[":
      if (frames.length === DEPTH_MAX) walk.problems.push(tooDeep(walk.lines.positionOf(at)));
      frames.push({ keys: text[at] === "{" ? new Set() : undefined });
      walk.beforeKey = true;
      return at + 1;
    case "}":
    case "]":
      frames.pop();
      return at + 1;
    case ",":
      walk.beforeKey = true;
      return at + 1;
    case ":":
      walk.beforeKey = false;
      return at + 1;
    case '"':
      return string(walk, at);
    default:
      return word(walk, at);
  }
}

function string(walk: Walk, start: number): number {
  const end = stringEnd(walk.text, start);
  const keys = walk.frames.at(-1)?.keys;
  if (keys === undefined || !walk.beforeKey) return end;
  const key = stringValue(walk.text, start, end);
  if (keys.has(key)) walk.problems.push(duplicateKey(walk.lines.positionOf(start)));
  keys.add(key);
  return end;
}

function word(walk: Walk, start: number): number {
  const end = wordEnd(walk.text, start);
  const source = walk.text.slice(start, end);
  if (/^[-\d]/.test(source)) {
    const problem = numberProblem(source, Number(source), walk.lines.positionOf(start));
    if (problem) walk.problems.push(problem);
  }
  return end > start ? end : start + 1;
}
