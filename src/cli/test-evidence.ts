import { dirname, resolve } from "node:path";
import { compareProblems, type Parsed, type Problem } from "../input/problem.ts";
import type {
  Evidence,
  EvidenceRequest,
  Reference,
  TestFiles,
} from "../policy-tests/policy-test.ts";
import type { Profile } from "../profile/profile.ts";
import { readProfile } from "../profile/read-profile.ts";
import { digestOf } from "../snapshot/digest.ts";
import type { FingerprintKey } from "../snapshot/fingerprint.ts";
import { assembleSnapshot } from "../snapshot/load/assemble-snapshot.ts";
import { readSources } from "../snapshot/load/read-sources.ts";
import { sortInputs } from "../snapshot/load/sort-inputs.ts";
import { formatTimestamp } from "../time/time.ts";
import { chooseEffects } from "./choose-effects.ts";
import { chooseProfile, profileDocument } from "./choose-profile.ts";
import type { FileReader } from "./file-reader.ts";
import { readFiles } from "./files.ts";
import { type Bounds, pathWithin } from "./inside-only.ts";

interface EvidenceContext {
  readonly reader: FileReader;
  readonly bounds: Bounds;
  /** One for the whole run, so that what cases share compares. */
  readonly key: FingerprintKey;
}

/** Reads what tests name, each thing once however many cases ask for it. */
export function createTestFiles(context: EvidenceContext): TestFiles {
  const evidence = new Map<string, Parsed<Evidence>>();
  const profiles = new Map<string, Parsed<Profile>>();
  return {
    evidence: (request) => {
      const paths = pathsOf(request.paths, context);
      if (!paths.ok) return paths;
      const { profile, takenAt } = request;
      const key = JSON.stringify([
        paths.value.map((path) => resolve(path)),
        profile === undefined ? "" : digestOf(profile),
        takenAt === undefined ? "" : formatTimestamp(takenAt),
      ]);
      const known = evidence.get(key) ?? loadEvidence(paths.value, request, context);
      evidence.set(key, known);
      return known;
    },
    profile: (reference) => {
      const paths = pathsOf([reference], context);
      const [path] = paths.ok ? paths.value : [];
      if (!paths.ok || path === undefined)
        return { ok: false, problems: paths.ok ? [] : paths.problems };
      const known = profiles.get(resolve(path)) ?? loadProfile(path, context);
      profiles.set(resolve(path), known);
      return known;
    },
  };
}

function pathsOf(
  references: readonly Reference[],
  { bounds }: EvidenceContext,
): Parsed<readonly string[]> {
  const found = references.map((each) => pathWithin(each, dirname(each.position.file), bounds));
  const problems = found.flatMap((each) => (each.ok ? [] : each.problems));
  return problems.length === 0
    ? { ok: true, value: found.flatMap((each) => (each.ok ? [each.value] : [])) }
    : { ok: false, problems };
}

function loadProfile(path: string, { reader }: EvidenceContext): Parsed<Profile> {
  const document = profileDocument(path, reader);
  return document.ok ? readProfile(document.value) : document;
}

/** Makes a snapshot as `eval -f` does. A test hangs on no clock, so the evidence or the case must say when it was read. */
function loadEvidence(
  paths: readonly string[],
  { profile: given, takenAt, paths: references }: EvidenceRequest,
  { reader, key }: EvidenceContext,
): Parsed<Evidence> {
  const files = readFiles(paths, reader);
  const sources = readSources(files.sources);
  const sorted = sortInputs(sources.documents);
  const problems: Problem[] = [...files.problems, ...sources.problems];
  const position = references[0]?.position;
  const profile = given ?? profileAmong(sorted.profiles, { reader, position, problems });
  const effects = chooseEffects([], sorted.effects, reader);
  problems.push(...effects.problems);
  if (profile === undefined || problems.length > 0) return { ok: false, problems };
  const assembled = assembleSnapshot({
    documents: sorted.evidence,
    texts: sources.texts,
    profile,
    key,
    takenAt: takenAt === undefined ? undefined : formatTimestamp(takenAt),
    fallbackTakenAt: "1970-01-01T00:00:00Z",
  });
  if (!assembled.ok) return assembled;
  const { snapshot, takenAtFrom } = assembled.value;
  if (takenAtFrom === "fallback") return { ok: false, problems: [undated(position)] };
  const { table } = effects;
  return table === undefined
    ? { ok: false, problems: [...problems].sort(compareProblems) }
    : { ok: true, value: { snapshot, profile, effects: table } };
}

interface ProfileSearch {
  readonly reader: FileReader;
  readonly position: Problem["position"];
  readonly problems: Problem[];
}

function profileAmong(
  found: Parameters<typeof chooseProfile>[1],
  { reader, position, problems }: ProfileSearch,
): Profile | undefined {
  if (found.length === 0) {
    problems.push({
      code: "TEST_INVALID",
      message: "there is no profile in the evidence, and the case gives none",
      position,
      expected: "`given.profile`, a file or what stands under `spec` of a profile",
    });
    return undefined;
  }
  const chosen = chooseProfile(undefined, found, reader);
  if (chosen.ok) return chosen.value.profile;
  problems.push(...chosen.problems);
  return undefined;
}

function undated(position: Problem["position"]): Problem {
  return {
    code: "TEST_INVALID",
    message: "the evidence does not say when it was read, and the case does not either",
    position,
    help: "say it with `given.takenAt`, such as `takenAt: 2026-08-06T17:20:00Z`",
  };
}
