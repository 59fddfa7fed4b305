import { describe, expect, it } from "vitest";
import {
  stepEarlierRuns,
  stepPercentOfUsual,
  stepUsualMs,
} from "../../../../src/engine/facts/pipeline/step-usual.ts";
import type { StepSubject } from "../../../../src/engine/facts/subject.ts";
import type { PipelineStepRecord, Snapshot } from "../../../../src/snapshot/snapshot.ts";
import { codesOf, derive, sourceOf } from "../derive.ts";
import { shown } from "../gate/known.ts";

type Earlier = NonNullable<NonNullable<Snapshot["pipeline"]>["earlier"]>;

const run = (
  step: PipelineStepRecord | undefined,
  conclusion: string | null = "success",
): Earlier[number] => ({
  ...(conclusion === null ? {} : { conclusion }),
  steps: step === undefined ? {} : { update: step },
});
const took = (durationMs: number): Earlier[number] => run({ conclusion: "success", durationMs });

function subjectOf(
  earlier: Earlier | undefined,
  step: PipelineStepRecord | undefined = { outcome: "success", durationMs: 5000 },
): StepSubject {
  const steps = { update: step };
  return {
    source: sourceOf({ pipeline: { steps, ...(earlier === undefined ? {} : { earlier }) } }),
    stepId: "update",
  };
}

const seenOf = (subject: StepSubject): readonly unknown[] =>
  [stepEarlierRuns, stepUsualMs, stepPercentOfUsual].map((fact) => shown(derive(fact, subject)));

describe("what a step usually takes", () => {
  it.each<{ earlier: Earlier | undefined; seen: readonly unknown[]; why: string }>([
    { earlier: undefined, seen: [0, "absent", "absent"], why: "none were given, so none is usual" },
    { earlier: [took(4000)], seen: [1, 4000, 125], why: "one run" },
    {
      earlier: [took(100_000), took(1000), took(4000)],
      seen: [3, 4000, 125],
      why: "the one in the middle, however they are sorted",
    },
    {
      earlier: [took(9), took(80), took(100), took(7)],
      seen: [4, 44, 11_363],
      why: "half-way between two, rounded down; numbers are no texts",
    },
    { earlier: [took(50_001)], seen: [1, 50_001, 9], why: "percents are rounded down" },
    { earlier: [took(0)], seen: [1, 0, "absent"], why: "nothing is a part of nothing" },
    {
      earlier: [took(4000), run({ conclusion: "success", durationMs: 1 }, "failure")],
      seen: [1, 4000, 125],
      why: "a run that failed does not count",
    },
    {
      earlier: [took(4000), run({ conclusion: "success", durationMs: 1 }, null)],
      seen: [1, 4000, 125],
      why: "nor one of which nobody knows",
    },
    {
      earlier: [took(4000), run({ conclusion: "skipped", durationMs: 1 }), run(undefined)],
      seen: [1, 4000, 125],
      why: "nor one in which it was skipped or lacking",
    },
    {
      earlier: [took(4000), run({ outcome: "failure", conclusion: "success", durationMs: 1 })],
      seen: [1, 4000, 125],
      why: "nor one in which it failed unheeded",
    },
    {
      earlier: [took(4000), run({ conclusion: "success" })],
      seen: [1, 4000, 125],
      why: "nor one that tells no duration",
    },
  ])("is $seen: $why", ({ earlier, seen }) => {
    expect(seenOf(subjectOf(earlier))).toEqual(seen);
  });

  it("is compared with nothing where the step tells no duration", () => {
    expect(seenOf(subjectOf([took(4000)], { outcome: "success" }))).toEqual([1, 4000, "absent"]);
  });

  it("is not known where runs could not be read, or no pipeline was", () => {
    const gaps = [{ part: "pipeline", name: "earlier", reason: "Forbidden" }] as const;
    const hidden = { source: sourceOf({ pipeline: { steps: {} }, gaps }), stepId: "update" };
    expect(codesOf(derive(stepUsualMs, hidden))).toEqual(["Forbidden"]);
    expect(codesOf(derive(stepEarlierRuns, { source: sourceOf({}), stepId: "update" }))).toEqual([
      "NotRead",
    ]);
  });
});
