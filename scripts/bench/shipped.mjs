import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { compilePolicySet, readDocuments } from "../../dist/index.js";

export function shippedPolicies() {
  const folder = join(import.meta.dirname, "../../src/policies/builtin");
  const documents = readdirSync(folder)
    .filter((file) => !file.endsWith(".test.yaml"))
    .flatMap(
      (file) => readDocuments({ file, text: readFileSync(join(folder, file), "utf8") }).value,
    );
  return compilePolicySet(documents, []).value;
}
