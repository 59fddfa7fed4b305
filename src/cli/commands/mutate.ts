import type { MutationReport } from "../../mutate/mutation-report.ts";
import { runMutants } from "../../mutate/run-mutants.ts";
import { renderMutation } from "../../report/render-mutation.ts";
import { writeMutation } from "../../report/write-mutation.ts";
import type { CliIo } from "../cli-io.ts";
import type { CommandLine } from "../command-line.ts";
import { EXIT, type ExitCode, mostPressing } from "../exit-codes.ts";
import { createFileReader } from "../file-reader.ts";
import { type Bounds, boundsOf } from "../inside-only.ts";
import { writeNotices, writeProblems } from "../messages.ts";
import { type MutateArguments, readMutateArguments } from "../mutate-arguments.ts";
import { createProgress } from "../progress.ts";
import { readTestRuns } from "../read-test-runs.ts";
import { writeOutputs } from "../write-outputs.ts";

/** Makes small mistakes in policies, and prints those that no case of their tests tells. */
export function runMutate(line: CommandLine, io: CliIo): ExitCode {
  const args = readMutateArguments(line);
  if (!args.ok) {
    writeProblems(io, args.problems);
    return EXIT.badInput;
  }
  const bounds = boundsOf(args.value.root);
  if (!bounds.ok) {
    writeProblems(io, bounds.problems);
    return EXIT.badInput;
  }
  const report = mutated(args.value, bounds.value, io);
  if (report === undefined) return EXIT.badInput;
  if (report.outcome === "vacuous")
    writeNotices(io, [
      `nothing was mutated at ${args.value.paths.join(", ")}: exit code ${EXIT.vacuous}`,
    ]);
  const failures = writeOutputs(args.value.outputs, io, (format, text) =>
    format === "json" ? writeMutation(report) : renderMutation(report, text),
  );
  writeProblems(io, failures);
  return mostPressing([exitCodes[report.outcome], ...failures.map(() => EXIT.badInput)]);
}

const exitCodes = { killed: EXIT.ok, survived: EXIT.denied, vacuous: EXIT.vacuous } as const;

/** Undefined when there were mistakes, which are then told. */
function mutated(args: MutateArguments, bounds: Bounds, io: CliIo): MutationReport | undefined {
  const { runs, files, problems, shown, notices } = readTestRuns(
    args.paths,
    bounds,
    createFileReader(),
  );
  writeNotices(io, notices);
  const report =
    problems.length === 0
      ? runMutants(runs, { files, onMutant: createProgress(io, "mutants") })
      : { ok: false as const, problems };
  if (report.ok) return report.value;
  writeProblems(io, report.problems, shown);
  return undefined;
}
