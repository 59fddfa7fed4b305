import type { PolicySet } from "../../engine/policy.ts";
import type { Parsed, Problem } from "../../input/problem.ts";
import type { ShownText } from "../../input/source-document.ts";
import { compilePolicySet } from "../../policies/compile-policy-set.ts";
import { isBinding } from "../../policies/read-binding.ts";
import { withoutFollowUps } from "../../policies/read-policy-text.ts";
import { type CheckArguments, readCheckArguments } from "../arguments.ts";
import { type CheckReport, renderCheck, writeCheck } from "../check-report.ts";
import { chooseEffects } from "../choose-effects.ts";
import { choosePolicies } from "../choose-policies.ts";
import { readProfileFile } from "../choose-profile.ts";
import type { CliIo } from "../cli-io.ts";
import type { CommandLine } from "../command-line.ts";
import { EXIT, type ExitCode, mostPressing } from "../exit-codes.ts";
import { createFileReader } from "../file-reader.ts";
import { writeNotices, writeProblems } from "../messages.ts";
import { writeOutputs } from "../write-outputs.ts";

/** Checks policies, bindings, a profile and effect tables, and prints what is wrong with them, or what they are. */
export function runCheck(line: CommandLine, io: CliIo): ExitCode {
  const args = readCheckArguments(line);
  if (!args.ok) {
    writeProblems(io, args.problems);
    return EXIT.badInput;
  }
  const { outputs } = args.value;
  const checked = check(args.value);
  const { report, shown } = checked;
  // No output says it, and a caller that sees the exit code alone would not know why.
  writeNotices(io, checked.emptyNotices);
  // As JSON the problems are the data; as text they are told like those of any other command.
  if (outputs.some(({ format }) => format === "text")) {
    writeNotices(io, checked.notices);
    writeProblems(io, report.problems, shown);
  }
  const failures = writeOutputs(outputs, io, (format) =>
    format === "json" ? writeCheck(report) : renderCheck(report),
  );
  writeProblems(io, failures);
  const isWrong = report.problems.length + failures.length > 0;
  if (isWrong) return EXIT.badInput;
  return mostPressing([checked.emptyNotices.length > 0 ? EXIT.vacuous : EXIT.ok]);
}

interface Checked {
  readonly report: CheckReport;
  /** What lines may be shown of. */
  readonly shown: readonly ShownText[];
  readonly notices: readonly string[];
  /** Why nothing was checked that was to be: the paths given hold no policy at all. */
  readonly emptyNotices: readonly string[];
}

function check(args: CheckArguments): Checked {
  const reader = createFileReader();
  const chosen = choosePolicies(args.policies, [], reader);
  const compiled = compilePolicySet(chosen.documents, args.params, {
    isPartial: chosen.problems.length > 0,
  });
  const profile = args.profile === undefined ? undefined : readProfileFile(args.profile, reader);
  const effects = chooseEffects(args.effects, [], reader);
  const problems = [
    // That there is nothing is no mistake here, and no pass either.
    ...(chosen.isEmpty ? [] : chosen.problems),
    ...withoutFollowUps(problemsOf(compiled), chosen.problems),
    ...(profile?.problems ?? []),
    ...effects.problems,
  ];
  return {
    report: {
      problems,
      policies: policiesOf(compiled),
      bindings: chosen.documents.filter(isBinding).length,
      profiles: profile?.value === undefined ? [] : [profile.value],
      effectTables: effects.shown.length,
    },
    shown: [...chosen.shown, ...(profile?.documents ?? []), ...effects.shown],
    notices: chosen.notices,
    emptyNotices: chosen.isEmpty ? chosen.problems.map(emptyNotice) : [],
  };
}

function emptyNotice({ message }: Problem): string {
  return `${message}, so no policy was checked: exit code ${EXIT.vacuous}`;
}

function problemsOf<T>(parsed: Parsed<T>): readonly Problem[] {
  return parsed.ok ? [] : parsed.problems;
}

function policiesOf(compiled: Parsed<PolicySet>): PolicySet["policies"] {
  return compiled.ok ? compiled.value.policies : [];
}
