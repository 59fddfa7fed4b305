import { describe, expect, it } from "vitest";
import type { MutantResult, MutationReport } from "../../src/mutate/mutation-report.ts";
import { runMutants } from "../../src/mutate/run-mutants.ts";
import { readPolicyTest } from "../../src/policy-tests/read-policy-test.ts";
import { documentsOf, gateCases, gatePolicy, testDocument } from "../policy-tests/support.ts";

// Goal: what a case tells is killed, what nothing can tell is proven so, and the rest survives with a case that would tell.

const none = { ok: false, problems: [] } as const;

function outcomeOf(policies: string, spec: string) {
  const test = readPolicyTest(testDocument(spec));
  if (!test.ok) throw new Error(JSON.stringify(test.problems));
  const documents = documentsOf(policies, "a.yaml");
  const run = { test: test.value, policies: { documents, required: new Set(documents) } };
  return runMutants([run], { files: { evidence: () => none, profile: () => none } });
}

function reportOf(policies: string, spec: string): MutationReport {
  const report = outcomeOf(policies, spec);
  if (!report.ok) throw new Error(JSON.stringify(report.problems));
  return report.value;
}

function fateOf({ mutants }: MutationReport, id: string): MutantResult | undefined {
  return mutants.find((each) => each.id === `window/${id}`);
}

const young = ["2026-08-04", "{ gates: { g: active } }"] as const;
const old = ["2026-08-03", "{ verdict: deny, gates: { g: expired } }"] as const;
const not = ["not", "{ gates: { g: inactive } }"] as const;
const report = reportOf(gatePolicy, gateCases(young, old, not));

describe("a run of mutants", () => {
  it.each([
    ["a rule that a case fires", "too-old/delete/1", "killed"],
    ["a bound with cases on both sides", "too-old/compare/2", "killed"],
    ["a denial that a verdict names", "too-old/denies/1", "killed"],
    ["a denial that no verdict names", "otherwise.otherwise/denies/1", "survived"],
    ["an order that no case has both of", "not-declared/order/1", "survived"],
    ["rules that never hold together", "too-old/order/1", "equivalent"],
    ["a condition that those above imply", "within/drop/2", "equivalent"],
    ["a guard without which it does not compile", "too-old/drop/1", "invalid"],
  ] as const)("has of %s what it must", (_why, id, fate) => {
    expect(fateOf(report, id)).toMatchObject({ fate });
  });

  it("says which case told, and what of it", () => {
    expect(fateOf(report, "too-old/compare/2")).toMatchObject({
      by: { type: "case", name: "case 1", expected: "expired", found: "invalid" },
    });
  });

  it("says with which values a survivor decides otherwise", () => {
    const found = fateOf(report, "not-declared/order/1");
    const witness = { before: "not-declared: true", after: "too-old: true" };
    expect(found).toMatchObject({
      witness,
      suggestion: expect.stringContaining("gate.declared = false"),
    });
  });

  it("counts each mutant once, and scores what can be told", () => {
    const { killed, survived, equivalent, invalid, mutants } = report.counts;
    expect(killed + survived + equivalent + invalid).toBe(mutants);
    expect(report.scorePercent).toBe(Math.floor((100 * killed) / (killed + survived)));
    expect(report).toMatchObject({ outcome: "survived", counts: { policies: 1, cases: 3 } });
  });

  it("takes nothing that is not proven for equivalent: an outcome that no case looks at", () => {
    const found = reportOf(gatePolicy, gateCases(["not", "{ gates: { g: inactive } }"]));
    expect(fateOf(found, "within/outcome/1")).toMatchObject({ fate: "survived" });
  });

  it("is vacuous without a case", () => {
    expect(reportOf(gatePolicy, "cases: []")).toMatchObject({ outcome: "vacuous", mutants: [] });
  });

  it("takes a case that fails already for a mistake", () => {
    const found = outcomeOf(gatePolicy, gateCases(["not", "{ gates: { g: active } }"]));
    expect(found).toMatchObject({ ok: false, problems: [{ code: "TEST_INVALID" }] });
  });
});
