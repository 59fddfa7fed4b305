import type { Parsed, Problem } from "../input/problem.ts";
import type { Profile } from "../profile/profile.ts";
import type { FingerprintKey } from "../snapshot/fingerprint.ts";
import { assembleSnapshot } from "../snapshot/load/assemble-snapshot.ts";
import { readSources } from "../snapshot/load/read-sources.ts";
import { sortInputs } from "../snapshot/load/sort-inputs.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { usageProblem } from "./command-line.ts";
import type { FileReader } from "./file-reader.ts";
import { readFiles } from "./files.ts";

interface EarlierContext {
  readonly reader: FileReader;
  /** Both snapshots are read by one profile; one beside the earlier evidence does not count. */
  readonly profile: Profile;
  /** And under one key, so that they compare. */
  readonly key: FingerprintKey;
  /** What it is to be earlier than. */
  readonly snapshot: Snapshot;
  readonly isUnsure: boolean;
}

/** Reads what was seen before: it must say when, and that must be before the snapshot and in the same cluster. */
export function loadEarlier(
  path: string,
  { reader, profile, key, snapshot, isUnsure }: EarlierContext,
): Parsed<Snapshot> {
  const files = readFiles([path], reader);
  const sources = readSources(files.sources);
  const problems: Problem[] = [...files.problems, ...sources.problems];
  const assembled = assembleSnapshot({
    documents: sortInputs(sources.documents).evidence,
    texts: sources.texts,
    profile,
    key,
    fallbackTakenAt: snapshot.takenAt,
    declaredCredentials: [],
  });
  if (!assembled.ok) problems.push(...(isUnsure ? [] : assembled.problems));
  if (problems.length > 0 || !assembled.ok) return { ok: false, problems };
  const earlier = assembled.value.snapshot;
  const found = misfit(earlier, snapshot, assembled.value.takenAtFrom === "fallback");
  return found === undefined ? { ok: true, value: earlier } : { ok: false, problems: [found] };
}

function misfit(earlier: Snapshot, later: Snapshot, isUndated: boolean): Problem | undefined {
  if (isUndated)
    return usageProblem(
      "what `--earlier` names does not say when it was read",
      "add a manifest with `takenAt`, or give what the snapshot command printed then",
    );
  if (Date.parse(earlier.takenAt) >= Date.parse(later.takenAt))
    return usageProblem("what `--earlier` names was not read before the rest");
  const clusters = [earlier, later].flatMap(({ metadata }) => metadata?.cluster ?? []);
  return new Set(clusters).size > 1
    ? usageProblem("what `--earlier` names is of another cluster")
    : undefined;
}
