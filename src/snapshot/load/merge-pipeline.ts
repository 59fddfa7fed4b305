import { compareText } from "../../input/compare-text.ts";
import { groupBy } from "../../input/group-by.ts";
import type { JsonObject, JsonValue } from "../../input/json-value.ts";
import { canonicalJson } from "../canonical-json.ts";
import { jsonMap } from "./json-access.ts";
import type { PipelineReading, StepReading } from "./pipeline-reading.ts";

/** A run as all sources together tell it, and what they disagree about. */
export interface MergedPipeline {
  readonly pipeline: JsonObject;
  readonly contradictions: readonly ("conclusion" | "event")[];
}

/** Joins what sources say of one run, step by step; where they disagree the step is `contradictory` and the field untold. */
export function mergePipeline(readings: readonly PipelineReading[]): MergedPipeline {
  const conclusions = distinct(readings.flatMap((reading) => reading.conclusions));
  const events = distinct(readings.flatMap((reading) => reading.events));
  const byId = groupBy(
    readings.flatMap((reading) => reading.steps),
    ({ id }) => id,
  );
  const steps = [...byId].map(([id, group]) => [id, mergeStep(group)] as const);
  const orders = mergeOrders(readings.flatMap((reading) => reading.orders));
  return {
    pipeline: jsonMap([
      ["conclusion", onlyOne(conclusions)],
      ["event", onlyOne(events)],
      ["orders", orders.length === 0 ? undefined : orders],
      ["steps", jsonMap(steps)],
    ]),
    contradictions: [
      ...(conclusions.length > 1 ? (["conclusion"] as const) : []),
      ...(events.length > 1 ? (["event"] as const) : []),
    ],
  };
}

function mergeStep(group: readonly StepReading[]): JsonValue {
  const outcomes = distinct(group.map(({ outcome }) => outcome));
  const conclusions = distinct(group.map(({ conclusion }) => conclusion));
  const isContradictory =
    outcomes.length > 1 ||
    conclusions.length > 1 ||
    group.some(({ contradictory }) => contradictory === true);
  return jsonMap([
    ["outcome", onlyOne(outcomes)],
    ["conclusion", onlyOne(conclusions)],
    ["durationMs", finest(group.flatMap(({ durationMs }) => durationMs ?? []))],
    ["contradictory", isContradictory ? true : undefined],
  ]);
}

function mergeOrders(orders: PipelineReading["orders"]): readonly (readonly string[])[] {
  const byText = new Map(orders.map((ids) => [canonicalJson(ids), ids] as const));
  return [...byText].sort(([a], [b]) => compareText(a, b)).map(([, ids]) => ids);
}

function distinct(texts: readonly (string | undefined)[]): readonly string[] {
  return [...new Set(texts.filter((text) => text !== undefined))].sort(compareText);
}

function onlyOne(texts: readonly string[]): string | undefined {
  return texts.length === 1 ? texts[0] : undefined;
}

/** Some sources count whole seconds, and never none; of those that count milliseconds the longest. */
function finest(durations: readonly number[]): number | undefined {
  const fine = durations.filter((ms) => ms === 0 || ms % 1000 !== 0);
  const usable = fine.length > 0 ? fine : durations;
  return usable.length === 0 ? undefined : usable.reduce((a, b) => Math.max(a, b));
}
