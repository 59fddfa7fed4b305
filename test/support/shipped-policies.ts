import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { PolicySet } from "../../src/engine/policy.ts";
import { readDocuments } from "../../src/input/read-documents.ts";
import type { SourceDocument } from "../../src/input/source-document.ts";
import { compilePolicySet } from "../../src/policies/compile-policy-set.ts";
import type { ParamSetting } from "../../src/policies/policy-settings.ts";

const folder = join(import.meta.dirname, "../../src/policies/builtin");

export function shippedDocuments(): readonly SourceDocument[] {
  return readdirSync(folder)
    .filter((file) => !file.endsWith(".test.yaml"))
    .sort()
    .flatMap((file) => {
      const read = readDocuments({ file, text: readFileSync(join(folder, file), "utf8") });
      if (!read.ok) throw new Error(`${file} does not parse`);
      return read.value;
    });
}

/** The shipped policies, as `eval` without `-p` uses them. */
export function shippedPolicies(settings: readonly ParamSetting[] = []): PolicySet {
  const compiled = compilePolicySet(shippedDocuments(), settings);
  if (!compiled.ok) throw new Error(compiled.problems.map(({ message }) => message).join("\n"));
  return compiled.value;
}
