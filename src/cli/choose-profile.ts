import { OWN_API_VERSION } from "../input/api-version.ts";
import { type Parsed, type Problem, startOf } from "../input/problem.ts";
import type { SourceDocument } from "../input/source-document.ts";
import type { Profile } from "../profile/profile.ts";
import { readProfile } from "../profile/read-profile.ts";
import { readSources } from "../snapshot/load/read-sources.ts";
import type { FileReader } from "./file-reader.ts";
import { isMeantAs } from "./own-documents.ts";

export interface ChosenProfile {
  readonly profile: Profile;
  /** Why it is this one, where that is not plain from the call. */
  readonly notice?: string;
}

/** The profile of the file named, else the one among the inputs, else one that names nothing. */
export function chooseProfile(
  path: string | undefined,
  found: readonly SourceDocument[],
  reader: FileReader,
): Parsed<ChosenProfile> {
  if (path !== undefined) return profileOfFile(path, found, reader);
  const [first, ...others] = found;
  if (first === undefined)
    return { ok: true, value: { profile: emptyProfile, notice: noProfileNotice } };
  if (others.length > 0)
    return { ok: false, problems: others.map((other) => second(other, first)) };
  return withoutNotice(readProfile(first));
}

/** Names nothing, so every question about the cluster is not applicable. */
export const emptyProfile: Profile = {
  apiVersion: OWN_API_VERSION,
  kind: "Profile",
  metadata: { name: "default" },
  spec: {},
};

const noProfileNotice =
  "no profile given or found: it would say where things are in the cluster, so hardly anything can be judged";

/** The one document of a file that is a profile, or was meant to be. */
export function profileDocument(path: string, reader: FileReader): Parsed<SourceDocument> {
  const read = reader.readText(path);
  if (!read.ok) return read;
  const { documents, texts, problems } = readSources([read.value]);
  if (problems.length > 0) return { ok: false, problems };
  const [first, ...others] = documents.filter((document) => isMeantAs(document, ["Profile"]));
  if (first === undefined || texts.length > 0)
    return { ok: false, problems: [noProfile(read.value.file)] };
  if (others.length > 0)
    return { ok: false, problems: others.map((other) => second(other, first)) };
  return { ok: true, value: first };
}

/** What a file that is to be a profile comes to, with every mistake in it. */
export interface ProfileReading {
  /** What lines may be shown of. */
  readonly documents: readonly SourceDocument[];
  readonly value: Profile | undefined;
  readonly problems: readonly Problem[];
}

export function readProfileFile(path: string, reader: FileReader): ProfileReading {
  const document = profileDocument(path, reader);
  if (!document.ok) return { documents: [], value: undefined, problems: document.problems };
  const profile = readProfile(document.value);
  const documents = [document.value];
  return profile.ok
    ? { documents, value: profile.value, problems: [] }
    : { documents, value: undefined, problems: profile.problems };
}

function profileOfFile(
  path: string,
  found: readonly SourceDocument[],
  reader: FileReader,
): Parsed<ChosenProfile> {
  const document = profileDocument(path, reader);
  if (!document.ok) return document;
  const profile = withoutNotice(readProfile(document.value));
  const [overridden] = found;
  if (!profile.ok || overridden === undefined) return profile;
  const notice = `the profile in ${overridden.file} is passed over: another one is given`;
  return { ok: true, value: { ...profile.value, notice } };
}

function withoutNotice(profile: Parsed<Profile>): Parsed<ChosenProfile> {
  return profile.ok ? { ok: true, value: { profile: profile.value } } : profile;
}

function noProfile(file: string): Problem {
  return {
    code: "PROFILE_INVALID",
    message: "the file holds no profile",
    position: startOf(file),
    expected: `one document with \`apiVersion: ${OWN_API_VERSION}\` and \`kind: Profile\``,
  };
}

function second(document: SourceDocument, first: SourceDocument): Problem {
  const { file, line } = first.positionAt([]);
  return {
    code: "PROFILE_AMBIGUOUS",
    message: `a second profile; the first is at \`${file}:${line}\``,
    position: document.positionAt([]),
    help: "leave one out, or name the one that counts with --profile",
  };
}
