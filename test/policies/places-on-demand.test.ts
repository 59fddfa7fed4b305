import { expect, it } from "vitest";
import type { SourceDocument } from "../../src/input/source-document.ts";
import { compilePolicySet } from "../../src/policies/compile-policy-set.ts";
import { shippedDocuments } from "../support/shipped-policies.ts";

// Goal: `eval` parses no YAML of shipped policies, of which the values come with the build. Method: places throw.

function withoutPlaces(document: SourceDocument): SourceDocument {
  const refuse = (): never => {
    throw new Error("a place was asked for");
  };
  return { ...document, positionAt: refuse, positionInText: refuse };
}

it("sound policies are compiled without a look at where anything stands", () => {
  const documents = shippedDocuments().map(withoutPlaces);
  const compiled = compilePolicySet(documents, [], { lints: false });
  expect(compiled.ok && compiled.value.policies.length).toBe(documents.length);
  const twice = [...documents, ...documents];
  expect(() => compilePolicySet(twice, [], { lints: false })).toThrow("a place was asked for");
});
