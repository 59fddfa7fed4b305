import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { CelType, VariableDeclaration } from "../../src/cel/type.ts";
import { CelError, type CelValue, PartialList, Unknown } from "../../src/cel/value.ts";
import { compileExpression } from "../../src/cel-library/compile-expression.ts";
import { joinContributions, verdictOf } from "../../src/engine/decide/join-verdicts.ts";
import type { Verdict } from "../../src/engine/decision.ts";
import { everyReason } from "../../src/engine/facts/gaps.ts";
import type { Outcome, Rule } from "../../src/engine/policy.ts";
import { conditionOf } from "../../src/engine/rules/condition.ts";
import { evaluateFirst } from "../../src/engine/rules/evaluate-first.ts";
import { compilePolicySet } from "../../src/policies/compile-policy-set.ts";
import { documentsOf, tableOf } from "./read-page.ts";

// Goal: what docs/unknowns.md says is so. Method: each row of its tables of results is run.

const text = readFileSync(join(import.meta.dirname, "../../docs/unknowns.md"), "utf8");
const results = ["true", "false", "error"];

interface Named {
  readonly name: string;
  readonly type: CelType;
  readonly mayBeAbsent?: boolean;
  readonly value: CelValue;
}

const bool: CelType = { kind: "bool" };
const texts: CelType = { kind: "list", element: { kind: "string" } };
const word: CelType = { kind: "enum", name: "word", values: ["a", "b"] };
const open = (name: string) => new Unknown([{ name }]);

const names: readonly Named[] = [
  { name: "t", type: bool, value: true },
  { name: "f", type: bool, value: false },
  { name: "x", type: bool, value: open("x") },
  { name: "e", type: bool, value: new CelError("DivisionByZero", "division by zero") },
  { name: "s.there", type: word, value: open("s.there") },
  { name: "s.maybe", type: word, mayBeAbsent: true, value: open("s.maybe") },
  { name: "s.gone", type: word, mayBeAbsent: true, value: null },
  { name: "s.number", type: { kind: "int" }, mayBeAbsent: true, value: open("s.number") },
  {
    name: "open",
    type: texts,
    value: new PartialList(["a"], { open: true, causes: [{ name: "open" }] }),
  },
  { name: "whole", type: texts, value: ["a"] },
];
const variables: readonly VariableDeclaration[] = names.map(
  ({ name, type, mayBeAbsent = false }) => ({
    name,
    type,
    mayBeAbsent,
  }),
);
const bindings = { at: (slot: number): CelValue => names[slot]?.value ?? null };

function programOf(expression: string) {
  const compiled = compileExpression(expression, variables, { expects: bool });
  if (!compiled.ok) throw new Error(`${expression}: ${JSON.stringify(compiled.problems)}`);
  return compiled.program;
}

/** `true or false`, as the page says it. */
function mayBe(expression: string): string {
  const { may } = conditionOf(programOf(expression).evaluate(bindings));
  return results.filter((_, bit) => (may & (1 << bit)) !== 0).join(" or ");
}

describe("docs/unknowns.md", () => {
  const truth = tableOf(text, "operator").flatMap(([operator = "", ...cells]) =>
    ["t", "f", "x", "e"].map((operand, at) => [`${operator} ${operand}`, cells[at]]),
  );
  it.each(truth)("%s may be %s", (expression = "", is = "") => {
    expect(mayBe(expression)).toBe(is);
  });

  it.each(tableOf(text, "a read"))("a read, %s may be %s", (expression = "", is = "") => {
    expect(mayBe(expression)).toBe(is);
  });

  it.each(tableOf(text, "over lists"))("over lists, %s may be %s", (expression = "", is = "") => {
    expect(mayBe(expression)).toBe(is);
  });

  it("names every reason for which a fact may be unknown", () => {
    const [, sentence = ""] =
      /An unknown fact gives one or more reasons: ([^.]*)\./.exec(text) ?? [];
    expect([...sentence.matchAll(/`(\w+)`/g)].map(([, reason]) => reason)).toEqual(everyReason);
  });

  const conditions: Readonly<Record<string, string>> = {
    true: "t",
    false: "f",
    error: "e",
    "true or false": "x",
    "false or error": "x && e",
    "true or error": "x || e",
  };
  const searches = tableOf(text, "a condition may be");
  it("tells of every set of results but that of all three", () => {
    expect(searches.map(([may]) => may)).toEqual(Object.keys(conditions));
  });
  it.each(searches)(
    "a rule that may be %s: %s, and those below %s",
    (may = "", its = "", below = "") => {
      const condition = conditions[may] ?? "";
      expect(mayBe(condition)).toBe(may);
      const { possible } = evaluateFirst(
        {
          name: "p",
          subject: "nodeCredential",
          mode: "first",
          factCount: names.length,
          paramNames: [],
          paramValues: [],
          variables: [],
          rules: [ruleOf("upper", condition), ruleOf("lower", "t")],
          otherwise: ruleOf("otherwise", "t"),
          whenUnknown: [],
          digest: "",
        },
        { valueAt: bindings.at },
      );
      const ways = possible.map(
        ({ rule, error }) => `${rule.name}${error === undefined ? "" : " fails"}`,
      );
      const upper = its.startsWith("both")
        ? ["upper", "upper fails"]
        : its.startsWith("the error")
          ? ["upper fails"]
          : its === "is possible"
            ? ["upper"]
            : [];
      expect(ways).toEqual([...upper, ...(below.startsWith("are asked") ? ["lower"] : [])]);
    },
  );

  it.each(tableOf(text, "its obligations"))("meanwhile, %s is %s", (cell = "", is = "") => {
    for (const [, obligations = ""] of cell.replaceAll("`", "").matchAll(/(\[[^\]]*\])/g)) {
      expect(isRight(obligations, "node.ready"), obligations).toBe(is === "right");
      const disrupts = is.includes("off by default");
      expect(isRight(obligations, 'params.meanwhile == "act"'), obligations).toBe(
        disrupts || is === "right",
      );
    }
  });

  it.each(tableOf(text, "one subject may say"))(
    "%s and %s give %s",
    (one = "", other = "", verdict) => {
      const setOf = (cell: string) => new Set(cell.split(" or ") as Verdict[]);
      expect(verdictOf(joinContributions(setOf(one), setOf(other)))).toBe(verdict);
      expect(verdictOf(joinContributions(setOf(other), setOf(one)))).toBe(verdict);
    },
  );

  it("has rows", () => {
    const headings = ["operator", "a read", "over lists", "its obligations", "one subject may say"];
    for (const heading of headings) expect(tableOf(text, heading).length).toBeGreaterThan(2);
  });
});

const outcome: Outcome = { reason: "LoadUnproven", denies: [], obligations: [] };

function ruleOf(name: string, condition: string): Rule {
  return {
    name,
    condition: programOf(condition),
    outcome,
    message: undefined,
    remediation: undefined,
    severity: "info",
    enforcement: "deny",
    positionOf: () => ({ file: "", line: 1, column: 1, lineText: "" }),
  };
}

/** Whether a policy may ask for this while it is not known what is loaded. */
function isRight(obligations: string, when: string): boolean {
  const yaml = `apiVersion: fleetwarrant.dev/v1alpha1
kind: Policy
metadata: { name: meanwhile }
spec:
  subject: nodeCredential
  mode: first
  params: { type: object, properties: { meanwhile: { enum: [hold, act], default: hold } } }
  rules: [{ name: a, condition: load == "same", outcome: { obligations: [], reason: ProofCurrent } }]
  otherwise: { blocked: refused, reason: NoRuleApplies }
  whenUnknown:
    - facts: [load]
      when: '${when}'
      outcome: { obligations: ${obligations}, reason: LoadUnproven }
`;
  return compilePolicySet(documentsOf(yaml), [], { lints: false }).ok;
}
