import type { Decision } from "../../engine/decision.ts";
import { evaluate } from "../../engine/evaluate.ts";
import { type RuleTrace, type SubjectTraces, traceRules } from "../../engine/trace-rules.ts";
import type { Problem } from "../../input/problem.ts";
import { didYouMean } from "../../input/suggest.ts";
import { renderText } from "../../report/render-text.ts";
import { renderTrace } from "../../report/render-trace.ts";
import { writeDecision } from "../../report/write-decision.ts";
import { type EvalArguments, readEvalArguments } from "../arguments.ts";
import type { CliIo } from "../cli-io.ts";
import type { CommandLine } from "../command-line.ts";
import { usageProblem } from "../command-line.ts";
import { EXIT, type ExitCode, exitCodeOf, mostPressing } from "../exit-codes.ts";
import { createFileReader } from "../file-reader.ts";
import { evaluateOptions, loadCase } from "../load-case.ts";
import { writeProblems } from "../messages.ts";
import { writeOutputs } from "../write-outputs.ts";

/** Decides from the inputs and prints the decision. */
export function runEval(line: CommandLine, io: CliIo): ExitCode {
  const args = readEvalArguments(line);
  if (!args.ok) {
    writeProblems(io, args.problems);
    return EXIT.badInput;
  }
  const judged = judge(args.value, io);
  if (judged === undefined) return EXIT.badInput;
  const { decision, traces } = judged;
  const failures = writeOutputs(args.value.outputs, io, (format, options) =>
    format === "json"
      ? writeDecision(decision)
      : renderText(decision, options) + (traces.length === 0 ? "" : renderTrace(traces, options)),
  );
  writeProblems(io, failures);
  return mostPressing([exitCodeOf(decision), ...failures.map(() => EXIT.badInput)]);
}

interface Judgement {
  readonly decision: Decision;
  readonly traces: readonly RuleTrace[];
}

/** Undefined when there were mistakes, which are then told: all of them, in evidence and policies alike. */
function judge(args: EvalArguments, io: CliIo): Judgement | undefined {
  const loaded = loadCase(args, { reader: createFileReader(), io });
  if (loaded === undefined) return undefined;
  const { policySet, snapshot, profile, effects, earlier } = loaded;
  const { now, holder } = args;
  const { traces, unknown, names } =
    args.traced.length === 0
      ? nothingTraced
      : traceRules(
          policySet,
          { snapshot, profile },
          { names: args.traced, evaluatedAt: now, holder, effects, earlier },
        );
  if (unknown.length > 0) {
    writeProblems(
      io,
      unknown.map((name) => nobodyNamed(name, names)),
    );
    return undefined;
  }
  const decision = evaluate(policySet, snapshot, profile, evaluateOptions(args, loaded));
  return { decision, traces };
}

const nothingTraced: SubjectTraces = { traces: [], unknown: [], names: [] };

function nobodyNamed(name: string, names: readonly string[]): Problem {
  return usageProblem(`no policy judges anything named \`${name}\``, didYouMean(name, names));
}
