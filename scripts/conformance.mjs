// `npm run conformance`: runs the official CEL tests on src/cel/ and compares the table with what is committed.
//   -- --failures                prints every failing test, the known ones too
//   -- --write [--reason TEXT]   makes this run what is expected; failures that are new need the reason
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { runnerImport } from "vite";

const folder = join(import.meta.dirname, "../test/cel/conformance");
const expectedFile = join(folder, "expected.json");

const { values: options } = parseArgs({
  options: {
    failures: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
    reason: { type: "string" },
  },
});

// Vite strips the types: Node 20 does not.
async function load(name) {
  const config = { configFile: false, logLevel: "warn" };
  return (await runnerImport(join(folder, name), config)).module;
}

const { officialCases } = await load("suites.ts");
const { tallyOf } = await load("tally.ts");
const { differencesFrom, nextExpectation } = await load("expectation.ts");
const { reportOf } = await load("report.ts");

const tally = tallyOf(officialCases());
let expected = JSON.parse(readFileSync(expectedFile, "utf8"));
if (options.write) {
  const next = nextExpectation(expected, tally, options.reason);
  if (next === undefined) {
    process.stdout.write("nothing is written: say with --reason why new tests fail\n\n");
  } else {
    writeFileSync(expectedFile, `${JSON.stringify(next, null, 2)}\n`);
    expected = next;
  }
}
const lines = reportOf(expected, tally, { isEveryFailureShown: options.failures });
process.stdout.write(`${lines.join("\n")}\n`);
if (differencesFrom(expected, tally).length > 0) process.exitCode = 1;
