import type { AnyFact } from "../fact.ts";
import type { StepSubject } from "../subject.ts";
import { pipelineConclusion, stepIsLast } from "./pipeline-conclusion.ts";
import { pipelineEvent } from "./pipeline-event.ts";
import { stepAfterFailed } from "./step-after-failed.ts";
import { stepApplicable } from "./step-applicable.ts";
import { stepConclusion } from "./step-conclusion.ts";
import { stepDurationMs } from "./step-duration-ms.ts";
import { stepGates } from "./step-gates.ts";
import { stepId } from "./step-id.ts";
import { stepOutcome } from "./step-outcome.ts";
import { stepOvertook } from "./step-overtook.ts";
import { stepSuppressed } from "./step-suppressed.ts";
import { stepEarlierRuns, stepPercentOfUsual, stepUsualMs } from "./step-usual.ts";

/** What policies about the pipeline's required steps may read. */
export const stepFacts: readonly AnyFact<StepSubject>[] = [
  stepId,
  stepApplicable,
  stepOutcome,
  stepConclusion,
  stepDurationMs,
  stepEarlierRuns,
  stepUsualMs,
  stepPercentOfUsual,
  stepAfterFailed,
  stepOvertook,
  stepSuppressed,
  stepGates,
  pipelineConclusion,
  stepIsLast,
  pipelineEvent,
];
