import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { compareText } from "../input/compare-text.ts";

/** The package's root: `src/cli/` and `dist/cli/` lie equally deep below it. */
const packageRoot = new URL("../../", import.meta.url);

export const packageFile: string = fileURLToPath(new URL("package.json", packageRoot));

/** Path of a JSON Schema that comes with the package. */
export function schemaFile(name: string): string {
  return fileURLToPath(new URL(`schemas/${name}.schema.json`, packageRoot));
}

/** Paths of the policies that come with the package, which are published as they are written. */
export function shippedPolicyFiles(): readonly string[] {
  const directory = new URL("src/policies/builtin/", packageRoot);
  return readdirSync(directory)
    .filter((name) => name.endsWith(".yaml") && !name.endsWith(".test.yaml"))
    .sort(compareText)
    .map((name) => fileURLToPath(new URL(name, directory)));
}
