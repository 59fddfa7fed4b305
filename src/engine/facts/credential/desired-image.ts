import type { ProfileCredential } from "../../../profile/profile.ts";
import type { Snapshot } from "../../../snapshot/snapshot.ts";
import { known } from "../fact.ts";
import { type Known, unknownFor } from "./known.ts";
import { type GapsOf, missingReasons } from "./missing-part.ts";

/** The image that each node must have pulled; undefined where the profile names none. */
export type DesiredImage = Known<string> | undefined;

export function readDesiredImage(
  { git }: Pick<Snapshot, "git">,
  { image }: ProfileCredential,
  gapsOf: GapsOf,
): DesiredImage {
  if (image === undefined) return undefined;
  const { file, pointer } = image.tag;
  const values =
    git !== undefined && Object.hasOwn(git.files, file) ? git.files[file]?.values : undefined;
  const tag = values !== undefined && Object.hasOwn(values, pointer) ? values[pointer] : undefined;
  if (tag !== undefined) return known(`${image.repository}:${image.tagPrefix ?? ""}${tag}`);
  const detail = `the desired tag at \`${pointer}\` of \`${file}\` not read`;
  return unknownFor(missingReasons(gapsOf("git", file), detail, "--git DIR"));
}
