import type { Disagreement } from "./compare.ts";
import { evaluateOurs } from "./ours.ts";

/**
 * A disagreement that was looked into and is not our side's mistake. It is told by the smallest
 * expression that shows it, as narrowly as can be, so that no other mistake hides behind it.
 */
export interface Tolerated {
  readonly id: string;
  /** An expression without variables that shows it. */
  readonly sample: string;
  readonly right: "ours" | "theirs" | "both";
  /** What decides: a heading of cel-spec's doc/langdef.md and what it asks for, or a conformance test. */
  readonly clause: string;
  readonly isMet: (disagreement: Disagreement) => boolean;
}

/** A disagreement between these kinds of outcome (ours first), by the expression and what the other side says. */
function between(
  kinds: `${"value" | "error"}/${"value" | "error"}`,
  expression: RegExp,
  theirs = /^/,
): Tolerated["isMet"] {
  return (found) =>
    `${found.ours.kind}/${found.theirs.kind}` === kinds &&
    expression.test(found.expression) &&
    theirs.test(found.theirs.text);
}

export const tolerated: readonly Tolerated[] = [
  {
    id: "a uint occurs twice among the keys of a map",
    sample: "{1u: 2, 1u: 3}",
    right: "ours",
    clause: "Aggregate Values: duplicate keys are an error; theirs compares uints as objects",
    isMet: between("error/value", /^\{.*\}$/, /(?<=[{ ])(\d+)u?: .*(?<= )\1u?: /),
  },
  {
    id: "a text that JavaScript reads as a number",
    sample: 'double("")',
    right: "ours",
    clause:
      "List of Standard Definitions, type conversion: double, int and uint of a string parse a number, else error; theirs leaves it to Number() and BigInt(), for which blank text is 0",
    isMet: between(
      "error/value",
      /^(?:double|u?int)\("(?:\\u[\da-f]{4}| )*[-+\d.]*(?:\\u[\da-f]{4}| )*"\)$/,
    ),
  },
  {
    id: "a year before 100",
    sample: 'timestamp("0001-01-01T00:00:00Z").getFullYear()',
    right: "ours",
    clause:
      "List of Standard Definitions, Timestamp.(): the part of the date in UTC; theirs takes years below 100 for years after 1900",
    isMet: between(
      "value/value",
      /^timestamp\("00\d\d-.*"\)\.get(?:FullYear|DayOfWeek|DayOfYear|Date|DayOfMonth|Month)\(.*\)$/,
    ),
  },
  {
    id: "a part of an instant that lies between two milliseconds",
    sample: 'timestamp("1969-12-31T23:59:59.999999999Z").getSeconds()',
    right: "ours",
    clause:
      "List of Standard Definitions, Timestamp.(): getMilliseconds is 0 to 999 of the instant itself; theirs first rounds it up to the next millisecond",
    isMet: between("value/value", /^timestamp\("[^"]*\.\d{4,9}Z"\)\.get\w+\(.*\)$/),
  },
  {
    id: "timestamp() of an int",
    sample: "timestamp(1)",
    right: "ours",
    clause:
      "List of Standard Definitions: int(timestamp) counts seconds since 1970, and conformance block_ext has int(timestamp(50)) == 50; theirs reads milliseconds",
    isMet: ({ expression }) => /^timestamp\(-?(?:0x[0-9a-f]+|\d+)\)$/.test(expression),
  },
  {
    id: "has() of a key that holds null",
    sample: 'has({"a": null}.a)',
    right: "ours",
    clause: "has: true if the map has such a key; the value may be null, which is not absence",
    isMet: between("value/value", /^has\(\{"\w+": null\}\.\w+\)$/),
  },
  {
    id: "`in` a map, for a key that holds null",
    sample: '"a" in {"a": null}',
    right: "ours",
    clause: "has: null does not connote absence; `in` asks for the key alone",
    isMet: between("value/value", /^\(?\S+ in \{\S+: null\}\)?$/),
  },
  {
    id: "has() of what has no keys",
    sample: "has(dyn(1).a)",
    right: "ours",
    clause: "Field Selection: of what is neither a map nor a message, has(e.f) is an error",
    isMet: ({ ours, theirs, expression }) =>
      ours.text === "NoSuchOverload: only maps have keys" &&
      theirs.kind === "value" &&
      /\bhas\(.*\.\w+\)/.test(expression),
  },
  {
    id: "string() of a duration with a fraction",
    sample: 'string(duration("1.5s"))',
    right: "both",
    clause:
      "List of Standard Definitions, type conversion: string(duration) is seconds with `s`, conformance timestamps/duration_conversions has whole ones only; ours writes no zeros at the end, as cel-go does",
    isMet: between("value/value", /^string\(duration\(".*\.\d+s"\)\)$/),
  },
  {
    id: "string() of an infinity",
    sample: "string(1.0 / 0.0)",
    right: "both",
    clause:
      "List of Standard Definitions, type conversion: how string(double) writes it is not said; ours writes it as cel-go does",
    isMet: between("value/value", /^string\(\(?-?1\.0 \/ 0\.0\)?\)$/),
  },
  {
    id: "an instant that no calendar has",
    sample: 'timestamp("2023-02-29T00:00:00Z")',
    right: "ours",
    clause:
      "List of Standard Definitions, type conversion: timestamp(string) reads RFC 3339, which has no 29 February 2023",
    isMet: between("error/value", /^timestamp\("2023-02-29T00:00:00Z"\)$/),
  },
  {
    id: "an instant in small letters",
    sample: 'timestamp("1970-01-01t00:00:00z")',
    right: "ours",
    clause:
      "List of Standard Definitions, type conversion: timestamp(string) reads RFC 3339, in which T and Z may be small (5.6)",
    isMet: between("value/error", /^timestamp\("[^"]*t[^"]*"\)$/),
  },
  {
    id: "two signs cancel out",
    sample: "-(-(dyn(1u)))",
    right: "ours",
    clause:
      "Negation: there is none of a uint, and that of the least int is an overflow; theirs drops two signs when it parses",
    isMet: ({ ours, theirs, expression }) =>
      /^-\(-\(.*\)\)$/s.test(expression) &&
      /`-` does not take|out of the range/.test(ours.text) &&
      theirs.kind === "value",
  },
  {
    id: "two negations cancel out",
    sample: "!(!(dyn(1)))",
    right: "ours",
    clause: "Logical NOT takes a bool; theirs drops two of them when it parses",
    isMet: between("error/value", /^!\(!\(.*\)\)$/),
  },
  {
    id: "a double as the key of a map",
    sample: "{dyn(1.0): 1}",
    right: "ours",
    clause:
      "Aggregate Values: keys are bool, int, uint or string; theirs makes an int of a whole double",
    isMet: between("error/value", /^\{.*\}$/s, /^\{-?\d+: /),
  },
  {
    id: "`in` a map, for what is no key",
    sample: "dyn([]) in {}",
    right: "both",
    clause:
      "Standard Environment: in(A, map(A, B)); Equality: values of different types are unequal, so ours says false; theirs finds no overload",
    isMet: between(
      "value/error",
      / in /,
      /^found no matching overload for '@in' applied to '\((?:list|map|null_type|bytes|type|google\.\S+), map\)'$/,
    ),
  },
  {
    id: "quotient of a uint beyond 2^63",
    sample: "18446744073709551615u / 1u",
    right: "ours",
    clause:
      "Overflow: an error beyond the range of the result's type; theirs uses the range of int",
    isMet: between("value/error", /^\(?\d+u \/ \d+u\)?$/, /^int overflow during divide/),
  },
  {
    id: "a bool as the index of a list",
    sample: "[1][dyn(false)]",
    right: "ours",
    clause:
      "Index: a list is indexed by an int, or a number equal to one; theirs takes false for 0",
    isMet: ({ ours, theirs, expression }) =>
      ours.text === "InvalidArgument: an index must be an int" &&
      theirs.kind === "value" &&
      /\[(?:dyn\()?(?:true|false|[xyz])\)?\]/.test(expression),
  },
  {
    id: "order of texts with characters beyond U+FFFF",
    sample: '"\\U0001f600" < "\\ue000"',
    right: "ours",
    clause: "Ordering: texts are ordered by code points; theirs by UTF-16 code units",
    isMet: between(
      "value/value",
      /^\(?".*\\U00.*" [<>]=? ".*"\)?$|^\(?".*" [<>]=? ".*\\U00.*"\)?$/,
    ),
  },
  {
    id: "string() of a double with an exponent of one digit",
    sample: "string(1e-7)",
    right: "both",
    clause:
      "List of Standard Definitions, type conversion: how string(double) writes it is not said; ours has two digits, as cel-go does",
    isMet: between("value/value", /^string\(-?[\d.]+e-\d\)$/),
  },
  {
    id: "an empty duration",
    sample: 'duration("")',
    right: "ours",
    clause:
      "List of Standard Definitions, type conversion: duration(string) is numbers with units, at least one",
    isMet: between("error/value", /^duration\("[-+]?"\)$/),
  },
  {
    id: "order of a map's keys",
    sample: '{"": 1, "0": 1}.filter(x, true)',
    right: "both",
    clause:
      "Aggregate Values: a map is a set of keys with values, in no order; ours has keys that look like numbers first",
    isMet: ({ ours, theirs, expression }) =>
      /"\d+": .*\}\)?\.(?:filter|map)\(/s.test(expression) &&
      [...ours.text].sort().join("") === [...theirs.text].sort().join(""),
  },
  {
    id: "an int of a duration",
    sample: 'int(dyn(duration("1s")))',
    right: "ours",
    clause:
      "List of Standard Definitions, type conversion: int() takes uint, double, string and timestamp",
    isMet: ({ ours, theirs, expression }) =>
      /^int\(.*\)$/s.test(expression) &&
      ours.text === "NoSuchOverload: `int` does not take (duration)" &&
      theirs.kind === "value",
  },
  {
    id: "a duration of an int",
    sample: "duration(dyn(1))",
    right: "ours",
    clause: "List of Standard Definitions, type conversion: duration() takes a string",
    isMet: ({ ours, theirs, expression }) =>
      /^duration\(.*\)$/s.test(expression) &&
      ours.text === "NoSuchOverload: `duration` does not take (int)" &&
      theirs.kind === "value",
  },
  {
    id: "places in a text with characters beyond U+FFFF",
    sample: '"\\U0001f600b".charAt(1)',
    right: "ours",
    clause:
      "String and Bytes Values: texts are sequences of code points; theirs counts UTF-16 code units",
    isMet: ({ expression }) =>
      /^".*\\U00.*"\.(?:charAt|indexOf|lastIndexOf|substring|split)\(/.test(expression),
  },
  {
    id: "replace() of the empty text",
    sample: '"ab".replace("", "x")',
    right: "ours",
    clause:
      "Strings extension, as in cel-go: the empty text stands before each character and at the end",
    isMet: between("value/value", /^"(?:\\.|[^"\\])*"\.replace\("", .*\)$/),
  },
  {
    id: "replace() with a limit below zero",
    sample: '"aa".replace("a", "b", -1)',
    right: "ours",
    clause: "Strings extension, as in cel-go: a negative limit is none",
    isMet: between("value/value", /^"(?:\\.|[^"\\])*"\.replace\(.*, -\d+\)$/),
  },
  {
    id: "split() with a limit",
    sample: '"a,b,c".split(",", 2)',
    right: "ours",
    clause: "Strings extension, as in cel-go: the last part is all that is left",
    isMet: between("value/value", /^"(?:\\.|[^"\\])*"\.split\(.*, \d+\)$/),
  },
  {
    id: "split() with a limit below zero",
    sample: '"a".split("a", -9223372036854775808)',
    right: "ours",
    clause:
      "Strings extension, as in cel-go: a negative limit is none; theirs takes its last 32 bits for the limit",
    isMet: between("value/value", /^"(?:\\.|[^"\\])*"\.split\(.*, -\d+\)$/),
  },
  {
    id: "the empty text is looked for at the end",
    sample: '"aa".lastIndexOf("", 2)',
    right: "ours",
    clause:
      "Strings extension, as in cel-go: the empty text is found where the search starts, at the end as well",
    isMet: between(
      "value/error",
      /^".*"\.(?:i|lastI)ndexOf\("", \d+\)$/,
      /^index (\d+) out of bounds \[0, \1\)$/,
    ),
  },
  {
    id: "midnight in a time zone",
    sample: 'timestamp("1970-01-01T00:00:00Z").getDate("UTC")',
    right: "ours",
    clause:
      "List of Standard Definitions, Timestamp.(string): the day with the time zone; theirs reads midnight as hour 24 of that day",
    isMet: (found) =>
      between("value/value", /^timestamp\(".*"\)\.get(?!Hours|M[is]|Sec)\w+\(".+"\)$/)(found) &&
      evaluateOurs(found.expression.replace(/\.get\w+/, ".getHours"), new Map()).text === "0",
  },
  {
    id: "an offset that no time zone has",
    sample: 'timestamp("1970-01-01T00:00:00Z").getHours("+24:00")',
    right: "both",
    clause:
      "Timezones: FixedTZ is any two digits, a colon and two digits, which is theirs; ours ends at 14:59, as cel-go says (common/types/timestamp.go)",
    isMet: between("error/value", /^timestamp\(".*"\)\.get\w+\("(?:\+24:00|\+05:60)"\)$/),
  },
  {
    id: "equality of a double and another number beyond 2^53",
    sample: "9223372036854775808.0 == 9223372036854775807u",
    right: "both",
    clause:
      "Numbers: a continuous number line, which is theirs; conformance not_lt_dyn_int_big_lossy_double compares as doubles, which cel-go and ours do for equality as well",
    isMet: (found) =>
      between("value/value", /==|!=| in /)(found) &&
      /(?<![\d.])\d{16,}\.0/.test(found.expression) &&
      /(?<![\d.])\d{16,}(?![\d.])/.test(found.expression),
  },
  {
    id: "a list with NaN beside itself",
    sample: "[[0.0 / 0.0]].map(z, z == z, true)",
    right: "ours",
    clause:
      "Equality: lists are equal if their elements are, and NaN is not equal to itself; theirs does not look into a list that is compared with itself",
    isMet: ({ ours, theirs, expression, bindings }) =>
      ours.kind === "value" &&
      theirs.kind === "value" &&
      /NaN|0\.0 \/ 0\.0/.test(expression + bindings) &&
      /(\b[a-z]\w*) (?:==|!=|in \[) ?\1\b/.test(expression),
  },
  {
    id: "a list with an index that is not whole",
    sample: "[true].exists(x, [true][dyn(0.5)]) || true",
    right: "ours",
    clause:
      "Runtime Errors: an index must be an int or equal to one, else it is an error, which `||` and macros absorb; theirs gives undefined, which nothing takes",
    isMet: between("value/error", /\[(?:dyn\()?-?\d[\d.e+-]*\)?\]/, /^unsupported input undefined/),
  },
  {
    id: "strings.quote() of U+0000",
    sample: 'strings.quote("\\u0000")',
    right: "both",
    clause:
      "Strings extension: conformance string_ext/quote has the escapes a, b, f, n, r, t and v only",
    isMet: between("value/value", /^strings\.quote\(".*\\u0000.*"\)$/),
  },
];
