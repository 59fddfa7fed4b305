import fc from "fast-check";
import type { Decision, PipelineStepDecision } from "../../engine/decision.ts";
import { hiddenRuns, pipelineWorlds } from "../arbitraries/pipeline-worlds.ts";
import {
  type HiddenRun,
  observePipelineWorld,
  profileOfPipeline,
} from "../world/observe/observe-pipeline-world.ts";
import {
  isOutOfOrder,
  isRequired,
  type PipelineRun,
  type PipelineWorld,
  runPipeline,
  type StepResult,
} from "../world/pipeline-world.ts";
import type { Judge } from "./judge.ts";
import type { Law, Tally } from "./law.ts";

interface WatchedRun {
  readonly world: PipelineWorld;
  readonly hidden: HiddenRun;
}

/** What a run says of itself is a claim: each required step is held to what it did. */
export function greenIsNotDelivered(judge: Judge): Law<WatchedRun> {
  return {
    name: "a green run is not a delivery",
    statement:
      "a required step that was skipped, failed, did nothing or is not in the run is never told as done, and the deploy is not allowed unless a declared gate suppressed it; nor is one whose steps ran in another order than is demanded; less evidence leaves open and changes nothing",
    arbitrary: fc.record({ world: pipelineWorlds, hidden: hiddenRuns }),
    holds: ({ world, hidden }, tally) => {
      const profile = profileOfPipeline(world);
      const full = judge(observePipelineWorld(world), profile);
      const partial = judge(observePipelineWorld(world, hidden), profile);
      const run = runPipeline(world);
      for (const decision of [full, partial]) checkTruth(decision, { world, run });
      compare(full, partial, tally);
      if (run.conclusion === "success" && full.verdicts.deploy === "deny")
        tally.count("green, denied");
      tally.count(`deploy: ${full.verdicts.deploy}`);
      for (const [, { outcome }] of run.results) tally.count(`a step: ${outcome}`);
      if (world.steps.some((_, place) => isSuppressed(world, run, place)))
        tally.count("suppressed");
    },
    floors: {
      "deploy: allow": 0.1,
      "deploy: deny": 0.3,
      "green, denied": 0.15,
      suppressed: 0.05,
      "a step: skipped": 0.3,
      "a step: failure": 0.1,
      "step hidden": 0.2,
      "deploy: deny → indeterminate": 0.02,
      "deploy: allow → indeterminate": 0.02,
    },
  };
}

interface Happened {
  readonly world: PipelineWorld;
  readonly run: PipelineRun;
}

function checkTruth(decision: Decision, { world, run }: Happened): void {
  const isAllowed = decision.verdicts.deploy === "allow";
  for (const [place, step] of world.steps.entries()) {
    const told = decision.pipeline?.steps.find(({ name }) => name === step.name);
    if (told === undefined) throw new Error(`${step.name} is required, and not told of`);
    if (!isRequired(world, step) || isDone(run.results.get(place))) continue;
    if (told.outcome === "success" && told.reasons.length === 0 && !isOpen(decision, told))
      throw new Error(`${step.name} is told as done, and did not do its work`);
    if (isAllowed && !isSuppressed(world, run, place))
      throw new Error(`the deploy is allowed, and ${step.name} did not do its work`);
  }
  if (isAllowed && world.isOrdered && isOutOfOrder(requiredOf(world), run))
    throw new Error("the deploy is allowed, and its steps ran in another order");
}

function isDone(result: StepResult | undefined): boolean {
  return result?.outcome === "success" && result.durationMs > 0;
}

/** Whether a rule about the step could not be decided. */
function isOpen({ findings }: Decision, { name }: PipelineStepDecision): boolean {
  return findings.some((finding) => finding.name === name && finding.outcome === "unknown");
}

/** The gate is up and the profile says that it suppresses this step, which did not run. */
function isSuppressed(
  { steps, isGateDeclared }: PipelineWorld,
  { results }: PipelineRun,
  place: number,
): boolean {
  const isSkipped = results.get(place)?.outcome === "skipped";
  return isSkipped && isGateDeclared && steps[place]?.isSuppressed === true;
}

/** The world with those steps in its workflow alone that this run is required to have. */
function requiredOf(world: PipelineWorld): PipelineWorld {
  const workflow = world.workflow.filter((place) => {
    const step = world.steps[place];
    return step !== undefined && isRequired(world, step);
  });
  return { ...world, workflow };
}

function compare(full: Decision, partial: Decision, tally: Tally): void {
  for (const step of partial.pipeline?.steps ?? []) {
    const was = full.pipeline?.steps.find(({ name }) => name === step.name);
    if (was === undefined) continue;
    if (step.outcome !== was.outcome) tally.count("step hidden");
    if (step.outcome !== was.outcome && step.outcome !== "unknown")
      throw new Error(`${step.name}: ${was.outcome} with all evidence, ${step.outcome} with less`);
    const more = step.reasons.filter((reason) => !was.reasons.includes(reason));
    if (more.length > 0) throw new Error(`${step.name}: ${more.join()} with less evidence`);
  }
  const [was, is] = [full.verdicts.deploy, partial.verdicts.deploy];
  if (was !== is) tally.count(`deploy: ${was} → ${is}`);
  if (was !== is && is !== "indeterminate")
    throw new Error(`deploy: ${was} with all evidence, ${is} with less`);
}
