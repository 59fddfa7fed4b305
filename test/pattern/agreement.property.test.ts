import fc from "fast-check";
import { RE2JS } from "re2js";
import { describe, expect, it } from "vitest";
import { isLinear } from "../../src/pattern/is-linear.ts";
import { compilePattern } from "../../src/pattern/pattern.ts";
import { readSimplePattern } from "../../src/pattern/read-simple-pattern.ts";
import { writtenOutLength } from "../../src/pattern/written-out-length.ts";
import { type PatternCase, patternCase, subjectChar, subjectNear } from "./arbitraries.ts";
import { countSteps } from "./backtracker.ts";

const SUBJECTS_PER_PATTERN = 10;
const patternRuns = Math.max(5_000, Number(process.env.PROPERTY_RUNS ?? 0));

const patternAndSubjects = patternCase.chain((pattern) =>
  fc.tuple(
    fc.constant(pattern),
    fc.array(subjectNear(pattern.sample), {
      minLength: SUBJECTS_PER_PATTERN,
      maxLength: SUBJECTS_PER_PATTERN,
    }),
  ),
);

/** What some way of running patterns says of a text; undefined where it does not run the pattern. */
type Way = (pattern: string) => ((subject: string) => boolean) | undefined;

const nativeWay: Way = (text) => {
  const result = compilePattern(text);
  return result.ok && result.pattern.engine === "native" ? result.pattern.test : undefined;
};

const seen = { cases: 0, matches: 0 };

function agreement(way: Way): fc.IPropertyWithHooks<[[PatternCase, string[]]]> {
  return fc.property(patternAndSubjects, ([{ text }, subjects]) => {
    const test = way(text);
    if (test === undefined) return;
    // Also shows that what is native is valid in RE2.
    const re2 = RE2JS.compile(text);
    for (const subject of subjects) {
      const expected = re2.test(subject);
      seen.cases += 1;
      if (expected) seen.matches += 1;
      expect(test(subject)).toBe(expected);
    }
  });
}

describe("the native engine and RE2", () => {
  it("say the same", { timeout: 3_600_000 }, () => {
    seen.cases = 0;
    seen.matches = 0;
    fc.assert(agreement(nativeWay), { numRuns: patternRuns });
    expect(seen.cases).toBeGreaterThanOrEqual(patternRuns * 4);
    expect(seen.matches / seen.cases).toBeGreaterThan(0.2);
    expect(seen.matches / seen.cases).toBeLessThan(0.8);
  });

  it.each([
    { what: "the pattern's own text with flag u", flags: "u" },
    { what: "the pattern's own text without", flags: "" },
  ])("are seen to differ on $what", ({ flags }) => {
    const own: Way = (text) => {
      if (nativeWay(text) === undefined) return undefined;
      const native = new RegExp(text, flags);
      return (subject) => native.test(subject);
    };
    expect(fc.check(agreement(own), { numRuns: 4_000 }).failed).toBe(true);
  });
});

describe("time", () => {
  // Pumped: what makes a backtracking engine try again is a long run and a bad end.
  const pumped = patternCase.chain((pattern) =>
    fc.tuple(
      fc.constant(pattern),
      fc.string({ unit: subjectChar, minLength: 1, maxLength: 3 }),
      subjectNear(pattern.sample),
    ),
  );

  function growth(
    accepts: (text: string) => boolean,
  ): fc.IPropertyWithHooks<[[PatternCase, string, string]]> {
    return fc.property(pumped, ([{ text, sample }, unit, tail]) => {
      const simple = readSimplePattern(text);
      if (simple === undefined || !accepts(text)) return;
      for (const run of [unit, sample === "" ? unit : sample, "a", "-a"]) {
        const stepsOf = (times: number): number =>
          countSteps(simple, run.repeat(times) + tail).steps;
        expect(stepsOf(40)).toBeLessThanOrEqual(4.5 * stepsOf(10) + 4 * text.length ** 2);
      }
    });
  }

  it("grows with the text's length for native patterns", { timeout: 3_600_000 }, () => {
    fc.assert(
      growth((text) => {
        const simple = readSimplePattern(text);
        return simple !== undefined && isLinear(simple);
      }),
      { numRuns: Math.max(2_000, Number(process.env.PROPERTY_RUNS ?? 0)) },
    );
  });

  it.each(["^a*a*a*a*b$", "a*b", "^(a|a)*b$", "^(-a|-a)*b$"])(
    "is seen to grow faster for %s",
    (text) => {
      const simple = readSimplePattern(text);
      if (simple === undefined) throw new Error("not read");
      const stepsOf = (times: number): number =>
        countSteps(simple, (text.includes("-") ? "-a" : "a").repeat(times)).steps;
      expect(isLinear(simple)).toBe(false);
      expect(stepsOf(12)).toBeGreaterThan(4.5 * stepsOf(3));
    },
  );

  it("is counted by a matcher that agrees with RE2", () => {
    fc.assert(
      fc.property(patternAndSubjects, ([{ text }, subjects]) => {
        const simple = readSimplePattern(text);
        if (simple === undefined || !isLinear(simple)) return;
        const re2 = RE2JS.compile(text);
        for (const subject of subjects) {
          expect(countSteps(simple, subject).matches).toBe(re2.test(subject));
        }
      }),
      { numRuns: 1_000 },
    );
  });
});

describe("writtenOutLength", () => {
  it.each([
    { text: "abc", length: 3 },
    { text: "(ab{3}){2}", length: 12 },
    { text: "[a-z]{10}", length: 50 },
    { text: "[]{9}]{2}", length: 12 },
    { text: "[[:alpha:]{9}]{2}", length: 28 },
    { text: "\\({2}", length: 4 },
    { text: "\\x{1000}", length: 8 },
    { text: "\\p{Lu}{3}", length: 18 },
    { text: "\\Q({9}\\E{2}", length: 16 },
    { text: "a{2,}", length: 2 },
    { text: "a{0}", length: 1 },
    { text: "a{,9}", length: 5 },
  ])("$text has $length", ({ text, length }) => {
    expect(writtenOutLength(text)).toBe(length);
  });

  it("bounds RE2's program", () => {
    const extra = fc.constantFrom(
      "(?i)",
      "\\pL{3}",
      "(a?){5}",
      "()",
      "(|a){4}",
      "(?:b*){9}",
      "\\Q(\\E{3}",
      "[[:^alpha:]]{2,7}",
    );
    fc.assert(
      fc.property(patternCase, extra, extra, ({ text }, before, after) => {
        const whole = `(?:${before}${text}${after})`;
        let size: number;
        try {
          size = RE2JS.compile(whole).programSize();
        } catch {
          return;
        }
        expect(size).toBeLessThanOrEqual(2 * writtenOutLength(whole) + 10);
      }),
      { numRuns: 2_000 },
    );
  });
});
