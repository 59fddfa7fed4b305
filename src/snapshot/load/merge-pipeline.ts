import { compareText } from "../../input/compare-text.ts";
import { groupBy } from "../../input/group-by.ts";
import type { JsonObject, JsonValue } from "../../input/json-value.ts";
import { jsonMap } from "./json-access.ts";
import type { PipelineReading, StepReading } from "./pipeline-sources.ts";

/** The pipeline as all sources together tell it, and whether they agree about its conclusion. */
export interface MergedPipeline {
  readonly pipeline: JsonObject;
  readonly isContradictory: boolean;
}

/** Joins what sources say step by step; where they disagree the step is `contradictory` and the field untold. */
export function mergePipeline(readings: readonly PipelineReading[]): MergedPipeline | undefined {
  if (readings.length === 0) return undefined;
  const conclusions = new Set(readings.flatMap((reading) => reading.conclusions));
  const byId = groupBy(
    readings.flatMap((reading) => reading.steps),
    ({ id }) => id,
  );
  const steps = [...byId].map(([id, group]) => [id, mergeStep(group)] as const);
  const [conclusion] = conclusions;
  const isContradictory = conclusions.size > 1;
  const pipeline = jsonMap([
    ["conclusion", isContradictory ? undefined : conclusion],
    ["steps", jsonMap(steps)],
  ]);
  return { pipeline, isContradictory };
}

function mergeStep(group: readonly StepReading[]): JsonValue {
  const outcomes = distinct(group.map(({ outcome }) => outcome));
  const conclusions = distinct(group.map(({ conclusion }) => conclusion));
  const isContradictory =
    outcomes.length > 1 ||
    conclusions.length > 1 ||
    group.some(({ contradictory }) => contradictory === true);
  return jsonMap([
    ["outcome", outcomes.length === 1 ? outcomes[0] : undefined],
    ["conclusion", conclusions.length === 1 ? conclusions[0] : undefined],
    ["durationMs", finest(group.flatMap(({ durationMs }) => durationMs ?? []))],
    ["contradictory", isContradictory ? true : undefined],
  ]);
}

function distinct(texts: readonly (string | undefined)[]): readonly string[] {
  return [...new Set(texts.filter((text) => text !== undefined))].sort(compareText);
}

/** Some sources count whole seconds, and never none; of those that count milliseconds the longest. */
function finest(durations: readonly number[]): number | undefined {
  const fine = durations.filter((ms) => ms === 0 || ms % 1000 !== 0);
  const usable = fine.length > 0 ? fine : durations;
  return usable.length === 0 ? undefined : Math.max(...usable);
}
