import fc from "fast-check";

/** The text of a pattern, and one that it matches, if the choices made on the way allow. */
export interface PatternCase {
  readonly text: string;
  readonly sample: string;
}

// Where the engines could differ: line ends, white space, case, beyond the BMP, halves of pairs.
const chars = [
  ..."ab01-._:/kKsS",
  " ",
  "\n",
  "\r",
  "\t",
  "\v",
  "\f",
  "\u00a0",
  "\u2028",
  "\u212a",
  "\u017f",
  "é",
  "٣",
  "😀",
  "\ud83d",
  "\ude00",
];
export const subjectChar: fc.Arbitrary<string> = fc.constantFrom(...chars);

const sets: readonly (readonly [text: string, members: string])[] = [
  ["a", "a"],
  ["b", "b"],
  ["0", "0"],
  ["-", "-"],
  ["k", "k"],
  ["é", "é"],
  ["😀", "😀"],
  ["\\.", "."],
  ["\\/", "/"],
  ["\\n", "\n"],
  [".", "ab\r\u2028😀"],
  ["[ab]", "ab"],
  ["[a-c]", "abc"],
  ["[0-9a-f]", "09af"],
  ["[^a]", "b0\n😀"],
  ["[^\\w]", "-é\n"],
  ["[-a]", "-a"],
  ["[a-]", "-a"],
  ["[\\d.]", "0."],
  ["[é-😀]", "é😀"],
  ["\\d", "01"],
  ["\\D", "a-٣"],
  ["\\w", "a0_"],
  ["\\W", "-é\u212a"],
  ["\\s", " \t\n"],
  ["\\S", "a\v\u00a0"],
];

const counts: readonly (readonly [text: string, count: number])[] = [
  ["", 1],
  ["", 1],
  ["", 1],
  ["?", 0],
  ["?", 1],
  ["*", 0],
  ["*", 3],
  ["+", 1],
  ["+", 4],
  ["{2}", 2],
  ["{1,3}", 2],
  ["{2,}", 3],
  ["{0,2}", 1],
];

const setCase = fc
  .tuple(fc.constantFrom(...sets), fc.nat())
  .map(([[text, members], pick]): PatternCase => {
    const all = Array.from(members);
    return { text, sample: all[pick % all.length] ?? "" };
  });

const { sequence } = fc.letrec<{ sequence: PatternCase; group: PatternCase; item: PatternCase }>(
  (tie) => ({
    sequence: fc.array(tie("item"), { maxLength: 4 }).map(
      (items): PatternCase => ({
        text: items.map(({ text }) => text).join(""),
        sample: items.map(({ sample }) => sample).join(""),
      }),
    ),
    group: fc
      .tuple(fc.constantFrom("(", "(?:"), fc.array(tie("sequence"), { minLength: 1, maxLength: 3 }))
      .map(([open, alternatives]): PatternCase => {
        const text = `${open}${alternatives.map((each) => each.text).join("|")})`;
        return { text, sample: alternatives.at(-1)?.sample ?? "" };
      }),
    item: fc
      .tuple(
        fc.oneof({ maxDepth: 2 }, { arbitrary: setCase, weight: 5 }, tie("group")),
        fc.constantFrom(...counts),
      )
      .map(([atom, [count, times]]): PatternCase => {
        return { text: atom.text + count, sample: atom.sample.repeat(times) };
      }),
  }),
);

/** Patterns of the syntax that may be native; many are not, because they are not linear. */
export const patternCase: fc.Arbitrary<PatternCase> = fc
  .tuple(fc.constantFrom("^", "^", ""), sequence, fc.constantFrom("$", "$", ""))
  .map(([start, { text, sample }, end]) => ({ text: `${start}${text}${end}`, sample }));

/** A text near the sample: itself, changed at one place, in the middle of something else, or anything. */
export function subjectNear(sample: string): fc.Arbitrary<string> {
  const changed = fc
    .tuple(fc.nat({ max: sample.length }), fc.nat({ max: 1 }), subjectChar)
    .map(([at, dropped, char]) => sample.slice(0, at) + char + sample.slice(at + dropped));
  const surrounded = fc
    .tuple(subjectChar, subjectChar)
    .map(([before, after]) => before + sample + after);
  const anything = fc.string({ unit: subjectChar, maxLength: 8 });
  return fc.oneof(fc.constant(sample), changed, surrounded, anything);
}
