import type { ProfileCredential } from "../../../profile/profile.ts";
import { known } from "../fact.ts";
import { gapsOf, missingReasons } from "../gaps.ts";
import { type Known, unknownFor } from "../known.ts";
import type { FactSource } from "../subject.ts";

/** The image that each node must have pulled; undefined where the profile names none. */
export type DesiredImage = Known<string> | undefined;

export function readDesiredImage(source: FactSource, { image }: ProfileCredential): DesiredImage {
  if (image === undefined) return undefined;
  const { file, pointer } = image.tag;
  const { git } = source.snapshot;
  const values =
    git !== undefined && Object.hasOwn(git.files, file) ? git.files[file]?.values : undefined;
  const tag = values !== undefined && Object.hasOwn(values, pointer) ? values[pointer] : undefined;
  if (tag !== undefined) return known(`${image.repository}:${image.tagPrefix ?? ""}${tag}`);
  const detail = `the desired tag at \`${pointer}\` of \`${file}\` not read`;
  return unknownFor(missingReasons(gapsOf(source).on("git", file), { detail, cure: "--git DIR" }));
}
