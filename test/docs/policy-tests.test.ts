import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { TEST_CASES_MAX } from "../../src/policy-tests/limits.ts";
import { gateCases, gatePolicy, reportOf } from "../policy-tests/support.ts";
import { examplesFolder, tableOf, yamlBlocks } from "./read-page.ts";

// Goal: docs/policy-tests.md shows the test that stands in the examples, names all that a case may say and nothing else, and is right about
// what counts for a rule. Its console blocks are run by `npm run docs`.

const root = join(import.meta.dirname, "../..");
const text = readFileSync(join(root, "docs/policy-tests.md"), "utf8");
const { definitions, properties } = JSON.parse(
  readFileSync(join(root, "schemas/policy-test.schema.json"), "utf8"),
);

function keysOf(heading: string): readonly string[] {
  return tableOf(text, "key", heading).map(([key = ""]) => key);
}

describe("docs/policy-tests.md", () => {
  it("shows the test of its example, of ten lines or less", () => {
    const [shown = ""] = yamlBlocks(text);
    const example = readFileSync(join(examplesFolder, "gate-window.test.yaml"), "utf8");
    expect(shown.replace("=../schemas", "=../../schemas")).toBe(example);
    const lines = example.trim().split("\n");
    expect(lines.filter((line) => !line.startsWith("#")).length).toBeLessThanOrEqual(10);
  });

  it.each([
    ["says", "given"],
    ["names", "expectation"],
  ])("has each key that a case %s", (heading, definition) => {
    expect(keysOf(heading)).toEqual(Object.keys(definitions[definition].properties));
  });

  it("names what may be said of nodes, gates and findings", () => {
    const rows = new Map(tableOf(text, "key", "names").map(([key, names]) => [key, names]));
    for (const [key, definition] of [
      ["nodes", "nodeExpectation"],
      ["gates", "gateExpectation"],
      ["findings", "findingExpectation"],
      ["disruption", "expectation"],
    ] as const) {
      const { properties: own } = definitions[definition];
      const fields = key === "disruption" ? own.disruption.properties : own;
      for (const field of Object.keys(fields)) expect(rows.get(key), key).toContain(`\`${field}\``);
    }
  });

  it("says the bounds", () => {
    expect(properties.spec.properties.cases.maxItems).toBe(1_000);
    expect(text).toContain("A test file has at most 1,000 cases, a run at most 10,000.");
    expect(TEST_CASES_MAX).toBe(10_000);
  });

  const young = ["2026-08-04", "{ gates: { g: active } }"] as const;
  const released = "not";
  it.each([
    { expectation: "{ fires: [not-declared] }", bears: true, row: "`fires`, `quiet`, `unknown`" },
    { expectation: "{ quiet: [too-old] }", bears: false, row: "`fires`, `quiet`, `unknown`" },
    { expectation: '{ gates: { "*": inactive } }', bears: true, row: "`nodes`, `gates`" },
    { expectation: "{ verdict: allow }", bears: false, row: "`verdict`, `verdicts`" },
    { expectation: "{ verdicts: { deploy: allow } }", bears: false, row: "`verdict`, `verdicts`" },
  ])("is right that $expectation counts: $bears", ({ expectation, bears, row }) => {
    const rows = tableOf(text, "expectation", "bears on").map(([cell]) => cell);
    expect(rows).toContain(row);
    const report = reportOf(gatePolicy, gateCases(young, [released, expectation]));
    const [notDeclared] = report.policies[0]?.rules ?? [];
    expect(notDeclared?.cases.fires).toBe(bears ? 1 : 0);
    expect(notDeclared?.unnoticed.fires).toBe(bears ? 0 : 1);
  });
});
