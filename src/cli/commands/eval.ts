import type { Decision } from "../../engine/decision.ts";
import { evaluate } from "../../engine/evaluate.ts";
import type { Problem } from "../../input/problem.ts";
import { compilePolicySet } from "../../policies/compile-policy-set.ts";
import { renderText } from "../../report/render-text.ts";
import { writeDecision } from "../../report/write-decision.ts";
import { type EvalArguments, type OutputArgument, readEvalArguments } from "../arguments.ts";
import { choosePolicies } from "../choose-policies.ts";
import type { CliIo } from "../cli-io.ts";
import type { CommandLine } from "../command-line.ts";
import { EXIT, type ExitCode, exitCodeOf, mostPressing } from "../exit-codes.ts";
import { createFileReader } from "../file-reader.ts";
import { loadInputs } from "../load-inputs.ts";
import { writeNotices, writeProblems } from "../messages.ts";
import { textOptions, WIDTH_DEFAULT } from "../text-options.ts";
import { writeOutputFile } from "../write-file.ts";

/** Decides from the inputs and prints the decision. */
export function runEval(line: CommandLine, io: CliIo): ExitCode {
  const args = readEvalArguments(line);
  if (!args.ok) {
    writeProblems(io, args.problems);
    return EXIT.badInput;
  }
  const decision = decide(args.value, io);
  if (decision === undefined) return EXIT.badInput;
  const failures = args.value.outputs.flatMap((output) => writeOutput(output, decision, io));
  writeProblems(io, failures);
  return mostPressing([exitCodeOf(decision), ...failures.map(() => EXIT.badInput)]);
}

/** Undefined when there were mistakes, which are then told: all of them, in evidence and policies alike. */
function decide(args: EvalArguments, io: CliIo): Decision | undefined {
  const reader = createFileReader();
  const loaded = loadInputs(args, { reader, now: io.now });
  const policies = choosePolicies(args.policies, loaded.policies, reader);
  const compiled = compilePolicySet(policies.documents, args.params);
  const problems = [...loaded.problems, ...policies.problems];
  // With policies missing, a param may well belong to one of them.
  if (!compiled.ok && (policies.problems.length === 0 || policies.documents.length > 0))
    problems.push(...compiled.problems);
  const { notice } = policies;
  writeNotices(io, notice === undefined ? loaded.notices : [...loaded.notices, notice]);
  if (problems.length > 0 || !compiled.ok || loaded.evidence === undefined) {
    writeProblems(io, problems, policies.documents);
    return undefined;
  }
  const { snapshot, profile } = loaded.evidence;
  const { intent, now } = args;
  const options = now === undefined ? { intent } : { intent, evaluatedAt: now };
  return evaluate(compiled.value, snapshot, profile, options);
}

function writeOutput(
  { format, file }: OutputArgument,
  decision: Decision,
  io: CliIo,
): readonly Problem[] {
  const options = file === undefined ? textOptions(io) : { width: WIDTH_DEFAULT, color: false };
  const text = format === "json" ? writeDecision(decision) : renderText(decision, options);
  if (file === undefined) {
    io.writeOut(text);
    return [];
  }
  const problem = writeOutputFile(file, text);
  return problem === undefined ? [] : [problem];
}
