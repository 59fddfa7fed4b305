import type { Problem } from "../../input/problem.ts";
import type { ShownText } from "../../input/source-document.ts";
import type { PolicyTestReport } from "../../policy-tests/policy-test-report.ts";
import { runPolicyTests } from "../../policy-tests/run-policy-tests.ts";
import { renderPolicyTests } from "../../report/render-policy-tests.ts";
import { writePolicyTests } from "../../report/write-policy-tests.ts";
import { choosePolicies } from "../choose-policies.ts";
import type { CliIo } from "../cli-io.ts";
import type { CommandLine } from "../command-line.ts";
import { EXIT, type ExitCode, mostPressing } from "../exit-codes.ts";
import { createFileReader, type FileReader } from "../file-reader.ts";
import { type Bounds, boundsOf } from "../inside-only.ts";
import { writeNotices, writeProblems } from "../messages.ts";
import { createProgress } from "../progress.ts";
import { readTestRuns } from "../read-test-runs.ts";
import { readTestArguments, type TestArguments } from "../test-arguments.ts";
import { writeOutputs } from "../write-outputs.ts";

/** Holds policies to their tests, and prints which cases fail and which rules no case reaches. */
export function runTest(line: CommandLine, io: CliIo): ExitCode {
  const args = readTestArguments(line);
  if (!args.ok) {
    writeProblems(io, args.problems);
    return EXIT.badInput;
  }
  const bounds = boundsOf(args.value.root);
  if (!bounds.ok) {
    writeProblems(io, bounds.problems);
    return EXIT.badInput;
  }
  const report = runTests(args.value, bounds.value, io);
  if (report === undefined) return EXIT.badInput;
  if (report.outcome === "vacuous") writeNotices(io, [nothingTested(args.value)]);
  const failures = writeOutputs(args.value.outputs, io, (format, text) =>
    format === "json" ? writePolicyTests(report) : renderPolicyTests(report, text),
  );
  writeProblems(io, failures);
  return mostPressing([exitCodes[report.outcome], ...failures.map(() => EXIT.badInput)]);
}

const exitCodes = { passed: EXIT.ok, failed: EXIT.denied, vacuous: EXIT.vacuous } as const;

function nothingTested({ paths, cases }: TestArguments): string {
  const where = paths.join(", ");
  return cases.length === 0
    ? `no case was found at ${where}: exit code ${EXIT.vacuous}`
    : `no case at ${where} has a name with ${cases.join(" or ")} in it: exit code ${EXIT.vacuous}`;
}

/** Undefined when there were mistakes, which are then told: all of them, in tests, policies and evidence alike. */
function runTests(args: TestArguments, bounds: Bounds, io: CliIo): PolicyTestReport | undefined {
  const reader = createFileReader();
  const {
    runs,
    files,
    shown,
    notices,
    problems: unread,
  } = readTestRuns(args.paths, bounds, reader);
  const problems: Problem[] = [...unread];
  const required = requiredPolicies(args.policies, reader, problems);
  writeNotices(io, notices);
  const report = runPolicyTests(runs, {
    files,
    required: required.documents,
    onCase: createProgress(io, "cases"),
    ...(args.cases.length === 0
      ? {}
      : { only: ({ name }) => args.cases.some((each) => name.includes(each)) }),
  });
  if (!report.ok) problems.push(...report.problems);
  if (report.ok && problems.length === 0) return report.value;
  writeProblems(io, problems, [...shown, ...required.shown]);
  return undefined;
}

function requiredPolicies(
  paths: readonly string[],
  reader: FileReader,
  problems: Problem[],
): Pick<ReturnType<typeof choosePolicies>, "documents"> & { readonly shown: readonly ShownText[] } {
  if (paths.length === 0) return { documents: [], shown: [] };
  const chosen = choosePolicies(paths, [], reader);
  problems.push(...chosen.problems);
  return chosen;
}
