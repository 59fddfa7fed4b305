import type { Snapshot } from "../../../snapshot/snapshot.ts";
import { known } from "../fact.ts";
import { gapsOf, missingReasons } from "../gaps.ts";
import { type Known, unknownFor } from "../known.ts";
import type { FactSource } from "../subject.ts";

type EarlierRun = NonNullable<NonNullable<Snapshot["pipeline"]>["earlier"]>[number];

const cure =
  "give earlier runs as well: gh run view RUN --json conclusion,databaseId,jobs,startedAt";

/**
 * How long the step took in the earlier runs that were given and went well, as far as they tell, shortest first, in milliseconds. None
 * where none were given: nobody is asked for them.
 */
export function earlierDurations(source: FactSource, stepId: string): Known<readonly number[]> {
  const gaps = gapsOf(source).on("pipeline", "earlier");
  if (source.snapshot.pipeline !== undefined && gaps.length === 0)
    return known(source.once(durationsById).get(stepId) ?? []);
  const detail = "earlier runs were looked for in the pipeline's record, which does not have them";
  return unknownFor(missingReasons(gaps, { detail, cure }));
}

function durationsById({ snapshot }: FactSource): ReadonlyMap<string, readonly number[]> {
  const durations = new Map<string, number[]>();
  for (const run of snapshot.pipeline?.earlier ?? []) {
    for (const [id, durationMs] of goodDurations(run)) {
      const found = durations.get(id);
      if (found === undefined) durations.set(id, [durationMs]);
      else found.push(durationMs);
    }
  }
  for (const each of durations.values()) each.sort((a, b) => a - b);
  return durations;
}

function goodDurations({ conclusion, steps }: EarlierRun): readonly (readonly [string, number])[] {
  if (conclusion !== "success") return [];
  return Object.entries(steps).flatMap(([id, step]) => {
    const isGood = (step.outcome ?? step.conclusion) === "success" && step.contradictory !== true;
    return isGood && step.durationMs !== undefined ? [[id, step.durationMs] as const] : [];
  });
}
