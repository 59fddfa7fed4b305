import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readDocuments } from "../../src/input/read-documents.ts";
import type { SourceDocument } from "../../src/input/source-document.ts";
import { compilePolicySet } from "../../src/policies/compile-policy-set.ts";

// Goal: `eval` parses no YAML of shipped policies, of which the values come with the build. Method: places throw.

const folder = join(import.meta.dirname, "../../src/policies/builtin");

function withoutPlaces(document: SourceDocument): SourceDocument {
  const refuse = (): never => {
    throw new Error("a place was asked for");
  };
  return { ...document, positionAt: refuse, positionInText: refuse };
}

it("sound policies are compiled without a look at where anything stands", () => {
  const documents = readdirSync(folder).flatMap((file) => {
    const read = readDocuments({ file, text: readFileSync(join(folder, file), "utf8") });
    if (!read.ok) throw new Error(`${file} does not parse`);
    return read.value.map(withoutPlaces);
  });
  const compiled = compilePolicySet(documents, [], { lints: false });
  expect(compiled.ok && compiled.value.policies.length).toBe(documents.length);
  const twice = [...documents, ...documents];
  expect(() => compilePolicySet(twice, [], { lints: false })).toThrow("a place was asked for");
});
