import { compareProblems, type Problem } from "../input/problem.ts";
import type { SourceDocument, SourceText } from "../input/source-document.ts";
import { namedGitFiles } from "../profile/named-files.ts";
import type { Profile } from "../profile/profile.ts";
import type { FingerprintKey } from "../snapshot/fingerprint.ts";
import { assembleSnapshot } from "../snapshot/load/assemble-snapshot.ts";
import { readSources } from "../snapshot/load/read-sources.ts";
import { sortInputs } from "../snapshot/load/sort-inputs.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { formatTimestamp } from "../time/time.ts";
import type { InputArguments } from "./arguments.ts";
import { chooseProfile, emptyProfile } from "./choose-profile.ts";
import { readDeclaredCredentials } from "./declared-credentials.ts";
import type { FileReader } from "./file-reader.ts";
import { readFiles } from "./files.ts";
import { randomFingerprintKey, readFingerprintKey } from "./fingerprint-key.ts";
import { readGitCheckout } from "./git-checkout.ts";
import { loadEarlier } from "./load-earlier.ts";

export interface LoadedInputs {
  /** Undefined only if there are problems. */
  readonly evidence: LoadedEvidence | undefined;
  /** Policies found among the inputs. */
  readonly policies: readonly SourceDocument[];
  /** Effect tables found among the inputs. */
  readonly effects: readonly SourceDocument[];
  readonly problems: readonly Problem[];
  /** What was assumed, for people. */
  readonly notices: readonly string[];
}

export interface LoadedEvidence {
  readonly snapshot: Snapshot;
  readonly profile: Profile;
  /** What was seen before, where it was given. */
  readonly earlier?: Snapshot;
}

export interface LoadContext {
  readonly reader: FileReader;
  readonly now: () => Date;
}

/** Turns what the command line names into a profile and a snapshot. Goes on after mistakes, to tell all of them. */
export function loadInputs(args: InputArguments, context: LoadContext): LoadedInputs {
  const files = readFiles(args.files, context.reader);
  const sources = readSources(files.sources);
  const sorted = sortInputs(sources.documents);
  const { profiles, policies, effects, evidence: documents } = sorted;
  const problems = [...files.problems, ...sources.problems];
  const notices: string[] = [];
  const chosen = chooseProfile(args.profile, profiles, context.reader);
  if (chosen.ok && chosen.value.notice !== undefined) notices.push(chosen.value.notice);
  if (!chosen.ok) problems.push(...chosen.problems);
  // A file that could not be read may hold the profile, if none was found.
  const isUnsure =
    !chosen.ok ||
    (problems.length > 0 && profiles.length + (args.profile === undefined ? 0 : 1) === 0);
  const profile = chosen.ok ? chosen.value.profile : emptyProfile;
  const found: Problem[] = [];
  const given = { documents, texts: sources.texts, profile, isUnsure };
  const evidence = loadEvidence(args, { ...context, ...given, problems: found, notices });
  problems.push(...found.filter(({ code }) => !isUnsure || !hangsOnProfile.has(code)));
  return {
    evidence: problems.length === 0 ? evidence : undefined,
    policies,
    effects,
    problems: problems.sort(compareProblems),
    notices,
  };
}

/** Mistakes that may only look like ones while the profile is not known. */
const hangsOnProfile: ReadonlySet<Problem["code"]> = new Set([
  "SNAPSHOT_CREDENTIAL_INVALID",
  "SNAPSHOT_SECRET_REFUSED",
  "SNAPSHOT_UNRECOGNIZED",
  "USAGE_INVALID",
]);

interface EvidenceContext extends LoadContext {
  readonly documents: readonly SourceDocument[];
  readonly texts: readonly SourceText[];
  readonly profile: Profile;
  /** Another profile may be meant, if it could not be read. */
  readonly isUnsure: boolean;
  readonly problems: Problem[];
  readonly notices: string[];
}

function loadEvidence(args: InputArguments, context: EvidenceContext): LoadedInputs["evidence"] {
  const { reader, documents, texts, profile, isUnsure, problems, notices } = context;
  const key = keyFor(args, context);
  const git =
    args.git === undefined
      ? { files: [], problems: [] }
      : readGitCheckout(args.git, namedGitFiles(profile), reader);
  const declared = readDeclaredCredentials(args.declaredCredentials, profile, reader);
  problems.push(...git.problems, ...declared.problems);
  if (key === undefined) return undefined;
  const assembled = assembleSnapshot({
    documents,
    texts,
    profile,
    key,
    takenAt: args.takenAt === undefined ? undefined : formatTimestamp(args.takenAt),
    fallbackTakenAt:
      args.now === undefined ? presentTime(context.now()) : formatTimestamp(args.now),
    gitFiles: git.files,
    // Which credential each is hangs on the profile.
    declaredCredentials: isUnsure ? [] : declared.credentials,
  });
  if (!assembled.ok) {
    problems.push(...assembled.problems);
    return undefined;
  }
  const { snapshot, takenAtFrom } = assembled.value;
  notices.push(...assembled.value.notices);
  if (takenAtFrom === "fallback") {
    const source = args.now === undefined ? "the present time" : "--now";
    notices.push(
      `the inputs do not say when they were read: ${source} is taken (--taken-at TIME says it)`,
    );
  }
  if (args.earlier === undefined) return { snapshot, profile };
  const earlier = loadEarlier(args.earlier, { reader, profile, key, snapshot, isUnsure });
  if (!earlier.ok) problems.push(...earlier.problems);
  return earlier.ok ? { snapshot, profile, earlier: earlier.value } : undefined;
}

/** In whole seconds: nothing here is more exact. */
function presentTime(now: Date): string {
  return `${now.toISOString().slice(0, 19)}Z`;
}

/** The key given; else one that is used once, which is said where anything can depend on it. */
function keyFor(
  { fingerprintKey }: InputArguments,
  { reader, problems, notices, profile }: EvidenceContext,
): FingerprintKey | undefined {
  if (fingerprintKey === undefined) {
    if ((profile.spec.credentials ?? []).length > 0)
      notices.push(
        "fingerprints are made with a random key: they cannot be compared with those of another run (--fingerprint-key FILE)",
      );
    return randomFingerprintKey();
  }
  const read = readFingerprintKey(fingerprintKey, reader);
  if (read.ok) return read.value;
  problems.push(...read.problems);
  return undefined;
}
