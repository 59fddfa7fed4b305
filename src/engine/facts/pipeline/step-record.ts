import { gapsFor } from "../../../snapshot/coverage.ts";
import type { PipelineStepRecord } from "../../../snapshot/snapshot.ts";
import { absent, type Fact, known, type UnknownFact, unknown } from "../fact.ts";
import { notRead } from "../gate/not-read.ts";
import type { FactSource, StepSubject } from "../subject.ts";

const cure =
  "give the run: gh run view RUN --json conclusion,jobs, or the job's toJSON(steps), read once it ended";

/** What the pipeline recorded of the step; absent when the pipeline was read and has no such step. */
export function stepRecord({ source, stepId }: StepSubject): Fact<PipelineStepRecord> {
  const steps = source.snapshot.pipeline?.steps;
  const step = steps !== undefined && Object.hasOwn(steps, stepId) ? steps[stepId] : undefined;
  if (step?.contradictory === true) {
    return unknown("Inconsistent", `two records of step \`${stepId}\` disagree`, {
      cure,
      present: true,
    });
  }
  if (step !== undefined) return known(step);
  const isHidden = gapsFor(source.snapshot, "pipeline", stepId).length > 0;
  return steps === undefined || isHidden ? pipelineNotRead(source, stepId) : absent;
}

export function pipelineNotRead({ snapshot }: FactSource, stepId: string): UnknownFact<never> {
  return notRead(snapshot, {
    part: "pipeline",
    name: stepId,
    detail: `step \`${stepId}\` was looked for in the pipeline's record, which is not in the snapshot`,
    cure,
  });
}

export function notRecorded(stepId: string, what: string): UnknownFact<never> {
  return unknown("NotRecorded", `the record of step \`${stepId}\` has no ${what}`, { cure });
}

/** The word itself stays out: it may be anything. */
export function notReadable(stepId: string, what: string): UnknownFact<never> {
  return unknown("Unparsable", `the record of step \`${stepId}\` has an unheard-of ${what}`, {
    cure,
    present: true,
  });
}
