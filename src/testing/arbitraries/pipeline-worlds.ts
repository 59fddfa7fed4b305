import fc from "fast-check";
import type { HiddenRun } from "../world/observe/observe-pipeline-world.ts";
import type { PipelineWorld } from "../world/pipeline-world.ts";

const names = ["verify", "publish", "reconcile", "update"] as const;

const often: fc.Arbitrary<boolean> = fc.nat({ max: 7 }).map((draw) => draw > 0);
const seldom: fc.Arbitrary<boolean> = often.map((draw) => !draw);
const event = fc.constantFrom("merge_group", "merge_group", "workflow_dispatch");
const places = names.map((_, place) => place);

const step = fc.record({
  onlyIn: fc.option(event, { freq: 2, nil: undefined }),
  isSuppressed: seldom,
  continueOnError: seldom,
  isAlways: seldom,
  comesTo: fc.constantFrom(
    ...(["work", "work", "work", "work", "work", "nothing", "failure", "cancelled"] as const),
  ),
  isOn: often,
});

/** Mostly all steps in their order, else some of them in any. */
const workflow: fc.Arbitrary<readonly number[]> = fc.oneof(
  { weight: 3, arbitrary: fc.constant(places) },
  { weight: 1, arbitrary: fc.shuffledSubarray(places, { minLength: 3 }) },
);

export const pipelineWorlds: fc.Arbitrary<PipelineWorld> = fc.record({
  event,
  isGateDeclared: fc.boolean(),
  isOrdered: fc.boolean(),
  steps: fc
    .tuple(step, step, step, step)
    .map((each) => each.map((one, place) => ({ ...one, name: names[place] ?? "" }))),
  workflow,
});

export const hiddenRuns: fc.Arbitrary<HiddenRun> = fc.record({
  isWhole: seldom,
  steps: fc.subarray(places, { maxLength: 2 }),
  outcomes: seldom,
  orders: seldom,
  event: seldom,
  git: seldom,
});
