/** The truth about one run of a deploy. */
export interface PipelineWorld {
  /** What started it. */
  readonly event: string;
  /** The tree that it ran on declares the gate. */
  readonly isGateDeclared: boolean;
  /** The profile demands that the steps are come to as it lists them. */
  readonly isOrdered: boolean;
  /** As the profile lists them. Never empty. */
  readonly steps: readonly PipelineWorldStep[];
  /** Places of the steps as the workflow comes to them; what is not in it is never come to. */
  readonly workflow: readonly number[];
}

export interface PipelineWorldStep {
  readonly name: string;
  /** The profile requires it of runs of this event only; undefined: of all. */
  readonly onlyIn: string | undefined;
  /** The profile says that the gate suppresses it, and the workflow skips it while the gate is up. */
  readonly isSuppressed: boolean;
  readonly continueOnError: boolean;
  /** It runs though a step before it failed. */
  readonly isAlways: boolean;
  /** What it comes to if it runs. `nothing`: it says success at once. */
  readonly comesTo: "work" | "nothing" | "failure" | "cancelled";
  /** The workflow's own condition lets it run. */
  readonly isOn: boolean;
}

/** What became of one step; one that the workflow does not have has no result. */
export interface StepResult {
  readonly outcome: "success" | "failure" | "cancelled" | "skipped";
  /** What the run made of it. */
  readonly conclusion: StepResult["outcome"];
  readonly durationMs: number;
}

export interface PipelineRun {
  /** By place in the profile's list. */
  readonly results: ReadonlyMap<number, StepResult>;
  readonly conclusion: "success" | "failure";
}

const skipped: StepResult = { outcome: "skipped", conclusion: "skipped", durationMs: 0 };

/** Lets the run happen: a step is skipped by its condition, by the gate, or because one before it failed. */
export function runPipeline({ steps, workflow, isGateDeclared }: PipelineWorld): PipelineRun {
  const results = new Map<number, StepResult>();
  let hasFailed = false;
  for (const place of workflow) {
    const step = steps[place];
    if (step === undefined) continue;
    const isSkipped: boolean =
      !step.isOn || (isGateDeclared && step.isSuppressed) || (hasFailed && !step.isAlways);
    const result: StepResult = isSkipped ? skipped : resultOf(step);
    results.set(place, result);
    hasFailed ||= result.conclusion === "failure" || result.conclusion === "cancelled";
  }
  return { results, conclusion: hasFailed ? "failure" : "success" };
}

function resultOf({ comesTo, continueOnError }: PipelineWorldStep): StepResult {
  if (comesTo === "work") return { outcome: "success", conclusion: "success", durationMs: 4000 };
  if (comesTo === "nothing") return { outcome: "success", conclusion: "success", durationMs: 0 };
  const conclusion = continueOnError ? "success" : comesTo;
  return { outcome: comesTo, conclusion, durationMs: 700 };
}

export function isRequired({ event }: PipelineWorld, { onlyIn }: PipelineWorldStep): boolean {
  return onlyIn === undefined || onlyIn === event;
}

/** A step ran before one that the profile lists before it. */
export function isOutOfOrder(
  { steps, workflow }: PipelineWorld,
  { results }: PipelineRun,
): boolean {
  const ran = workflow.filter((place) => {
    const outcome = results.get(place)?.outcome;
    return outcome !== undefined && outcome !== "skipped" && steps[place] !== undefined;
  });
  return ran.some((place, at) => ran.slice(at + 1).some((later) => later < place));
}
