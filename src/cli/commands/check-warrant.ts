import type { Parsed } from "../../input/problem.ts";
import type { TextOptions } from "../../report/layout.ts";
import { renderWarrantCheck } from "../../report/render-check.ts";
import { writeWarrantCheck } from "../../report/write-plan.ts";
import { Timestamp } from "../../time/time.ts";
import { checkStepWarrant } from "../../warrant/check-step-warrant.ts";
import { checkWarrant, type WarrantCheck } from "../../warrant/check-warrant.ts";
import { type AnyWarrant, isStepWarrant, parseAnyWarrant } from "../../warrant/read-any-warrant.ts";
import type { CliIo } from "../cli-io.ts";
import type { CommandLine } from "../command-line.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { createFileReader, type FileReader } from "../file-reader.ts";
import { evaluateOptions, loadCase } from "../load-case.ts";
import { writeProblems } from "../messages.ts";
import { textOptions } from "../text-options.ts";
import { readCheckWarrantArguments, type WarrantCheckFormat } from "../warrant-arguments.ts";
import { writeOutputs } from "../write-outputs.ts";

/** Checks a warrant on fresh evidence, and says which phase is next or why it does not stand. */
export function runCheckWarrant(line: CommandLine, io: CliIo): ExitCode {
  const args = readCheckWarrantArguments(line);
  if (!args.ok) {
    writeProblems(io, args.problems);
    return EXIT.badInput;
  }
  const reader = createFileReader();
  const warrant = readWarrantFile(args.value.warrant, reader);
  const loaded = loadCase(args.value, { reader, io }, warrant.ok ? [] : warrant.problems);
  if (loaded === undefined || !warrant.ok) return EXIT.badInput;
  const { policySet, snapshot, profile } = loaded;
  // Whether it is still good is asked of the clock, not of the evidence: old evidence would never see it expire.
  const now = args.value.now ?? clockOf(io);
  const options = evaluateOptions({ ...args.value, now }, loaded);
  const check = isStepWarrant(warrant.value)
    ? checkStepWarrant(warrant.value, snapshot, policySet, profile, options)
    : checkWarrant(warrant.value, snapshot, policySet, profile, options);
  const { outputs } = args.value;
  const failures = writeOutputs(outputs, io, (format, text) => textOf(check, format, text));
  // Whoever asks for the phase alone still wants to know why there is none.
  if (!outputs.some(({ format }) => format === "text") && phaseOf(check) === "")
    io.writeError(renderWarrantCheck(check, { ...textOptions(io), color: false }));
  writeProblems(io, failures);
  return failures.length > 0 ? EXIT.badInput : checkCodes[check.outcome];
}

function clockOf({ now }: CliIo): Timestamp {
  return new Timestamp(Math.floor(now().getTime() / 1000), 0);
}

function readWarrantFile(path: string, reader: FileReader): Parsed<AnyWarrant> {
  const read = reader.readText(path);
  return read.ok ? parseAnyWarrant(read.value.text, read.value.file) : read;
}

function textOf(
  check: WarrantCheck<string>,
  format: WarrantCheckFormat,
  options: TextOptions,
): string {
  if (format === "json") return writeWarrantCheck(check);
  if (format === "text") return renderWarrantCheck(check, options);
  const phase = phaseOf(check);
  return phase === "" ? "" : `${phase}\n`;
}

/** What a script does next; nothing unless the warrant stands or is done. */
function phaseOf(check: WarrantCheck<string>): string {
  if (check.outcome === "stands") return check.phase;
  return check.outcome === "done" ? "done" : "";
}

const checkCodes: Readonly<Record<WarrantCheck["outcome"], ExitCode>> = {
  stands: EXIT.ok,
  void: EXIT.denied,
  unconfirmed: EXIT.indeterminate,
  paused: EXIT.paused,
  done: EXIT.done,
};
