import type { FleetRollout } from "../../engine/rollout/rollout-plan.ts";
import { renderRollout } from "../../report/render-rollout.ts";
import { writeRollout } from "../../report/write-rollout.ts";
import { planStepWarrants, type WarrantedRollout } from "../../warrant/plan-step-warrants.ts";
import type { CliIo } from "../cli-io.ts";
import { EXIT, type ExitCode, mostPressing } from "../exit-codes.ts";
import { createFileReader } from "../file-reader.ts";
import { evaluateOptions, loadCase } from "../load-case.ts";
import { writeProblems } from "../messages.ts";
import type { PlanArguments } from "../warrant-arguments.ts";
import { writeOutputs } from "../write-outputs.ts";
import { writeWarrantFiles } from "../write-warrant-files.ts";

/** Plans how fleets are stepped to the revision that they want, and prints it with a warrant for each step. */
export function runRolloutPlan(args: PlanArguments, io: CliIo): ExitCode {
  const loaded = loadCase(args, { reader: createFileReader(), io });
  if (loaded === undefined) return EXIT.badInput;
  const { policySet, snapshot, profile } = loaded;
  const { validMinutes, warrants: folder } = args;
  const rollout = planStepWarrants(policySet, snapshot, profile, {
    ...evaluateOptions(args, loaded),
    validMinutes,
  });
  const told = writeOutputs(args.outputs, io, (format, options) =>
    format === "json" ? writeRollout(rollout) : renderRollout(rollout, options),
  );
  // A command that fails leaves no leave behind.
  const failures =
    folder === undefined || told.length > 0 ? told : writeWarrantFiles(folder, rollout.warrants);
  writeProblems(io, failures);
  return mostPressing([rolloutCode(rollout), ...failures.map(() => EXIT.badInput)]);
}

function rolloutCode({ plan: { fleets }, withheld }: WarrantedRollout): ExitCode {
  if (fleets.length === 0) return EXIT.vacuous;
  return mostPressing([
    ...fleets.map(fleetCode),
    ...(withheld.length > 0 ? [EXIT.indeterminate] : []),
  ]);
}

/** Only what holds the next step counts: the ones after it wait for it anyway. */
function fleetCode({ standing, steps }: FleetRollout): ExitCode {
  if (standing === "unknown") return EXIT.indeterminate;
  // Whoever steps until there is nothing left would stop halfway.
  if (standing === "waits") return EXIT.denied;
  const [next] = steps;
  if (next === undefined || next.unmet.length === 0) return EXIT.ok;
  return next.unmet.some(({ because }) => because === "seen") ? EXIT.denied : EXIT.indeterminate;
}
