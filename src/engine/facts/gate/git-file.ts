import type { GitFileRecord } from "../../../snapshot/snapshot.ts";
import { known } from "../fact.ts";
import { gapsOf, missingReasons } from "../gaps.ts";
import { type Known, unknownFor } from "../known.ts";
import type { FactSource } from "../subject.ts";

/**
 * A file of the Git checkout, read as far as the field that is asked for: without it in the record, the file says
 * nothing of it. A gap on the file or on that field counts whatever the record holds: what was read in part may lack
 * the line that matters, and a list that lacks it looks whole.
 */
export function gitFile(
  source: FactSource,
  path: string,
  field: "components" | "strategies" | "markers",
): Known<GitFileRecord> {
  const files = source.snapshot.git?.files;
  const file = files !== undefined && Object.hasOwn(files, path) ? files[path] : undefined;
  const gaps = gapsOf(source).on("git", `${path}#${field}`);
  if (file !== undefined && gaps.length === 0) return known(file);
  const detail =
    file === undefined
      ? `\`${path}\` of the Git checkout is not in the snapshot`
      : `\`${path}\` of the Git checkout was not read well`;
  return unknownFor(
    missingReasons(gaps, { detail, cure: `give the checkout that holds ${path} (--git DIR)` }),
  );
}
