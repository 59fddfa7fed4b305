import { join } from "node:path";
import { asJson } from "../input/as-json.ts";
import type { Problem } from "../input/problem.ts";
import { canonicalJson } from "../snapshot/canonical-json.ts";
import type { AnyWarrant } from "../warrant/read-any-warrant.ts";
import { makeEmptyFolder } from "./empty-folder.ts";
import { fileLabel, unreadable } from "./file-reader.ts";
import { writeOutputFile } from "./write-file.ts";

/**
 * Writes a file for each warrant, named so that the order of names is that of the plan: `1-prod-worker-1.json`. The
 * folder is made; it must hold nothing, or a warrant of an earlier plan would pass for one of this.
 */
export function writeWarrantFiles(
  folder: string,
  warrants: readonly AnyWarrant[],
): readonly Problem[] {
  const unnamable = warrants.filter(({ node }) => !isFileName(node.name));
  if (unnamable.length > 0) {
    const message = "the name of a node is none that Kubernetes gives, and so none for a file";
    return [unreadable(fileLabel(folder), message)];
  }
  const problem = makeEmptyFolder(
    folder,
    "name a new folder: warrants of an earlier plan must not mix with these",
  );
  if (problem !== undefined) return [problem];
  const digits = String(warrants.length).length;
  return warrants.flatMap((warrant, index) => {
    const number = String(index + 1).padStart(digits, "0");
    const path = join(folder, `${number}-${warrant.node.name}.json`);
    return writeOutputFile(path, canonicalJson(asJson(warrant), 2)) ?? [];
  });
}

/** A DNS subdomain (RFC 1123), as names of Nodes are. */
function isFileName(name: string): boolean {
  return /^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$/.test(name);
}
