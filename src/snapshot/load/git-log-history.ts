import type { Problem } from "../../input/problem.ts";
import { readDocuments } from "../../input/read-documents.ts";
import type { SourceDocument, SourceText } from "../../input/source-document.ts";
import type { ProfileCredential } from "../../profile/profile.ts";
import {
  type Declaration,
  type DeclarationSource,
  historyGap,
  isHistoryWanted,
} from "./declarations.ts";
import { findRevision } from "./encrypted-file.ts";
import { encryptedPaths } from "./encrypted-paths.ts";
import { type FileVersion, fileVersions } from "./git-file-versions.ts";
import { GIT_LOG_COMMAND, type LoggedCommit, readGitLog } from "./git-log.ts";
import type { LoadContext } from "./load-context.ts";
import { problemAt } from "./place.ts";
import { textPlace } from "./text-place.ts";

const HELP = `give what this prints: \`${GIT_LOG_COMMAND}\``;

/** Longest log that is read, in UTF-16 code units: every version in it is read as YAML. */
const LOG_LENGTH_MAX: number = 16 * 1024 * 1024;

/**
 * Reads the log of a file that declares credentials: what was declared from which commit on. A log that may lack
 * something is no history at all, but a gap.
 */
export function readGitLogHistory(
  source: SourceText,
  { profile, log }: LoadContext,
): readonly DeclarationSource[] {
  const { file } = source;
  const reading = readLog(source);
  if ("problem" in reading) {
    log.problems.push(reading.problem);
    return [];
  }
  const named = (profile.spec.credentials ?? []).filter(({ declared }) =>
    isAbout(reading.commits, declared.file),
  );
  if (named.length === 0) {
    const message = "a log of another file than those that declare the profile's credentials";
    log.problems.push(refusal(file, 1, message));
  }
  const place = textPlace(file, 1);
  const found = fileVersions(reading.commits);
  const parse = createParser(source);
  return named
    .filter((credential) => isHistoryWanted(credential, place, log))
    .flatMap((credential) => {
      const { name } = credential;
      const declarations = found.ok
        ? declarationsIn(found.versions, credential, { file, parse })
        : found.why;
      if (typeof declarations !== "string")
        return [{ credential: name, isWhole: true, declarations, place }];
      log.gaps.push(historyGap(name, "Partial", declarations));
      log.notices.push(`${file}: no history of \`${name}\`: ${declarations}; ${HELP}`);
      return [];
    });
}

type LogReading = { readonly commits: readonly LoggedCommit[] } | { readonly problem: Problem };

function readLog({ file, text }: SourceText): LogReading {
  if (text.length > LOG_LENGTH_MAX) {
    return { problem: refusal(file, 1, `a log longer than ${LOG_LENGTH_MAX} characters`) };
  }
  const reading = readGitLog(text);
  if (reading.ok) return reading;
  return { problem: refusal(file, reading.line, "a log of Git that is not written as expected") };
}

function refusal(file: string, line: number, message: string): Problem {
  return problemAt(textPlace(file, line), "SNAPSHOT_UNRECOGNIZED", message, { help: HELP });
}

/** The file may have had other paths before; the newest commit names its present one. */
function isAbout(commits: readonly LoggedCommit[], path: string): boolean {
  const ends = [commits[0], commits.at(-1)];
  const isOne = commits.every(({ changes }) => changes.length <= 1);
  return isOne && ends.some((commit) => commit?.changes.some(({ toPath }) => toPath === path));
}

type Parse = (text: string) => readonly SourceDocument[] | undefined;

function createParser({ file }: SourceText): Parse {
  const known = new Map<string, readonly SourceDocument[] | undefined>();
  return (text) => {
    if (!known.has(text)) {
      const parsed = readDocuments({ file, text });
      known.set(text, parsed.ok ? parsed.value : undefined);
    }
    return known.get(text);
  };
}

/** What was declared, each ciphertext once; or why some version does not tell it. */
function declarationsIn(
  versions: readonly FileVersion[],
  credential: ProfileCredential,
  { file, parse }: { readonly file: string; readonly parse: Parse },
): readonly Declaration[] | string {
  const byRevision = new Map<string, Declaration>();
  let current: string | undefined;
  let earlier: readonly SourceDocument[] = [];
  for (const { line, at, text } of versions) {
    const documents = text === undefined ? [] : parse(text);
    if (documents === undefined) return "the file could not be read at some commit";
    const { place, revision } = findRevision(credential, documents);
    if (place !== undefined && revision === undefined)
      return "the credential was not encrypted at some commit";
    if (byRevision.size === 0 && revision !== undefined && hasLost(earlier, documents))
      return "the credential may have stood elsewhere in the file before";
    if (revision !== undefined && revision !== current) {
      const first = byRevision.get(revision)?.firstDeclaredAt ?? at;
      const declared = { revision, firstDeclaredAt: first, lastDeclaredAt: at };
      byRevision.set(revision, { ...declared, place: textPlace(file, line) });
    }
    current = revision;
    earlier = documents;
  }
  return [...byRevision.values()];
}

/** An encrypted value went away: it may be the one that is now under another name. */
function hasLost(
  earlier: readonly SourceDocument[],
  documents: readonly SourceDocument[],
): boolean {
  const left = encryptedPaths(documents);
  return [...encryptedPaths(earlier)].some((path) => !left.has(path));
}
