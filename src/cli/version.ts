import { readFileSync } from "node:fs";
import { packageFile } from "./package-files.ts";

/** The package's version, as its package.json has it. */
export function readVersion(): string {
  const { version }: { version: string } = JSON.parse(readFileSync(packageFile, "utf8"));
  return version;
}
