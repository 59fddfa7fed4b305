import { join } from "node:path";
import { asJson } from "../input/as-json.ts";
import { escapeText } from "../input/escape-text.ts";
import type { Problem } from "../input/problem.ts";
import type { Profile } from "../profile/profile.ts";
import { canonicalJson } from "../snapshot/canonical-json.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { writeSnapshot } from "../snapshot/write-snapshot.ts";
import { makeEmptyFolder } from "./empty-folder.ts";
import { writeOutputFile } from "./write-file.ts";

/** Writes a folder that `eval -f` decides from: the snapshot, the profile, and how it came to be so. */
export function saveCounterexample(
  folder: string,
  { snapshot, profile, story }: { snapshot: Snapshot; profile: Profile; story: readonly string[] },
): readonly Problem[] {
  const problem = makeEmptyFolder(
    folder,
    "name a new folder: what is in this one would be read with it",
  );
  if (problem !== undefined) return [problem];
  const files = [
    ["snapshot.json", writeSnapshot(snapshot)],
    ["profile.yaml", `${commented(story)}${canonicalJson(asJson(profile), 2)}`],
  ] as const;
  return files.flatMap(([name, text]) => writeOutputFile(join(folder, name), text) ?? []);
}

/** Above a document that is read, so that the folder holds nothing else. */
function commented(story: readonly string[]): string {
  return story.map((line) => `# ${escapeText(line)}\n`).join("");
}
