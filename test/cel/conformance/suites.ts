import type { SerializedIncrementalTestSuite } from "@bufbuild/cel-spec/testdata/tests.js";
// By path: the package exports this data only as messages of its protobuf library, and what is wanted
// here is their JSON.
import { tests } from "../../../node_modules/@bufbuild/cel-spec/dist/esm/testdata/conformance.js";
import type { SimpleTest } from "./simple-test.ts";

/** The suites that are held, in the order of the table. */
export const suiteNames: readonly string[] = [
  "basic",
  "comparisons",
  "conversions",
  "fields",
  "fp_math",
  "integer_math",
  "lists",
  "logic",
  "macros",
  "macros2",
  "optionals",
  "parse",
  "plumbing",
  "string",
  "string_ext",
  "timestamps",
  "type_deductions",
];

/** One official test and where it stands. */
export interface ConformanceCase {
  readonly suite: string;
  /** `suite/section/name`; the second of that name ends in ` (2)`. */
  readonly id: string;
  readonly test: SimpleTest;
}

/** Every test of the suites that are held. */
export function officialCases(): readonly ConformanceCase[] {
  return suiteNames.flatMap((name) => casesOf(suiteOf(name)));
}

function suiteOf(name: string): SerializedIncrementalTestSuite {
  const suite = tests.suites?.find((each) => each.name === name);
  if (suite === undefined) throw new Error(`the official data has no suite ${name}`);
  return suite;
}

function casesOf({ name: suite, suites: sections = [] }: SerializedIncrementalTestSuite) {
  const seen = new Map<string, number>();
  return sections.flatMap((section) =>
    (section.tests ?? []).map(({ original }): ConformanceCase => {
      const test: SimpleTest = original;
      const id = `${suite}/${section.name}/${test.name}`;
      const count = (seen.get(id) ?? 0) + 1;
      seen.set(id, count);
      return { suite, id: count === 1 ? id : `${id} (${count})`, test };
    }),
  );
}
