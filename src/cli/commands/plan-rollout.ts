import { planRollout } from "../../engine/rollout/plan-rollout.ts";
import type { FleetRollout, RolloutPlan } from "../../engine/rollout/rollout-plan.ts";
import { renderRollout } from "../../report/render-rollout.ts";
import { writeRollout } from "../../report/write-rollout.ts";
import type { CliIo } from "../cli-io.ts";
import { EXIT, type ExitCode, mostPressing } from "../exit-codes.ts";
import { createFileReader } from "../file-reader.ts";
import { evaluateOptions, loadCase } from "../load-case.ts";
import { writeProblems } from "../messages.ts";
import type { PlanArguments } from "../warrant-arguments.ts";
import { writeOutputs } from "../write-outputs.ts";

/** Plans how fleets are stepped to the revision that they want, and prints it. */
export function runRolloutPlan(args: PlanArguments, io: CliIo): ExitCode {
  const loaded = loadCase(args, { reader: createFileReader(), io });
  if (loaded === undefined) return EXIT.badInput;
  const { policySet, snapshot, profile } = loaded;
  const plan = planRollout(policySet, snapshot, profile, evaluateOptions(args, loaded));
  const failures = writeOutputs(args.outputs, io, (format, options) =>
    format === "json" ? writeRollout(plan) : renderRollout(plan, options),
  );
  writeProblems(io, failures);
  return mostPressing([rolloutCode(plan), ...failures.map(() => EXIT.badInput)]);
}

function rolloutCode({ fleets }: RolloutPlan): ExitCode {
  return fleets.length === 0 ? EXIT.vacuous : mostPressing(fleets.map(fleetCode));
}

/** Only what holds the next step counts: the ones after it wait for it anyway. */
function fleetCode({ standing, steps }: FleetRollout): ExitCode {
  if (standing === "unknown") return EXIT.indeterminate;
  const [next] = steps;
  if (next === undefined || next.unmet.length === 0) return EXIT.ok;
  return next.unmet.some(({ because }) => because === "seen") ? EXIT.denied : EXIT.indeterminate;
}
