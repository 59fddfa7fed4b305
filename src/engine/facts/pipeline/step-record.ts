import type { PipelineStepRecord } from "../../../snapshot/snapshot.ts";
import { type AbsentFact, absent, type Fact, known, type UnknownFact, unknown } from "../fact.ts";
import { gapsOf, missingReasons } from "../gaps.ts";
import { unknownFor } from "../known.ts";
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
  return absentUnlessHidden(source, stepId, `step \`${stepId}\``);
}

/** What the pipeline's record lacks: absent if that was read, and no gap bears on the thing of this name. */
export function absentUnlessHidden(
  source: FactSource,
  name: string,
  what: string,
): AbsentFact | UnknownFact<never> {
  const gaps = gapsOf(source).on("pipeline", name);
  if (source.snapshot.pipeline !== undefined && gaps.length === 0) return absent;
  const detail = `${what} was looked for in the pipeline's record, which is not in the snapshot`;
  return unknownFor(missingReasons(gaps, { detail, cure }));
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

/** A conclusion of success hides a failure that the workflow goes on from. */
export function hiddenOutcome(stepId: string): UnknownFact<"success" | "failure"> {
  const detail = `the record of step \`${stepId}\` has a conclusion only, and the workflow goes on when the step fails`;
  return unknown("NotRecorded", detail, {
    cure: "give a record with outcomes: the job's toJSON(steps), or its log with end markers",
    present: true,
    oneOf: ["success", "failure"],
  });
}
