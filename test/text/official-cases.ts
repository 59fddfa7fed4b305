import { parse } from "@bufbuild/cel";
import { tests } from "@bufbuild/cel-spec/testdata/conformance.js";
import { join, replace, split } from "../../src/text/parts.ts";
import { charAt, indexOf, lastIndexOf, substring } from "../../src/text/search.ts";
import { lowerAscii, quote, reverse, trim, upperAscii } from "../../src/text/shape.ts";

/** A case of the specification's conformance tests, cut down to what is needed here. */
export interface OfficialCase {
  readonly suite: string;
  readonly expression: string;
  /** Undefined where an error is expected. */
  readonly value: unknown;
}

type Value = string | number | boolean | undefined | readonly unknown[];
type Expression = NonNullable<ReturnType<typeof parse>["expr"]>;

const LENGTH_MAX = 1_000;

// Each function as its arguments come, the text first.
// biome-ignore lint/suspicious/noExplicitAny: the official cases decide what is passed.
const functions: ReadonlyMap<string, (...given: any[]) => Value> = new Map(
  // biome-ignore lint/suspicious/noExplicitAny: as above
  Object.entries<(...given: any[]) => Value>({
    charAt,
    indexOf,
    lastIndexOf,
    lowerAscii,
    quote: (_, text) => quote(text),
    replace: (text, search, replacement, limit = -1) =>
      replace(text, [search, replacement], limit, LENGTH_MAX),
    reverse,
    split,
    substring,
    trim,
    upperAscii,
    join: (parts, separator = "") => join(parts, separator, LENGTH_MAX),
    "_==_": (a, b) => JSON.stringify(a) === JSON.stringify(b),
    "_&&_": (a, b) => a && b,
  }),
);

/** The cases of a section, by the names of the suites that are wanted. */
export function officialCases(section: string, suites: RegExp): readonly OfficialCase[] {
  const found = tests.suites?.find(({ name }) => name === section);
  return (found?.suites ?? [])
    .filter(({ name }) => suites.test(name))
    .flatMap(({ name, tests: cases = [] }) =>
      cases.map(({ original }) => {
        const { value, evalError } = original as { value?: object; evalError?: unknown };
        const expected = value === undefined ? true : Object.values(value)[0];
        return {
          suite: name,
          expression: original.expr,
          value: evalError === undefined ? expected : undefined,
        };
      }),
    );
}

/** What our functions make of an expression; undefined if any of them gives that. Integers as texts at the top, as in the cases. */
export function resultOf(expression: string): unknown {
  const { expr } = parse(expression);
  if (expr === undefined) throw new Error("no expression");
  const value = evaluate(expr);
  return typeof value === "number" ? String(value) : value;
}

function evaluate({ exprKind: { case: kind, value } }: Expression): Value {
  if (kind === "identExpr") return value.name;
  if (kind === "listExpr") return value.elements.map(evaluate);
  if (kind === "constExpr") {
    const constant = value.constantKind.value;
    return typeof constant === "bigint" ? Number(constant) : (constant as string);
  }
  if (kind !== "callExpr") throw new Error(`not for these tests: ${kind}`);
  const run = functions.get(value.function);
  if (run === undefined) throw new Error(`no function: ${value.function}`);
  const target = value.target === undefined ? [] : [value.target];
  const given = [...target, ...value.args].map(evaluate);
  return given.includes(undefined) ? undefined : run(...given);
}
