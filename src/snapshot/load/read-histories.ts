import { readCredentialHistory } from "./credential-history.ts";
import { readDeclaredHistories } from "./declared-history.ts";
import { readGitLogHistory } from "./git-log-history.ts";
import type { LoadContext } from "./load-context.ts";
import { createLoadLog } from "./load-log.ts";
import { type Contribution, mergeContributions } from "./merge-contributions.ts";
import type { SortedEvidence } from "./sort-evidence.ts";

/**
 * Reads the histories of credentials, from documents and from logs of Git.
 *
 * @param pieces - What else was read: it says which of the declarations is in force.
 */
export function readHistories(
  sorted: SortedEvidence,
  pieces: readonly Contribution[],
  context: LoadContext,
): readonly Contribution[] {
  const documents = sorted.ofKind("credentialHistory");
  const sources = [
    ...documents.flatMap((document) => readCredentialHistory(document, context)),
    ...sorted.textsOfKind("gitLog").flatMap((text) => readGitLogHistory(text, context)),
  ];
  if (sources.length === 0) return [];
  const about = pieces.filter(({ path }) => path[0] === "credentials");
  // Conflicts are told where all pieces are joined.
  const { credentials } = mergeContributions(about, createLoadLog());
  return readDeclaredHistories(sources, credentials, context);
}
