import { RE2JS, RE2JSSyntaxException } from "re2js";
import { isLinear, longestOf } from "./is-linear.ts";
import { nativeSource } from "./native-source.ts";
import { readSimplePattern } from "./read-simple-pattern.ts";
import type { SimplePattern } from "./simple-pattern.ts";
import { writtenOutLength } from "./written-out-length.ts";

/** Longest pattern, in UTF-16 code units. */
export const PATTERN_LENGTH_MAX = 2_048;

/** Longest pattern once its counts are written out, in UTF-16 code units: `a{100}` counts as 100. */
export const WRITTEN_OUT_LENGTH_MAX = 10_000;

/**
 * Longest text that is left to the native engine, in UTF-16 code units. V8 keeps the places
 * to which it may have to go back in 64 MiB and throws when they are full, which takes some millions of rounds of a repeated group.
 */
export const NATIVE_SUBJECT_LENGTH_MAX = 262_144;

/** A compiled regular expression. Its answers depend on nothing but the text. */
export interface Pattern {
  /** Which engine runs it: it does not change the answer, only how fast it comes. */
  readonly engine: "native" | "re2";
  /** Bound on the work for one UTF-16 code unit of the text, in steps of some nanoseconds each. */
  readonly stepsPerUnit: number;
  /** Whether some part of the text matches, as `matches` of CEL does; `^` and `$` are the ends of the text. Never throws. */
  readonly test: (subject: string) => boolean;
}

export type CompiledPattern =
  | { readonly ok: true; readonly pattern: Pattern }
  | { readonly ok: false; readonly message: string };

/**
 * Compiles a regular expression in RE2's syntax, https://github.com/google/re2/wiki/Syntax. Matching takes time linear in the
 * text's length. Never throws.
 *
 * @returns The pattern; or why there is none, as a text without a final period that quotes a part of `text`.
 */
export function compilePattern(text: string): CompiledPattern {
  if (text.length > PATTERN_LENGTH_MAX) {
    return fail(`pattern is longer than ${PATTERN_LENGTH_MAX} characters`);
  }
  if (writtenOutLength(text) > WRITTEN_OUT_LENGTH_MAX) {
    return fail(
      `pattern is longer than ${WRITTEN_OUT_LENGTH_MAX} characters with its counts written out`,
    );
  }
  const simple = readSimplePattern(text);
  return simple !== undefined && isLinear(simple)
    ? { ok: true, pattern: nativePattern(text, simple) }
    : compileRe2(text);
}

function nativePattern(text: string, simple: SimplePattern): Pattern {
  const native = new RegExp(nativeSource(simple), "u");
  let re2: RE2JS | undefined;
  return {
    engine: "native",
    stepsPerUnit: simple.fromStart ? 1 : longestOf(simple.body) + 1,
    test: (subject) => {
      if (subject.length <= NATIVE_SUBJECT_LENGTH_MAX) return native.test(subject);
      re2 ??= RE2JS.compile(text);
      return re2.test(subject);
    },
  };
}

function compileRe2(text: string): CompiledPattern {
  try {
    const re2 = RE2JS.compile(text);
    const test = (subject: string): boolean => re2.test(subject);
    return { ok: true, pattern: { engine: "re2", stepsPerUnit: re2.programSize(), test } };
  } catch (error) {
    return fail(re2Message(error));
  }
}

/** Longest part of a pattern that a message quotes, in UTF-16 code units. */
const QUOTE_LENGTH_MAX = 40;

function re2Message(error: unknown): string {
  if (!(error instanceof RE2JSSyntaxException)) return "pattern cannot be compiled";
  const part = error.getPattern();
  if (part === null) return error.getDescription();
  const shown = part.length > QUOTE_LENGTH_MAX ? `${part.slice(0, QUOTE_LENGTH_MAX)}…` : part;
  return `${error.getDescription()}: \`${shown}\``;
}

function fail(message: string): CompiledPattern {
  return { ok: false, message };
}
