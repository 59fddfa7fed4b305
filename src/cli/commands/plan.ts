import { renderPlan } from "../../report/render-plan.ts";
import { writePlan } from "../../report/write-plan.ts";
import { planWarrants, type WarrantedPlan } from "../../warrant/plan-warrants.ts";
import type { CliIo } from "../cli-io.ts";
import type { CommandLine } from "../command-line.ts";
import { EXIT, type ExitCode, mostPressing } from "../exit-codes.ts";
import { createFileReader } from "../file-reader.ts";
import { evaluateOptions, loadCase } from "../load-case.ts";
import { writeProblems } from "../messages.ts";
import { readPlanArguments } from "../warrant-arguments.ts";
import { writeOutputs } from "../write-outputs.ts";
import { writeWarrantFiles } from "../write-warrant-files.ts";
import { runRolloutPlan } from "./plan-rollout.ts";

/** Plans from the inputs, and prints the plan with a warrant for each step that gets one. */
export function runPlan(line: CommandLine, io: CliIo): ExitCode {
  const args = readPlanArguments(line);
  if (!args.ok) {
    writeProblems(io, args.problems);
    return EXIT.badInput;
  }
  if (args.value.subject === "rollout") return runRolloutPlan(args.value, io);
  const { validMinutes, warrants: folder, outputs } = args.value;
  const loaded = loadCase(args.value, { reader: createFileReader(), io });
  if (loaded === undefined) return EXIT.badInput;
  const plan = planWarrants(loaded.policySet, loaded.snapshot, loaded.profile, {
    ...evaluateOptions(args.value, loaded),
    validMinutes,
  });
  const told = writeOutputs(outputs, io, (format, options) =>
    format === "json" ? writePlan(plan) : renderPlan(plan, options),
  );
  // A command that fails leaves no leave behind.
  const failures =
    folder === undefined || told.length > 0 ? told : writeWarrantFiles(folder, plan.warrants);
  writeProblems(io, failures);
  return mostPressing([planCode(plan), ...failures.map(() => EXIT.badInput)]);
}

/** Of a plan that leaves nodes out: whether it is because they are refused, or because too little is known. */
function planCode({ decision, withheld }: WarrantedPlan): ExitCode {
  const { nodes, counts } = decision;
  const isJudged =
    counts.subjects.node + counts.subjects.nodeConfig + counts.subjects.nodeCredential > 0 &&
    nodes.length > 0;
  return mostPressing([
    isJudged ? EXIT.ok : EXIT.vacuous,
    ...nodes.map(({ blocked }) =>
      blocked === undefined ? EXIT.ok : blocked === "refused" ? EXIT.denied : EXIT.indeterminate,
    ),
    ...withheld.map(({ because }) =>
      because === "IntentDenied" ? EXIT.denied : EXIT.indeterminate,
    ),
  ]);
}
