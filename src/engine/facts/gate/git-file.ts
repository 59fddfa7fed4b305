import type { GitFileRecord } from "../../../snapshot/snapshot.ts";
import { known } from "../fact.ts";
import { gapsOf, missingReasons } from "../gaps.ts";
import { type Known, unknownFor } from "../known.ts";
import type { FactSource } from "../subject.ts";

/**
 * A file of the Git checkout, read at least as far as the field that is asked for: without it in the
 * record, the file says nothing of it, unless a gap says that the file was not read well.
 */
export function gitFile(
  source: FactSource,
  path: string,
  field: "components" | "strategies" | "markers",
): Known<GitFileRecord> {
  const files = source.snapshot.git?.files;
  const file = files !== undefined && Object.hasOwn(files, path) ? files[path] : undefined;
  const gaps = gapsOf(source).on("git", path);
  if (file !== undefined && (file[field] !== undefined || gaps.length === 0)) return known(file);
  return unknownFor(
    missingReasons(gaps, {
      detail: `\`${path}\` of the Git checkout is not in the snapshot`,
      cure: `give the checkout that holds ${path} (--git DIR)`,
    }),
  );
}
