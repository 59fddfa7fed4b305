import type { EffectTable } from "../engine/effects/effect-table.ts";
import { shippedEffects } from "../engine/effects/shipped-effects.ts";
import type { EvaluateOptions } from "../engine/evaluate.ts";
import type { Parsed, Problem } from "../input/problem.ts";
import type { Profile } from "../profile/profile.ts";
import { readProfile } from "../profile/read-profile.ts";
import { happen } from "../simulate/happen.ts";
import { readSnapshot } from "../snapshot/parse-snapshot.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { compareTimestamps, parseTimestamp } from "../time/time.ts";
import {
  type Evidence,
  placeIn,
  type Scene,
  type TestCase,
  type TestFiles,
} from "./policy-test.ts";
import { takenAtOther } from "./read-given.ts";

/** A case with all that it is judged from: any policies can be held to it, any number of times. */
export interface ReadyCase {
  readonly test: TestCase;
  /** After all events. */
  readonly snapshot: Snapshot;
  readonly profile: Profile;
  readonly options: EvaluateOptions;
}

/** Loads what a case names, and lets its events happen. */
export function prepareCase(test: TestCase, files: TestFiles): Parsed<ReadyCase> {
  const { given } = test;
  const profile = profileOf(test, files);
  if (profile !== undefined && !profile.ok) return profile;
  const before = evidenceOf(given, test, { files, profile: profile?.value });
  if (!before.ok) return before;
  const seen = { ...before.value, ...(profile === undefined ? {} : { profile: profile.value }) };
  const after = afterSteps(seen, given, test);
  if (!after.ok) return after;
  const earlier = earlierOf(seen, after.value, test, files);
  if (earlier !== undefined && !earlier.ok) return earlier;
  const { now, intent, holder } = given;
  const options: EvaluateOptions = {
    effects: seen.effects,
    ...(now === undefined ? {} : { evaluatedAt: now }),
    ...(intent === undefined ? {} : { intent }),
    ...(holder === undefined ? {} : { holder }),
    ...(earlier === undefined ? {} : { earlier: earlier.value }),
  };
  return { ok: true, value: { test, snapshot: after.value, profile: seen.profile, options } };
}

function profileOf({ given }: TestCase, files: TestFiles): Parsed<Profile> | undefined {
  if (given.profile === undefined) return undefined;
  return given.profile.type === "file"
    ? files.profile(given.profile.path)
    : readProfile(given.profile.document);
}

interface Loading {
  readonly files: TestFiles;
  readonly profile: Profile | undefined;
}

function evidenceOf(scene: Scene, test: TestCase, { files, profile }: Loading): Parsed<Evidence> {
  const { seen, takenAt } = scene;
  if (seen === undefined)
    return failed({
      code: "TEST_INVALID",
      message: `the case \`${test.name}\` is given no evidence`,
      position: placeIn(test, ["name"]),
      expected: "`given.evidence`, a file or folder, or `given.snapshot`",
      help: "what is the same for all cases can stand under `spec.given`",
    });
  if (seen.type === "files") return files.evidence({ paths: seen.paths, profile, takenAt });
  if (profile === undefined)
    return failed({
      code: "TEST_INVALID",
      message: `the case \`${test.name}\` has a snapshot and no profile`,
      position: placeIn(test, ["name"]),
      expected: "`given.profile`, a file or what stands under `spec` of a profile",
    });
  const snapshot = readSnapshot(takenAtOther(seen.document, takenAt));
  return snapshot.ok
    ? { ok: true, value: { snapshot: snapshot.value, profile, effects: shippedEffects() } }
    : snapshot;
}

/** What is seen after the events; mistakes are told at the event, or at the operation. */
function afterSteps(
  seen: { readonly snapshot: Snapshot; readonly profile: Profile; readonly effects: EffectTable },
  { steps = [] }: Scene,
  { document, path }: TestCase,
): Parsed<Snapshot> {
  const happened = happen(
    seen,
    steps.map(({ step }) => step),
    seen.effects,
  );
  if (happened.ok) return happened;
  const place = (problem: Problem): Problem => {
    if (problem.position?.file === document.file) return problem;
    const isAbout = (text: string): boolean =>
      problem.position?.file === text || problem.message.includes(`\`${text}\``);
    const about = steps.find(({ step }) => step.type === "event" && isAbout(step.event.text));
    const code = problem.code === "USAGE_INVALID" ? "TEST_INVALID" : problem.code;
    return { ...problem, code, position: about?.position ?? document.positionAt(path) };
  };
  return { ok: false, problems: happened.problems.map(place) };
}

/** The earlier snapshot, which is the case's own before its events where it names none. */
function earlierOf(
  seen: Evidence,
  after: Snapshot,
  test: TestCase,
  files: TestFiles,
): Parsed<Snapshot> | undefined {
  const { earlier } = test.given;
  if (earlier === undefined) return undefined;
  const base = earlier.seen === undefined ? { ...ownSeen(test), ...earlier } : earlier;
  const before = evidenceOf(base, test, { files, profile: seen.profile });
  if (!before.ok) return before;
  const snapshot = afterSteps({ ...seen, snapshot: before.value.snapshot }, base, test);
  if (!snapshot.ok || isBefore(snapshot.value, after)) return snapshot;
  return failed({
    code: "TEST_INVALID",
    message: "what is seen earlier was not taken before the rest",
    position: earlier.position,
    help: "let time pass in the case with `events: [advance=24h]`, or say `takenAt`",
  });
}

/** What is seen in a case before its events. */
function ownSeen({ given: { seen, takenAt } }: TestCase): Scene {
  return {
    ...(seen === undefined ? {} : { seen }),
    ...(takenAt === undefined ? {} : { takenAt }),
  };
}

function isBefore(a: Snapshot, b: Snapshot): boolean {
  const [first, second] = [parseTimestamp(a.takenAt), parseTimestamp(b.takenAt)];
  return first !== undefined && second !== undefined && compareTimestamps(first, second) < 0;
}

function failed(problem: Problem): { readonly ok: false; readonly problems: readonly Problem[] } {
  return { ok: false, problems: [problem] };
}
