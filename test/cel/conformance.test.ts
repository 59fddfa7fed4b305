import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { differencesFrom, type Expectation } from "./conformance/expectation.ts";
import { filterReasonOf, filters } from "./conformance/filters.ts";
import { officialCases, suiteNames } from "./conformance/suites.ts";
import { tallyOf } from "./conformance/tally.ts";

const cases = officialCases();
const committed: Expectation = JSON.parse(
  readFileSync(new URL("./conformance/expected.json", import.meta.url), "utf8"),
);

// What differs on purpose is committed by `npm run conformance -- --write`.
test("the official tests give what is committed", () => {
  expect(differencesFrom(committed, tallyOf(cases))).toEqual([]);
});

test("every suite of the closed list is there, and each test has an id of its own", () => {
  expect(Object.keys(committed.suites)).toEqual(suiteNames);
  expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length);
});

test("every filter is needed by an official test", () => {
  const used = new Set(cases.map((each) => filterReasonOf(each.test)));
  expect(filters.map(({ reason }) => reason).filter((reason) => !used.has(reason))).toEqual([]);
});
