import type { PolicySet } from "../../engine/policy.ts";
import type { Problem } from "../../input/problem.ts";
import { compilePolicySet } from "../../policies/compile-policy-set.ts";
import { withoutFollowUps } from "../../policies/read-policy-text.ts";
import type { Profile } from "../../profile/profile.ts";
import { LAW_KEYS, type LawKey } from "../../testing/laws/law-of.ts";
import { renderVerification } from "../../testing/verify/render-verification.ts";
import type { LawReport, Verification } from "../../testing/verify/verification.ts";
import { verify } from "../../testing/verify/verify.ts";
import { verifyExhaustively } from "../../testing/verify/verify-exhaustively.ts";
import { writeVerification } from "../../testing/verify/write-verification.ts";
import { choosePolicies } from "../choose-policies.ts";
import { readProfileFile } from "../choose-profile.ts";
import type { CliIo } from "../cli-io.ts";
import { type CommandLine, usageProblem } from "../command-line.ts";
import { EXIT, type ExitCode, mostPressing } from "../exit-codes.ts";
import { createFileReader } from "../file-reader.ts";
import { writeNotices, writeProblems } from "../messages.ts";
import { saveCounterexample } from "../save-counterexample.ts";
import { readVerifyArguments, type VerifyArguments } from "../verify-arguments.ts";
import { writeOutputs } from "../write-outputs.ts";

const SEED_BITS = 31;

/** Holds policies to the laws on generated worlds, and tells counterexamples as stories. */
export function runVerify(line: CommandLine, io: CliIo): ExitCode {
  const args = readVerifyArguments(line);
  const held = args.ok ? readHeld(args.value, io) : undefined;
  if (!args.ok) writeProblems(io, args.problems);
  if (!args.ok || held === undefined) return EXIT.badInput;
  const { outputs, save } = args.value;
  const verification = verified(args.value, held, io);
  const failures = [
    ...writeOutputs(outputs, io, (format, text) =>
      format === "json" ? writeVerification(verification) : renderVerification(verification, text),
    ),
    ...(save === undefined ? [] : saved(save, verification, io)),
  ];
  writeProblems(io, failures);
  return mostPressing([exitCodeOf(verification), ...failures.map(() => EXIT.badInput)]);
}

function verified(
  { exhaustiveDepth, scopes, runs, ...args }: VerifyArguments,
  { policies, profile, laws }: HeldPolicies,
  io: CliIo,
): Verification {
  if (exhaustiveDepth !== undefined)
    return verifyExhaustively(policies, {
      depth: exhaustiveDepth,
      laws,
      scopes,
      onScope: scopesTold(io),
    });
  const { seed = io.now().getTime() % 2 ** SEED_BITS } = args;
  return verify(policies, {
    runs,
    seed,
    laws,
    onLaw: progressOf(laws, io),
    ...(profile === undefined ? {} : { profile }),
  });
}

function scopesTold(io: CliIo) {
  return (law: LawKey, scope: string, states?: number): void =>
    io.writeError(`${law}, ${scope}${states === undefined ? " …" : `: ${states} states`}\n`);
}

function exitCodeOf({ laws }: Verification): ExitCode {
  if (laws.some(({ outcome }) => outcome === "broken")) return EXIT.denied;
  const isShown = laws.some(({ outcome }) => outcome === "holds");
  const isUnshown = laws.some(({ outcome }) => outcome === "hardlyExercised");
  return isShown && !isUnshown ? EXIT.ok : EXIT.vacuous;
}

interface HeldPolicies {
  readonly policies: PolicySet;
  readonly profile: Profile | undefined;
  readonly laws: readonly LawKey[];
}

/** Undefined when there were mistakes, which are then told. */
function readHeld(args: VerifyArguments, io: CliIo): HeldPolicies | undefined {
  const reader = createFileReader();
  const chosen = choosePolicies(args.policies, [], reader);
  const compiled = compilePolicySet(chosen.documents, args.params, {
    isPartial: chosen.problems.length > 0,
    lints: !chosen.isShipped,
  });
  const profile = args.profile === undefined ? undefined : readProfileFile(args.profile, reader);
  const laws = args.laws.length === 0 ? [...LAW_KEYS] : lawsNamed(args.laws);
  const problems = [
    ...chosen.problems,
    ...(compiled.ok ? [] : withoutFollowUps(compiled.problems, chosen.problems)),
    ...(profile?.problems ?? []),
    ...(laws.length === 0 ? [noLaw(args.laws)] : []),
  ];
  writeNotices(io, chosen.notices);
  if (problems.length === 0 && compiled.ok)
    return { policies: compiled.value, profile: profile?.value, laws };
  writeProblems(io, problems, [...chosen.shown, ...(profile?.documents ?? [])]);
  return undefined;
}

function lawsNamed(words: readonly string[]): readonly LawKey[] {
  const wanted = words.map((word) => word.toLowerCase());
  return LAW_KEYS.filter((key) => wanted.some((word) => key.toLowerCase().includes(word)));
}

function noLaw(words: readonly string[]): Problem {
  return {
    ...usageProblem(`no law's name holds ${words.map((word) => `\`${word}\``).join(" or ")}`),
    expected: `one of: ${LAW_KEYS.join(", ")}`,
  };
}

/** A line as each law begins and ends: some take minutes. */
function progressOf(laws: readonly LawKey[], io: CliIo) {
  return (law: LawKey, report?: LawReport): void => {
    const place = `${laws.indexOf(law) + 1}/${laws.length}`;
    if (report === undefined) io.writeError(`${place} ${law} …\n`);
    else io.writeError(`${place} ${law}: ${report.outcome}, ${report.runs} runs\n`);
  };
}

/** The first counterexample whose world can be written down. */
function saved(folder: string, { laws }: Verification, io: CliIo): readonly Problem[] {
  for (const { law, counterexample, because = "" } of laws) {
    const scene = counterexample?.scene;
    if (scene === undefined) continue;
    const problems = saveCounterexample(folder, {
      ...scene,
      story: [...scene.story, `${law}: ${because}`],
    });
    if (problems.length === 0)
      writeNotices(io, [
        `the counterexample of ${law} is in ${folder}: fleetwarrant eval -f ${folder}`,
      ]);
    return problems;
  }
  writeNotices(io, ["there is no counterexample to save"]);
  return [];
}
