import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import type { Decision } from "../../src/engine/decision.ts";
import { evaluate } from "../../src/engine/evaluate.ts";
import type { PolicySet } from "../../src/engine/policy.ts";
import type { SourceText } from "../../src/input/source-document.ts";
import type { Profile } from "../../src/profile/profile.ts";
import { readProfile } from "../../src/profile/read-profile.ts";
import { assembleSnapshot } from "../../src/snapshot/load/assemble-snapshot.ts";
import { readSources } from "../../src/snapshot/load/read-sources.ts";
import { sortInputs } from "../../src/snapshot/load/sort-inputs.ts";
import type { Snapshot } from "../../src/snapshot/snapshot.ts";
import { fixtures } from "./run-cli.ts";

const incidents = join(fixtures, "incidents");

/** `incident/variant` of every incident fixture. */
export function incidentFolders(): readonly string[] {
  return readdirSync(incidents)
    .flatMap((incident) =>
      readdirSync(join(incidents, incident)).map((variant) => `${incident}/${variant}`),
    )
    .sort();
}

/** The files of one fixture, their paths relative to it. */
export function readIncident(folder: string): readonly SourceText[] {
  const root = join(incidents, folder);
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((path) => ({ file: relative(root, path), text: readFileSync(path, "utf8") }));
}

export interface Loaded {
  readonly snapshot: Snapshot;
  readonly profile: Profile;
}

/** What the command line does with a folder, without files. */
export function loadSources(sources: readonly SourceText[], keyByte = 7): Loaded {
  const { documents, texts, problems } = readSources(sources);
  if (problems.length > 0) throw new Error(problems.map(({ message }) => message).join("\n"));
  const { profiles, evidence } = sortInputs(documents);
  const [first] = profiles;
  const profile = first === undefined ? undefined : readProfile(first);
  if (profile === undefined || !profile.ok) throw new Error("the fixture has no valid profile");
  const assembled = assembleSnapshot({
    documents: evidence,
    texts,
    profile: profile.value,
    key: { id: "test", bytes: new Uint8Array(32).fill(keyByte) },
    fallbackTakenAt: "2026-08-06T12:00:00Z",
  });
  if (!assembled.ok) throw new Error(assembled.problems.map(({ message }) => message).join("\n"));
  return { snapshot: assembled.value.snapshot, profile: profile.value };
}

export function decideLoaded(policies: PolicySet, { snapshot, profile }: Loaded): Decision {
  return evaluate(policies, snapshot, profile);
}
