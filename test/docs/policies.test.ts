import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { CelError, Unknown } from "../../src/cel/value.ts";
import { compileExpression } from "../../src/cel-library/compile-expression.ts";
import { standardFunctions } from "../../src/cel-library/functions/standard-functions.ts";
import { standardMacros } from "../../src/cel-library/macros/standard-macros.ts";
import { subjectVariables } from "../../src/engine/facts/fact-tables.ts";
import type { Rule } from "../../src/engine/policy.ts";
import { conditionOf } from "../../src/engine/rules/condition.ts";
import { isObject, type JsonValue } from "../../src/input/json-value.ts";
import { readDocuments } from "../../src/input/read-documents.ts";
import { formatValue } from "../../src/messages/format.ts";
import { compilePolicySet } from "../../src/policies/compile-policy-set.ts";
import { runCli } from "../support/run-cli.ts";
import { shippedPolicies } from "../support/shipped-policies.ts";
import { documentsOf, examplesFolder, tableOf, yamlBlocks } from "./read-page.ts";

// Goal: what docs/policies.md says is so. Method: its policy is compiled, and each row of its tables is run.

const policySchema = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../schemas/policy.schema.json"), "utf8"),
) as { definitions: { param: { properties: { type: { enum: string[] } } } } };
const text = readFileSync(join(import.meta.dirname, "../../docs/policies.md"), "utf8");

const builtin = join(import.meta.dirname, "../../src/policies/builtin");
const schemas = join(import.meta.dirname, "../../schemas");

/** A policy that uses its only param. */
function policyWithParam(param: string): string {
  return `
apiVersion: fleetwarrant.dev/v1alpha1
kind: Policy
metadata: { name: one-param }
spec:
  subject: gate
  mode: all
  params: { type: object, properties: { p: ${param} } }
  rules:
    - name: any
      condition: params.p == params.p && gate.declared
      outcome: { reason: WithinWindow }
`;
}

function isPartOf(part: JsonValue | undefined, whole: JsonValue | undefined): boolean {
  if (!isObject(part) || !isObject(whole) || !isObject(whole.spec)) return false;
  const { spec } = whole;
  return Object.entries(part).every(
    ([key, value]) => JSON.stringify(spec[key]) === JSON.stringify(value),
  );
}

describe("docs/policies.md", () => {
  const [policy = "", ...others] = yamlBlocks(text);
  const example = (file: string) => readFileSync(join(examplesFolder, file), "utf8");

  it("shows the policy that stands in the examples, without a mistake", () => {
    expect(policy.replace("=../schemas", "=../../schemas")).toBe(example("gate-window.yaml"));
    const compiled = compilePolicySet(documentsOf(policy), []);
    expect(compiled).toMatchObject({ ok: true, value: { policies: [{ name: "gate-window" }] } });
  });

  it.each(["prod-binding.yaml", "prod-findings-binding.yaml"])("shows %s whole", (file) => {
    const wanted = documentsOf(example(file)).map(({ value }) => value);
    const shown = others.filter((block) => block.includes("kind: PolicyBinding"));
    expect(shown.map((block) => documentsOf(block)[0]?.value)).toContainEqual(wanted[0]);
  });

  it.each(["own-reason.yaml", "load-unknown.yaml"])("shows a part of %s", (file) => {
    const [whole] = documentsOf(example(file));
    const parts = others.map((block) => documentsOf(block)[0]?.value);
    const matching = parts.filter((part) => isPartOf(part, whole?.value));
    expect(matching).toHaveLength(1);
    expect(compilePolicySet(documentsOf(example(file)), [])).toMatchObject({ ok: true });
  });

  it("has a binding that turns a finding into a warning", () => {
    const file = "prod-findings-binding.yaml";
    const shipped = readFileSync(join(builtin, "deploy-outcome.yaml"), "utf8");
    const documents = [...documentsOf(shipped), ...documentsOf(example(file))];
    const compiled = compilePolicySet(documents, []);
    const enforcementOf = (rules: readonly Pick<Rule, "name" | "enforcement">[] = []) =>
      rules.find(({ name }) => name === "step-missing")?.enforcement;
    expect(enforcementOf(compiled.ok ? compiled.value.policies[0]?.rules : [])).toBe("warn");
    const unbound = shippedPolicies().policies.find(({ name }) => name === "deploy-outcome");
    expect(enforcementOf(unbound?.rules)).toBe("deny");
  });

  it("says how each type of param reads, and names no other", () => {
    const rows = tableOf(text, "param");
    const types = rows.map(([param = ""]) => /type: (\w+)/.exec(param)?.[1] ?? "enum");
    const { type } = policySchema.definitions.param.properties;
    expect(types).toEqual([...type.enum, "enum"]);
    for (const [param = ""] of rows) {
      const compiled = compilePolicySet(documentsOf(policyWithParam(param)), []);
      expect(compiled).toMatchObject({ ok: true });
    }
    const fraction = policyWithParam("{ type: number, default: 1.5 }");
    expect(compilePolicySet(documentsOf(fraction), [])).toMatchObject({ ok: false });
  });

  it("knows the commands that print schemas for editors", async () => {
    const commands = [...text.matchAll(/^node dist\/cli\/main.js schema (\S+) > (\S+)$/gm)];
    expect(commands).toHaveLength(2);
    for (const [, name = "", file = ""] of commands) {
      const { out } = await runCli("schema", name);
      expect(out).toBe(readFileSync(join(schemas, file), "utf8"));
    }
  });

  const unquoted = tableOf(text, "expression", "without quotes");
  it.each(unquoted)("without quotes, %s is %s", (expression = "", is = "") => {
    const read = readDocuments({ file: "a.yaml", text: `condition: ${expression}\n` });
    const value = read.ok ? read.value[0]?.value : undefined;
    const whole = JSON.stringify({ condition: expression });
    const became = !read.ok ? "refused" : JSON.stringify(value) === whole ? "the same" : "cut";
    expect(became).toBe(is.split(":")[0]);
    const quoted = `condition: '${expression}'\n`;
    expect(documentsOf(quoted)[0]?.value).toEqual({ condition: expression });
    const compiled = compileExpression(expression, subjectVariables("gate"));
    expect(expression.startsWith('{"a"') || compiled.ok).toBe(true);
  });

  const examples = tableOf(text, "expression", "gives");
  it.each(examples)("%s gives %s", (expression, gives) => {
    const compiled = compileExpression(expression ?? "", []);
    if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
    const value = compiled.program.evaluate({ at: () => null });
    expect(value instanceof CelError ? "error" : formatValue(value)).toBe(gives);
  });

  it("has examples", () => {
    expect(examples.length).toBeGreaterThan(10);
    expect(tableOf(text, "over gates").length).toBeGreaterThan(3);
    expect(tableOf(text, "with `x` unknown").length).toBeGreaterThan(4);
  });

  it.each(tableOf(text, "over gates"))("over gates, %s is %s", (expression, is = "") => {
    const bool = { expects: { kind: "bool" } } as const;
    const { ok } = compileExpression(expression ?? "", subjectVariables("gate"), bool);
    expect(ok ? "right" : "refused").toBe(is.split(":")[0]);
  });

  it.each(tableOf(text, "with `x` unknown"))(
    "with x unknown, %s may be %s",
    (expression, mayBe) => {
      const x = { name: "x", type: { kind: "bool" }, mayBeAbsent: false } as const;
      const compiled = compileExpression(expression ?? "", [x]);
      if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
      const value = compiled.program.evaluate({ at: () => new Unknown([{ name: "x" }]) });
      const { may } = conditionOf(value);
      expect(["true", "false", "error"].filter((_, bit) => (may & (1 << bit)) !== 0)).toEqual(
        mayBe?.split(" or "),
      );
    },
  );

  it("names every function and macro, and no other", () => {
    const named = tableOf(text, "kind")
      .filter(([kind]) => kind !== "operators")
      .flatMap(([, names = ""]) => names.match(/[a-zA-Z][\w.]*(?=`)|has/g) ?? []);
    const functions = [...standardFunctions.keys()].filter((name) => /^[a-zA-Z]/.test(name));
    const known = [...functions, ...standardMacros.keys(), "dyn", "has"];
    expect(named.sort()).toEqual(known.sort());
  });
});
