import { describe, expect, it } from "vitest";
import { isObject, type JsonValue, member } from "../../src/input/json-value.ts";
import type { SourceDocument } from "../../src/input/source-document.ts";
import { compilePolicySet } from "../../src/policies/compile-policy-set.ts";
import { shippedDocuments } from "../support/shipped-policies.ts";

const firstMatch = shippedDocuments().filter(
  ({ value }) => member(member(value, "spec"), "mode") === "first",
);

function rulesOf({ value }: SourceDocument): readonly JsonValue[] {
  const rules = member(member(value, "spec"), "rules");
  return Array.isArray(rules) ? rules : [];
}

/** The policy with the rule at a place written once more at the end, under another name. */
function withCopy(document: SourceDocument, place: number): SourceDocument {
  const rules = rulesOf(document);
  const rule = rules[place];
  const { value } = document;
  if (!isObject(value) || rule === undefined || !isObject(rule)) throw new Error("no such rule");
  const spec = member(value, "spec");
  const copied = { ...(isObject(spec) ? spec : {}), rules: [...rules, { ...rule, name: "copy" }] };
  return { ...document, value: { ...value, spec: copied } };
}

const cases = firstMatch.flatMap((document) =>
  rulesOf(document).map((rule, place) => ({ document, place, name: String(member(rule, "name")) })),
);

describe("shipped policies of which the first rule that holds decides", () => {
  it("are there", () => {
    expect(firstMatch.length).toBeGreaterThanOrEqual(2);
    expect(cases.length).toBeGreaterThanOrEqual(20);
  });

  it.each(firstMatch.map((document) => ({ file: document.file, document })))(
    "have no rule that is never reached: $file",
    ({ document }) => {
      expect(compilePolicySet([document], [])).toMatchObject({ ok: true });
    },
  );

  it.each(cases)("lie in the fragment, with budget to spare: $name once more is told", (each) => {
    const compiled = compilePolicySet([withCopy(each.document, each.place)], []);
    const found = compiled.ok ? [] : compiled.problems.map(({ code, message }) => [code, message]);
    expect(found).toEqual([
      [
        "POLICY_RULE_UNREACHABLE",
        "rule `copy` is never reached: wherever it holds, an earlier one does",
      ],
    ]);
  });
});
