import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { CelError, Unknown } from "../../src/cel/value.ts";
import { compileExpression } from "../../src/cel-library/compile-expression.ts";
import { standardFunctions } from "../../src/cel-library/functions/standard-functions.ts";
import { standardMacros } from "../../src/cel-library/macros/standard-macros.ts";
import { subjectVariables } from "../../src/engine/facts/fact-tables.ts";
import { conditionOf } from "../../src/engine/rules/condition.ts";
import { readDocuments } from "../../src/input/read-documents.ts";
import { formatValue } from "../../src/messages/format.ts";
import { compilePolicySet } from "../../src/policies/compile-policy-set.ts";

// Goal: what docs/policies.md says is so. Method: its policy is compiled, and each row of its tables is run.

const text = readFileSync(join(import.meta.dirname, "../../docs/policies.md"), "utf8");

/** Rows of the table whose first heading is `heading`, cell by cell, without the code marks. */
function tableOf(heading: string): string[][] {
  const lines = text.split("\n");
  const at = lines.findIndex((line) => line.startsWith(`| ${heading} `));
  const rows = lines.slice(at + 2);
  return rows
    .slice(
      0,
      rows.findIndex((line) => !line.startsWith("|")),
    )
    .map((line) =>
      line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) =>
          cell
            .trim()
            .replaceAll("\\|", "|")
            .replace(/^`([^`]*)`$/, "$1"),
        ),
    );
}

describe("docs/policies.md", () => {
  it("shows a policy without a mistake", () => {
    const [, yaml = ""] = /```yaml\n([\s\S]*?)```/.exec(text) ?? [];
    const read = readDocuments({ file: "policies.md", text: yaml });
    const compiled = compilePolicySet(read.ok ? read.value : [], []);
    expect(compiled).toMatchObject({ ok: true, value: { policies: [{ name: "gate-window" }] } });
  });

  it("shows the policy that stands in the examples", () => {
    const [, yaml = ""] = /```yaml\n([\s\S]*?)```/.exec(text) ?? [];
    const file = join(import.meta.dirname, "../../docs/examples/gate-window.yaml");
    expect(yaml.replace("=../schemas", "=../../schemas")).toBe(readFileSync(file, "utf8"));
  });

  const examples = tableOf("expression");
  it.each(examples)("%s gives %s", (expression, gives) => {
    const compiled = compileExpression(expression ?? "", []);
    if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
    const value = compiled.program.evaluate({ at: () => null });
    expect(value instanceof CelError ? "error" : formatValue(value)).toBe(gives);
  });

  it("has examples", () => {
    expect(examples.length).toBeGreaterThan(10);
    expect(tableOf("over gates").length).toBeGreaterThan(3);
    expect(tableOf("with `x` unknown").length).toBeGreaterThan(4);
  });

  it.each(tableOf("over gates"))("over gates, %s is %s", (expression, is = "") => {
    const bool = { expects: { kind: "bool" } } as const;
    const { ok } = compileExpression(expression ?? "", subjectVariables("gate"), bool);
    expect(ok ? "right" : "refused").toBe(is.split(":")[0]);
  });

  it.each(tableOf("with `x` unknown"))("with x unknown, %s may be %s", (expression, mayBe) => {
    const x = { name: "x", type: { kind: "bool" }, mayBeAbsent: false } as const;
    const compiled = compileExpression(expression ?? "", [x]);
    if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
    const value = compiled.program.evaluate({ at: () => new Unknown([{ name: "x" }]) });
    const { may } = conditionOf(value);
    expect(["true", "false", "error"].filter((_, bit) => (may & (1 << bit)) !== 0)).toEqual(
      mayBe?.split(" or "),
    );
  });

  it("names every function and macro, and no other", () => {
    const named = tableOf("kind")
      .filter(([kind]) => kind !== "operators")
      .flatMap(([, names = ""]) => names.match(/[a-zA-Z][\w.]*(?=`)|has/g) ?? []);
    const functions = [...standardFunctions.keys()].filter((name) => /^[a-zA-Z]/.test(name));
    const known = [...functions, ...standardMacros.keys(), "dyn", "has"];
    expect(named.sort()).toEqual(known.sort());
  });
});
