import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { validate } from "../../src/generated/validate-policy.ts";
import { isList, isObject, type JsonValue } from "../../src/input/json-value.ts";
import type { Problem } from "../../src/input/problem.ts";
import { readDocuments } from "../../src/input/read-documents.ts";
import { compilePolicySet } from "../../src/policies/compile-policy-set.ts";
import { BREACHES_MAX, repairDocument } from "../../src/policies/repair-document.ts";
import { inShort, problemsIn } from "../support/compile-text.ts";
import { shippedDocuments } from "../support/shipped-policies.ts";

const policy = (spec: string): string => `apiVersion: fleetwarrant.dev/v1alpha1
kind: Policy
metadata: {name: p}
spec:
  subject: step
  mode: all
${spec}  rules:
    - name: failed
      condition: step.outcome == "failure" && params.strict && variables.late
      outcome: {reason: StepFailed}
`;
const params = "  params: {type: object, properties: {strict: {type: boolean, default: true}}}\n";
const variables = "  variables: [{name: late, expression: step.suppressed}]\n";

function documentOf(text: string) {
  const read = readDocuments({ file: "p", text });
  const [document] = read.ok ? read.value : [];
  if (document === undefined) throw new Error("the text does not parse");
  return document;
}

describe("a document that breaks its schema", () => {
  it.each([
    { why: "as it should be", spec: params + variables, problems: [] },
    {
      why: "params without their schema around them",
      spec: `  params: {strict: {type: boolean, default: true}}\n${variables}`,
      problems: ["p:7:3 POLICY_INVALID", "p:7:3 POLICY_INVALID", "p:7:12 POLICY_INVALID"],
    },
    {
      why: "variables that are no list",
      spec: `${params}  variables: {late: step.suppressed}\n`,
      problems: [
        "p:8:14 POLICY_INVALID (write a list, with entries such as `- { name: …, expression: … }`)",
      ],
    },
    {
      why: "a variable with a name that is none",
      spec: `${params}  variables: [{name: is-late, expression: step.suppressed}]\n`,
      problems: ["p:8:22 POLICY_INVALID"],
    },
    {
      why: "a variable without a name",
      spec: `${params}  variables: [{expression: step.suppressed}]\n`,
      problems: ["p:8:15 POLICY_INVALID"],
    },
    {
      why: "a variable without an expression",
      spec: `${params}  variables: [{name: late}]\n`,
      problems: ["p:8:15 POLICY_INVALID"],
    },
    {
      why: "a param without a default",
      spec: `  params: {type: object, properties: {strict: {type: boolean}}}\n${variables}`,
      problems: ["p:7:39 POLICY_INVALID"],
    },
    {
      why: "a param of a type that there is not",
      spec: `  params: {type: object, properties: {strict: {type: any, default: true}}}\n${variables}`,
      problems: ["p:7:54 POLICY_INVALID"],
    },
    {
      why: "reasons that are no map",
      spec: `${params}${variables}  reasons: [StepLate]\n`,
      problems: ["p:9:12 POLICY_INVALID"],
    },
  ])("says nothing that only follows: $why", ({ spec, problems }) => {
    expect(problemsIn({ p: policy(spec) }).map(inShort)).toEqual(problems);
  });

  it("says nothing of a part of a name that is none", () => {
    const text = policy(
      `${params}  variables: [{name: is-late, expression: step.suppressed}]\n`,
    ).replace("variables.late", "variables.is-late");
    expect(problemsIn({ p: text }).map(inShort)).toEqual(["p:8:22 POLICY_INVALID"]);
  });

  it("is mended up to so many breaches, and not beyond", () => {
    const withBreaches = (count: number): string =>
      policy(Array.from({ length: count }, (_, index) => `  x${index}: 1\n`).join(""));
    const repaired = repairDocument(documentOf(withBreaches(BREACHES_MAX)), validate);
    expect(validate(repaired?.document.value)).toEqual([]);
    expect(repairDocument(documentOf(withBreaches(BREACHES_MAX + 1)), validate)).toBeUndefined();
  });

  it("keeps the positions of what was written, under whatever key", () => {
    const text = policy("").replace("condition:", "conditon:");
    const repaired = repairDocument(documentOf(text), validate);
    const path = ["spec", "rules", "0", "condition"];
    expect(repaired?.document.positionAt(path, "key")).toMatchObject({ line: 9, column: 7 });
    expect(repaired?.document.positionInText(path, 5)).toMatchObject({ line: 9, column: 22 });
    expect(repaired?.isFilled(path)).toBe(false);
  });
});

// Shipped policies with one value after the other replaced by anything.

const shipped = shippedDocuments().map(({ value }) => value);

function pathsOf(value: JsonValue): readonly (readonly string[])[] {
  const children = isList(value)
    ? value.map((child, index): readonly [string, JsonValue] => [String(index), child])
    : isObject(value)
      ? Object.entries(value)
      : [];
  return [[], ...children.flatMap(([key, child]) => pathsOf(child).map((path) => [key, ...path]))];
}

function replaced(value: JsonValue, [key, ...rest]: readonly string[], by: JsonValue): JsonValue {
  if (key === undefined) return by;
  if (isList(value))
    return value.map((child, index) => (String(index) === key ? replaced(child, rest, by) : child));
  if (!isObject(value)) return value;
  const entries = Object.entries(value);
  return Object.fromEntries(
    entries.map(([name, child]) => [name, name === key ? replaced(child, rest, by) : child]),
  );
}

const anything: fc.Arbitrary<JsonValue> = fc.oneof(
  fc.constantFrom<JsonValue>(
    null,
    true,
    0,
    -1,
    1.5,
    "",
    "x",
    "load",
    "first",
    [],
    {},
    [null],
    [""],
  ),
  fc.constantFrom<JsonValue>({ name: "x" }, { reason: "X" }, { constructor: 1 }, [{}], "{{ x }}"),
  fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.parse(JSON.stringify(value)) as JsonValue),
);

function problemsOfValue(value: JsonValue): readonly Problem[] {
  // A lone scalar is YAML and not JSON; one in a list is both.
  const read = readDocuments({ file: "p", text: JSON.stringify([value]) });
  const [document] = read.ok ? read.value : [];
  const compiled = document && compilePolicySet([{ ...document, value }], []);
  return compiled === undefined || compiled.ok ? [] : compiled.problems;
}

describe("any document", () => {
  it("ends in a policy set or in problems with a place, breaches of the schema among them", () => {
    const mutated = fc
      .constantFrom(...shipped)
      .chain((value) => fc.tuple(fc.constant(value), fc.constantFrom(...pathsOf(value)), anything))
      .map(([value, path, by]) => replaced(value, path, by));
    fc.assert(
      fc.property(mutated, (value) => {
        const problems = problemsOfValue(value);
        const isBroken = validate(value).length > 0;
        expect(problems.some(({ code }) => code === "POLICY_INVALID")).toBe(isBroken);
        for (const { position } of problems) expect(position?.file).toBe("p");
      }),
      { numRuns: 600, seed: 11 },
    );
  }, 60_000);
});
