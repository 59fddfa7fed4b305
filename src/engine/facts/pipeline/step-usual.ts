import { absent, type Fact, type FactDeclaration, known } from "../fact.ts";
import { intFact } from "../fact-type.ts";
import { everyReason } from "../gaps.ts";
import { reasonsOf, unknownFor } from "../known.ts";
import type { StepSubject } from "../subject.ts";
import { earlierDurations } from "./earlier-durations.ts";
import { stepDurationMs } from "./step-duration-ms.ts";

const reads = ["/pipeline/earlier/*/steps/<step>"];

export const stepEarlierRuns: FactDeclaration<StepSubject, number> = {
  name: "step.earlierRuns",
  type: intFact,
  mayBeAbsent: false,
  reasons: everyReason,
  reads,
  doc: "In how many of the earlier runs that were given, and ended in success, this step succeeded and its duration is told; 0 where none were given.",
  derive: ({ source, stepId }) => {
    const durations = earlierDurations(source, stepId);
    return durations.state === "value" ? known(durations.value.length) : durations;
  },
};

export const stepUsualMs: FactDeclaration<StepSubject, number> = {
  name: "step.usualMs",
  type: intFact,
  mayBeAbsent: true,
  reasons: everyReason,
  reads,
  doc: "The median of its durations in those runs, in whole milliseconds, rounded down; absent where there are none.",
  derive: ({ source, stepId }) => {
    const durations = earlierDurations(source, stepId);
    return durations.state === "value" ? median(durations.value) : durations;
  },
};

/** Of values in order. */
function median(values: readonly number[]): Fact<number> {
  const upper = values[Math.floor(values.length / 2)];
  const lower = values[Math.ceil(values.length / 2) - 1];
  return upper === undefined || lower === undefined
    ? absent
    : known(Math.floor((lower + upper) / 2));
}

export const stepPercentOfUsual: FactDeclaration<StepSubject, number> = {
  name: "step.percentOfUsual",
  type: intFact,
  mayBeAbsent: true,
  reasons: everyReason,
  reads: ["/pipeline/steps/<step>/durationMs", ...reads],
  doc: "The step's duration in whole percent of that median, rounded down; absent where either is not there, or the median is 0.",
  derive: (_subject, read) => {
    const duration = read(stepDurationMs);
    const usual = read(stepUsualMs);
    if (duration.state === "absent" || usual.state === "absent") return absent;
    if (duration.state === "unknown" || usual.state === "unknown")
      return unknownFor(reasonsOf([duration, usual]));
    return usual.value === 0 ? absent : known(Math.floor((duration.value * 100) / usual.value));
  },
};
