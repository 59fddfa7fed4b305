import { writeSnapshot } from "../../snapshot/write-snapshot.ts";
import { readInputArguments } from "../arguments.ts";
import type { CliIo } from "../cli-io.ts";
import type { CommandLine } from "../command-line.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { createFileReader } from "../file-reader.ts";
import { loadInputs } from "../load-inputs.ts";
import { writeNotices, writeProblems } from "../messages.ts";

/** Prints the snapshot that the inputs make. */
export function runSnapshot(line: CommandLine, io: CliIo): ExitCode {
  const args = readInputArguments(line);
  if (!args.ok) {
    writeProblems(io, args.problems);
    return EXIT.badInput;
  }
  const { evidence, problems, notices } = loadInputs(args.value, {
    reader: createFileReader(),
    now: io.now,
  });
  writeNotices(io, notices);
  writeProblems(io, problems);
  if (evidence === undefined) return EXIT.badInput;
  io.writeOut(writeSnapshot(evidence.snapshot));
  return EXIT.ok;
}
