import { compareText } from "../../input/compare-text.ts";
import { compareProblems, type Parsed, type Problem } from "../../input/problem.ts";
import type { SourceDocument, SourceText } from "../../input/source-document.ts";
import type { Profile } from "../../profile/profile.ts";
import type { FingerprintKey } from "../fingerprint.ts";
import type { Snapshot } from "../snapshot.ts";
import type { DeclaredCredential } from "./declared-credential.ts";
import { keptAnnotations } from "./kept-annotations.ts";
import type { LoadContext } from "./load-context.ts";
import { createLoadLog } from "./load-log.ts";
import { readEvidence } from "./read-evidence.ts";
import { createScrubber } from "./scrub.ts";
import { type GitFileInput, sortEvidence } from "./sort-evidence.ts";
import { chooseTakenAt, type TakenAtSource } from "./taken-at.ts";
import { writeEvidence } from "./write-evidence.ts";

export interface AssembleInput {
  /** Evidence, snapshots and manifests; no policies and profiles. */
  readonly documents: readonly SourceDocument[];
  /** Files that are no YAML or JSON: logs of jobs. */
  readonly texts?: readonly SourceText[];
  readonly profile: Profile;
  /** Under which secrets are fingerprinted. */
  readonly key: FingerprintKey;
  /** When the evidence was read, if the caller knows; it outranks what the inputs say. */
  readonly takenAt?: string | undefined;
  /** Taken where neither the caller nor the inputs know. */
  readonly fallbackTakenAt: string;
  /** Files of a Git checkout, by exact path. */
  readonly gitFiles?: readonly GitFileInput[];
  /** Decrypted declarations. */
  readonly declaredCredentials?: readonly DeclaredCredential[];
}

export interface Assembled {
  readonly snapshot: Snapshot;
  readonly takenAtFrom: TakenAtSource;
  /** One line each, for a person. */
  readonly notices: readonly string[];
}

/**
 * Turns files as operators have them into one snapshot. It opens nothing and reads no clock; every mistake in
 * every file is told in one run; secrets become fingerprints and digests under `key` and appear nowhere else.
 *
 * The order of files, of documents and of list items changes nothing.
 */
export function assembleSnapshot(input: AssembleInput): Parsed<Assembled> {
  const { documents, texts = [], gitFiles = [], declaredCredentials = [], profile, key } = input;
  const log = createLoadLog();
  const scrubber = createScrubber(
    key,
    keptAnnotations(profile),
    profile.spec.nodes?.ownership?.recovery,
  );
  const context: LoadContext = { profile, key, scrubber, log };
  const sorted = sortEvidence({ documents, texts, gitFiles }, context);
  const evidence = readEvidence(sorted, declaredCredentials, context);
  const takenAt = chooseTakenAt({ ...input, ...evidence }, log);
  if (takenAt === undefined || log.problems.length > 0) return refused(log.problems);
  const snapshot = writeEvidence(evidence, takenAt.takenAt, context);
  if (snapshot === undefined) return refused(log.problems);
  const notices = [...new Set(log.notices)].sort(compareText);
  return { ok: true, value: { snapshot, takenAtFrom: takenAt.takenAtFrom, notices } };
}

function refused(problems: readonly Problem[]): Parsed<never> {
  const distinct = new Map(problems.map((problem) => [JSON.stringify(problem), problem]));
  return { ok: false, problems: [...distinct.values()].sort(compareProblems) };
}
