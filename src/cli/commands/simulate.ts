import type { Parsed, Problem } from "../../input/problem.ts";
import { readOneDocument } from "../../input/read-one-document.ts";
import { renderSimulation } from "../../report/render-simulation.ts";
import { writeSimulation } from "../../report/write-simulation.ts";
import type { SimulationStep } from "../../simulate/happen.ts";
import { readPatch } from "../../simulate/patch/operation.ts";
import { simulate } from "../../simulate/simulate.ts";
import type { CliIo } from "../cli-io.ts";
import type { CommandLine } from "../command-line.ts";
import { EXIT, type ExitCode, exitCodeOf, mostPressing } from "../exit-codes.ts";
import { createFileReader, type FileReader } from "../file-reader.ts";
import { evaluateOptions, loadCase } from "../load-case.ts";
import { writeProblems } from "../messages.ts";
import { readSimulateArguments, type StepArgument } from "../simulate-arguments.ts";
import { writeOutputs } from "../write-outputs.ts";

/** Decides before and after what is to happen, and prints what differs. The exit code is that of the decision after it. */
export function runSimulate(line: CommandLine, io: CliIo): ExitCode {
  const args = readSimulateArguments(line);
  if (!args.ok) {
    writeProblems(io, args.problems);
    return EXIT.badInput;
  }
  const reader = createFileReader();
  const { steps, problems } = readSteps(args.value.steps, reader);
  const loaded = loadCase(args.value, { reader, io }, problems);
  if (loaded === undefined) return EXIT.badInput;
  const { outputs } = args.value;
  const simulation = simulate(loaded.policySet, loaded, steps, evaluateOptions(args.value, loaded));
  if (!simulation.ok) {
    writeProblems(io, simulation.problems);
    return EXIT.badInput;
  }
  const failures = writeOutputs(outputs, io, (format, text) =>
    format === "json"
      ? writeSimulation(simulation.value)
      : renderSimulation(simulation.value, text),
  );
  writeProblems(io, failures);
  const { after } = simulation.value;
  return mostPressing([exitCodeOf(after), ...failures.map(() => EXIT.badInput)]);
}

interface ReadSteps {
  readonly steps: readonly SimulationStep[];
  readonly problems: readonly Problem[];
}

function readSteps(given: readonly StepArgument[], reader: FileReader): ReadSteps {
  const problems: Problem[] = [];
  const steps = given.flatMap((step) => {
    const read = readStep(step, reader);
    if (read.ok) return [read.value];
    problems.push(...read.problems);
    return [];
  });
  return { steps, problems };
}

function readStep(step: StepArgument, reader: FileReader): Parsed<SimulationStep> {
  if (step.type === "event") return { ok: true, value: step };
  const text = reader.readText(step.file);
  if (!text.ok) return text;
  const document = readOneDocument(text.value, { code: "PATCH_INVALID", noun: "patch" });
  if (!document.ok) return document;
  const patch = readPatch(document.value);
  return patch.ok ? { ok: true, value: { type: "patch", patch: patch.value } } : patch;
}
