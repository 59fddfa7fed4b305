import { realpathSync } from "node:fs";
import { isAbsolute, join, sep } from "node:path";
import type { Problem } from "../input/problem.ts";
import type { GitFileInput } from "../snapshot/load/sort-evidence.ts";
import { type FileReader, fileLabel, reasonOf, underFlag, unreadable } from "./file-reader.ts";

export interface ReadCheckout {
  readonly files: readonly GitFileInput[];
  readonly problems: readonly Problem[];
}

/**
 * Reads the named files of a checkout, and nothing else. A file that is not there is left out; one that
 * lies outside the checkout, by `..` or by a symbolic link, is refused.
 */
export function readGitCheckout(
  directory: string,
  paths: readonly string[],
  reader: FileReader,
): ReadCheckout {
  const files: GitFileInput[] = [];
  const problems: Problem[] = [];
  const root = realpathOf(directory);
  if (typeof root !== "string") {
    const reason = root === undefined ? "there is no such directory" : reasonOf(root.error);
    const problem = unreadable(fileLabel(directory), `cannot be read: ${reason}`);
    return { files, problems: underFlag([problem], "--git") };
  }
  for (const path of paths) {
    const label = `${fileLabel(directory).replace(/\/$/, "")}/${path}`;
    const real = locate(root, path);
    if (real === undefined) continue;
    if (typeof real !== "string") {
      problems.push(unreadable(label, real.refusal));
      continue;
    }
    const read = reader.readText(real, { label, regularOnly: true });
    if (read.ok) files.push({ path, source: read.value });
    else problems.push(...read.problems);
  }
  return { files, problems };
}

/** The real path of a file inside `root`; undefined where there is no file. */
function locate(root: string, path: string): string | { readonly refusal: string } | undefined {
  if (isAbsolute(path) || path.split(/[\\/]/).includes(".."))
    return { refusal: "lies outside the Git checkout" };
  const real = realpathOf(join(root, path));
  if (real === undefined) return undefined;
  if (typeof real !== "string") return { refusal: `cannot be read: ${reasonOf(real.error)}` };
  const prefix = root.endsWith(sep) ? root : root + sep;
  return real.startsWith(prefix) ? real : { refusal: "is a link out of the Git checkout" };
}

function realpathOf(path: string): string | { readonly error: unknown } | undefined {
  try {
    return realpathSync(path);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    return code === "ENOENT" || code === "ENOTDIR" ? undefined : { error };
  }
}
