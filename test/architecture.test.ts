import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  allowedImports,
  checkCycles,
  checkExports,
  checkFileLength,
  checkPackages,
  checkPurity,
  checkZoneLength,
  checkZones,
  zoneOf,
} from "./support/architecture-rules.ts";
import { readSourceTree, type SourceTree } from "./support/source-tree.ts";

const FILE_LINES_MAX = 400;
const CEL_LINES_MAX = 3_500;

const source = readSourceTree(join(import.meta.dirname, "../src"));

/** A tree of one or a few files that do not exist. */
function tree(files: Readonly<Record<string, string>>): SourceTree {
  return new Map(Object.entries(files));
}

function lines(count: number): string {
  return "// a line\n".repeat(count);
}

describe("src", () => {
  it("is read at all", () => {
    const zones = new Set([...source.keys()].map(zoneOf));
    expect(source.size).toBeGreaterThan(80);
    expect([...zones]).toEqual(
      expect.arrayContaining(["input", "snapshot/load", "cel", "engine", "policies", "cli"]),
    );
  });

  it("imports in one direction", () => {
    expect(checkZones(source)).toEqual([]);
  });

  it("imports packages that its users have", () => {
    const { dependencies } = JSON.parse(
      readFileSync(join(import.meta.dirname, "../package.json"), "utf8"),
    );
    expect(checkPackages(source, Object.keys(dependencies))).toEqual([]);
  });

  it("has no import cycles", () => {
    expect(checkCycles(source)).toEqual([]);
  });

  it("reaches outside the process at its edges only", () => {
    expect(checkPurity(source)).toEqual([]);
  });

  it("re-exports names one by one", () => {
    expect(checkExports(source)).toEqual([]);
  });

  it("keeps files short", () => {
    expect(checkFileLength(source, FILE_LINES_MAX)).toEqual([]);
  });

  it("keeps the expression language small", () => {
    expect(checkZoneLength(source, "cel", CEL_LINES_MAX)).toEqual([]);
  });
});

describe("the import table", () => {
  it("lets nothing import a zone that may import it", () => {
    for (const [zone, targets] of Object.entries(allowedImports)) {
      for (const target of targets) expect(allowedImports[target]).not.toContain(zone);
    }
  });

  it("lets nothing import what only tests need", () => {
    expect(Object.values(allowedImports).flat()).not.toContain("testing");
  });
});

describe("each rule can fail", () => {
  it.each([
    { file: "engine/a.ts", text: 'import { b } from "../policies/b.ts";' },
    { file: "engine/facts/a.ts", text: 'import type { B } from "../../report/b.ts";' },
    { file: "engine/facts/gate/a.ts", text: 'import { b } from "../node/b.ts";' },
    { file: "engine/facts/a.ts", text: 'import { b } from "./gate/b.ts";' },
    { file: "cel/a.ts", text: 'export { b } from "../snapshot/b.ts";' },
    { file: "pattern/a.ts", text: 'import { b } from "../cel/b.ts";' },
    { file: "text/a.ts", text: 'import { b } from "../pattern/b.ts";' },
    { file: "input/a.ts", text: 'const b = await import("../cel/b.ts");' },
    { file: "report/a.ts", text: 'export type B = import("../cli/b.ts").B;' },
    { file: "snapshot/a.ts", text: 'import { b } from "./load/b.ts";' },
    { file: "policies/a.ts", text: 'import { b } from "../index.ts";' },
    { file: "cli/a.ts", text: 'import { b } from "../testing/b.ts";' },
    { file: "cli/commands/b.ts", text: 'import { b } from "../../testing/b.ts";' },
    { file: "cli/a.ts", text: 'import { b } from "../index.ts";' },
    { file: "index.ts", text: 'export { b } from "./testing/b.ts";' },
    { file: "elsewhere/a.ts", text: "" },
  ])("zones: $file with $text", ({ file, text }) => {
    expect(checkZones(tree({ [file]: text }))).toHaveLength(1);
  });

  it("zones: what the table allows passes", () => {
    const files = {
      "engine/facts/node/a.ts":
        'import { b } from "../b.ts"; import { c } from "../../../cel/c.ts";',
      "snapshot/load/a.ts": 'import { b } from "../b.ts"; import { parse } from "yaml";',
    };
    expect(checkZones(tree(files))).toEqual([]);
  });

  it("packages", () => {
    const text =
      'import fc from "fast-check"; import { parse } from "@a/b/c.js"; import "node:fs";';
    const files = { "engine/a.ts": text, "testing/a.ts": text };
    expect(checkPackages(tree(files), ["@a/b"])).toEqual(["engine/a.ts: fast-check"]);
    expect(checkPackages(tree(files), ["fast-check", "@a/bc"])).toEqual(["engine/a.ts: @a/b/c.js"]);
  });

  it("cycles", () => {
    const files = {
      "engine/a.ts": 'import { b } from "./b.ts";',
      "engine/b.ts": 'import { c } from "./facts/c.ts";',
      "engine/facts/c.ts": 'import type { A } from "../a.ts";',
    };
    expect(checkCycles(tree(files))).toEqual([
      "engine/a.ts → engine/b.ts → engine/facts/c.ts → engine/a.ts",
    ]);
  });

  it.each([
    'import { readFileSync } from "node:fs";',
    "const now = Date.now();",
    "const now = new Date();",
    "const now = Date();",
    "const dice = Math.random();",
    "const home = process.env.HOME;",
    "const start = performance.now();",
    "const bytes = crypto.getRandomValues(new Uint8Array(1));",
    "const shown = new Intl.NumberFormat().format(1);",
    'const order = "a".localeCompare("b");',
    "const shown = (1).toLocaleString();",
    "const all = globalThis;",
    'const made = new Function("return 1");',
    "const { env } = process;",
  ])("purity: %s", (text) => {
    expect(checkPurity(tree({ "engine/a.ts": text }))).not.toEqual([]);
    expect(checkPurity(tree({ "cli/a.ts": text }))).toEqual([]);
    expect(checkPurity(tree({ "snapshot/collect/a.ts": text }))).toEqual([]);
  });

  it("purity: one file asks the runtime for time zones, and for nothing else", () => {
    const text = "const shown = new Intl.NumberFormat().format(1);";
    expect(checkPurity(tree({ "time/zone.ts": text }))).toEqual([]);
    expect(checkPurity(tree({ "time/time.ts": text }))).toEqual(["time/time.ts: Intl"]);
    expect(checkPurity(tree({ "time/zone.ts": "Date.now();" }))).toEqual([
      "time/zone.ts: Date.now",
    ]);
  });

  it("purity: words, comments and fixed times pass", () => {
    const text = `
      // Date.now() and process.env are not for us
      export interface Step { readonly process: string; readonly performance: number }
      export const fixed = new Date("2026-08-09T00:00:00Z").getTime() + Date.parse("2026-08-09");
      export const said = (step: Step): string => step.process + "new Date()";
    `;
    expect(checkPurity(tree({ "engine/a.ts": text }))).toEqual([]);
  });

  it("exports", () => {
    expect(checkExports(tree({ "engine/a.ts": 'export * from "./b.ts";' }))).toHaveLength(1);
  });

  it("file length, at the bound and one beyond", () => {
    expect(checkFileLength(tree({ "cel/a.ts": lines(400) }), 400)).toEqual([]);
    expect(checkFileLength(tree({ "cel/a.ts": lines(401) }), 400)).toHaveLength(1);
    expect(checkFileLength(tree({ "generated/a.ts": lines(401) }), 400)).toEqual([]);
  });

  it("zone length, at the bound and one beyond", () => {
    const files = { "cel/a.ts": lines(2), "cel/functions/b.ts": lines(2), "engine/c.ts": lines(9) };
    expect(checkZoneLength(tree(files), "cel", 4)).toEqual([]);
    expect(checkZoneLength(tree(files), "cel", 3)).toHaveLength(1);
  });
});
