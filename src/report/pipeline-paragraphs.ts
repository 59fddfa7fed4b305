import type {
  Decision,
  Finding,
  PipelineDecision,
  PipelineStepDecision,
} from "../engine/decision.ts";
import { foldBy, namesText, withoutName } from "./fold.ts";
import type { Paragraph, Tone } from "./layout.ts";
import { counted, cureText, distinct, missingText } from "./words.ts";

/** What the run did, where something about it is worth telling: the steps that are not plainly done, as a table. */
export function pipelineParagraphs({ pipeline, findings }: Decision): readonly Paragraph[] {
  if (pipeline === undefined) return [];
  const told = pipeline.steps.filter(
    (step) => step.outcome !== "success" || step.reasons.length > 0,
  );
  if (told.length === 0) return [];
  const rows = told.filter(({ outcome }) => outcome !== "unknown");
  return [
    { indent: 0, tone: "strong", lead: "PIPELINE", text: summaryOf(pipeline) },
    ...tableOf(rows),
    ...openParagraphs(findings.filter((finding) => isOpenStep(finding, pipeline))),
  ];
}

/** Whether a finding says no more than that it is not known how a step ended, which the pipeline tells once. */
export function isOpenStep(
  { subject, name, outcome }: Finding,
  pipeline: PipelineDecision | undefined,
): boolean {
  if (subject !== "step" || outcome !== "unknown") return false;
  return pipeline?.steps.some((step) => step.name === name && step.outcome === "unknown") ?? false;
}

function summaryOf({ conclusion, steps }: PipelineDecision): string {
  const done = steps.filter(({ outcome }) => outcome === "success").length;
  const said =
    conclusion === undefined
      ? "the run says no conclusion"
      : conclusion === "unknown"
        ? "what the run says is not known"
        : `the run says ${conclusion}`;
  return `${said}, ${done} of ${counted(steps.length, "required step")} succeeded`;
}

const heads = ["STEP", "OUTCOME", "DURATION"] as const;
/** Longer names push their row to the right rather than all rows. */
const NAME_COLUMNS_MAX = 40;

function tableOf(steps: readonly PipelineStepDecision[]): readonly Paragraph[] {
  if (steps.length === 0) return [];
  const rows = steps.map((step) => [step.name, outcomeText(step), durationText(step)] as const);
  const widths = heads.map((head, column) =>
    rows.reduce(
      (width, row) => Math.max(width, Math.min(NAME_COLUMNS_MAX, lengthOf(row[column] ?? ""))),
      head.length,
    ),
  );
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, column) => cell + " ".repeat(Math.max(0, (widths[column] ?? 0) - lengthOf(cell))))
      .join("  ");
  return [
    { indent: 2, text: `${line(heads)}  WHY` },
    ...rows.map((row, index) => ({
      indent: 2,
      hang: 4,
      text: `${line(row)}  ${steps[index]?.reasons.join(", ") || "-"}`,
    })),
  ];
}

function lengthOf(text: string): number {
  return [...text].length;
}

/** With what the run made of it, where that is something else. */
function outcomeText({ outcome, conclusion }: PipelineStepDecision): string {
  return conclusion === undefined || conclusion === outcome || outcome === "missing"
    ? outcome
    : `${outcome} (run: ${conclusion})`;
}

function durationText({ durationMs, usualMs }: PipelineStepDecision): string {
  if (durationMs === undefined) return "-";
  return usualMs === undefined
    ? secondsText(durationMs)
    : `${secondsText(durationMs)} (usual ${secondsText(usualMs)})`;
}

/** `0 ms`, `850 ms`, `12.3 s`, `4 min 10 s`. */
function secondsText(ms: number): string {
  if (ms < 1000) return `${ms} ms`;
  if (ms < 60_000) return `${(Math.floor(ms / 100) / 10).toString()} s`;
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

const openTone: Tone = "unsure";

/** Steps of which it is not known how they ended, told together where the same is missing. */
function openParagraphs(findings: readonly Finding[]): readonly Paragraph[] {
  const byStep = foldBy(findings, ({ name }) => name).map(({ items, first }) => ({
    name: first.name,
    denies: distinct(
      items.flatMap(({ enforcement, denies }) => (enforcement === "deny" ? denies : [])),
    ),
    reasons: distinct(items.map(({ reason }) => reason)),
    missing: items
      .flatMap(({ missing = [] }) => missing)
      .filter(({ fact }) => fact === "step.outcome")
      .slice(0, 1),
  }));
  const key = ({ name, missing, denies }: (typeof byStep)[number]): string =>
    JSON.stringify([withoutName(missingText(missing), name), denies]);
  return foldBy(byStep, key).flatMap(({ items, first }) => {
    const own = (text: string): string =>
      items.length === 1 ? text : withoutName(text, first.name);
    const cure = cureText(first.missing);
    const may = first.denies.length === 0 ? "" : ` (deny ${first.denies.join(", ")})`;
    const who = items.length === 1 ? `step ${first.name}` : counted(items.length, "step");
    return [
      {
        indent: 2,
        hang: 4,
        tone: openTone,
        lead: `UNKNOWN${may}`,
        text: `${who}: how ${items.length === 1 ? "it" : "they"} ended`,
      },
      ...(items.length === 1
        ? []
        : [{ indent: 6, text: namesText(items.map(({ name }) => name)) }]),
      { indent: 6, text: `missing: ${own(missingText(first.missing))}` },
      ...(cure === undefined ? [] : [{ indent: 6, text: `settles it: ${own(cure)}` }]),
    ];
  });
}
