import { charge } from "../../cel/code.ts";
import type { Overload } from "../../cel/overload.ts";
import { CelError } from "../../cel/value.ts";
import {
  type CompiledPattern,
  compilePattern,
  PATTERN_LENGTH_MAX,
  type Pattern,
  WRITTEN_OUT_LENGTH_MAX,
} from "../../pattern/pattern.ts";
import { writtenOutLength } from "../../pattern/written-out-length.ts";
import { methodOf } from "./signature.ts";

/**
 * What looking for a pattern costs: as in cel-go, a tenth for each unit of the text times a quarter for each of the
 * pattern, or for each step that its engine may take, should these be more.
 */
function matchingCost(text: string, pattern: string, { stepsPerUnit }: Pattern): number {
  return Math.ceil((1 + text.length) / 10) * Math.ceil(Math.max(pattern.length, stepsPerUnit) / 4);
}

/** Most patterns that are made at run time and kept. */
const PATTERNS_MAX = 16;

const kept = new Map<string, CompiledPattern>();

function patternOf(text: string): CompiledPattern {
  const known = kept.get(text);
  if (known !== undefined) return known;
  const compiled = compilePattern(text);
  if (kept.size >= PATTERNS_MAX) kept.clear();
  kept.set(text, compiled);
  return compiled;
}

const signature = methodOf("matches", ["string", "string"], "bool");

/** What compiling a pattern costs for each unit of it, counts written out: some sets of characters take up to 30 µs. */
const COMPILING_COST_PER_UNIT = 16;

function compilingCost(pattern: string): number {
  // What is longer is refused at once, and not looked through.
  if (pattern.length > PATTERN_LENGTH_MAX) return COMPILING_COST_PER_UNIT * pattern.length;
  const length = Math.min(writtenOutLength(pattern), WRITTEN_OUT_LENGTH_MAX);
  return COMPILING_COST_PER_UNIT * Math.max(length, pattern.length);
}

const matchesAny: Overload["apply"] = ([text, pattern], meter) => {
  // Charged whether or not it is kept, so that an evaluation costs the same whatever ran before it.
  if (!charge(meter, compilingCost(String(pattern)))) return false;
  const compiled = patternOf(String(pattern));
  if (!compiled.ok) return new CelError("InvalidArgument", compiled.message);
  const cost = matchingCost(String(text), String(pattern), compiled.pattern);
  return charge(meter, cost) && compiled.pattern.test(String(text));
};

const tooLong = `the patterns of an expression are longer than ${WRITTEN_OUT_LENGTH_MAX} characters together, with their counts written out`;

/** A pattern that is written down is compiled with the expression; what is wrong with it is a mistake there. */
const prepare: Overload["prepare"] = ([, text], made) => {
  if (typeof text !== "string") return undefined;
  made.set(text, Math.max(text.length, writtenOutLength(text)));
  const length = [...made.values()].reduce((sum, each) => sum + each, 0);
  if (made.size > 1 && length > WRITTEN_OUT_LENGTH_MAX) return { mistake: tooLong, at: 1 };
  const compiled = patternOf(text);
  if (!compiled.ok) return { mistake: compiled.message, at: 1 };
  const { pattern } = compiled;
  const cost = (subject: string): number => matchingCost(subject, text, pattern);
  const apply: Overload["apply"] = ([subject], meter) =>
    charge(meter, cost(String(subject))) && pattern.test(String(subject));
  return { ...signature, apply, ofTexts: { cost, test: pattern.test } };
};

/** `matches`: whether a part of a text fits a regular expression, in RE2's syntax. */
export const matchesOverloads: readonly Overload[] = [
  ...[signature, { ...signature, isMethod: false }].map((each) => ({
    ...each,
    mayFail: "InvalidArgument" as const,
    apply: matchesAny,
    prepare,
  })),
];
