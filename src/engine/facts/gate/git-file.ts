import { gapsFor } from "../../../snapshot/coverage.ts";
import type { GitFileRecord, Snapshot } from "../../../snapshot/snapshot.ts";
import { known, type UnknownFact, type ValueFact } from "../fact.ts";
import { notRead } from "./not-read.ts";

/**
 * A file of the Git checkout, read at least as far as the field that is asked for: without it in the
 * record, the file says nothing of it, unless a gap says that the file was not read well.
 */
export function gitFile(
  snapshot: Snapshot,
  path: string,
  field: "components" | "strategies" | "markers",
): ValueFact<GitFileRecord> | UnknownFact<never> {
  const files = snapshot.git?.files;
  const file = files !== undefined && Object.hasOwn(files, path) ? files[path] : undefined;
  if (file === undefined) return fileNotRead(snapshot, path);
  const isWhole = file[field] !== undefined || gapsFor(snapshot, "git", path).length === 0;
  return isWhole ? known(file) : fileNotRead(snapshot, path);
}

function fileNotRead(snapshot: Snapshot, path: string): UnknownFact<never> {
  return notRead(snapshot, {
    part: "git",
    name: path,
    detail: `\`${path}\` of the Git checkout is not in the snapshot`,
    cure: `give the checkout that holds ${path} (--git DIR)`,
  });
}
