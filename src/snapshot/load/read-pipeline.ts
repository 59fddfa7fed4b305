import { isObject, type JsonObject, member } from "../../input/json-value.ts";
import { startOf } from "../../input/problem.ts";
import { readActionLog } from "./action-log.ts";
import { chooseRun, type GivenRun } from "./choose-run.ts";
import { jsonMap } from "./json-access.ts";
import type { LoadContext } from "./load-context.ts";
import type { LoadLog } from "./load-log.ts";
import { mergePipeline } from "./merge-pipeline.ts";
import type { PipelineReading } from "./pipeline-reading.ts";
import { problemAt } from "./place.ts";
import { RECOGNIZED_HELP } from "./recognize.ts";
import type { SnapshotParts } from "./snapshot-parts.ts";
import type { SortedEvidence } from "./sort-evidence.ts";
import { readStepResults } from "./step-results.ts";
import type { GivenManifest } from "./taken-at.ts";
import { readWorkflowRun } from "./workflow-run.ts";

export interface PipelineSources {
  readonly sorted: SortedEvidence;
  readonly snapshots: readonly SnapshotParts[];
  readonly manifests: readonly GivenManifest[];
}

/** What all sources together say that the pipeline did, in the run that is judged and in those before it. */
export function readPipeline(
  { sorted, snapshots, manifests }: PipelineSources,
  context: LoadContext,
): JsonObject | undefined {
  const { log, profile } = context;
  const stated = statedRun(manifests, log);
  const runs = sorted.ofKind("workflowRun").map((document) => readWorkflowRun(document, profile));
  const { judged, earlier } = chooseRun(
    [...runs, ...snapshots.flatMap((snapshot) => snapshot.runs)],
    stated,
  );
  const nameless = [
    ...sorted.ofKind("stepResults").map((document) => readStepResults(document, log)),
    ...readLogs(sorted, context),
  ];
  const readings = [...judged.readings, ...nameless];
  if (stated === undefined && earlier.length > 0 && nameless.length > 0) tellAmbiguous(log);
  if (readings.length === 0) return undefined;
  const { pipeline, contradictions } = mergePipeline(readings);
  for (const name of contradictions) {
    const detail = `sources disagree about the ${name}`;
    log.gaps.push({ part: "pipeline", name, reason: "Inconsistent", detail });
  }
  tellUnlisted(pipeline, readings, context);
  return jsonMap([
    ...Object.entries(pipeline),
    ["run", judged.run],
    ["startedAt", judged.startedAt],
    ["earlier", earlier.length === 0 ? undefined : earlier.map(earlierRun)],
  ]);
}

/** The run that manifests name. */
function statedRun(manifests: readonly GivenManifest[], log: LoadLog): string | undefined {
  const named = manifests.filter(({ manifest }) => manifest.pipeline !== undefined);
  const [first, ...others] = named;
  const run = first?.manifest.pipeline?.run;
  const odd = others.find(({ manifest }) => manifest.pipeline?.run !== run);
  if (odd !== undefined) {
    const place = { document: odd.document, path: ["pipeline", "run"] };
    log.problems.push(problemAt(place, "SNAPSHOT_AMBIGUOUS", "manifests name different runs"));
  }
  return run;
}

/** What an earlier run did must not pass for what this one did. */
function tellAmbiguous({ problems }: LoadLog): void {
  problems.push({
    code: "SNAPSHOT_AMBIGUOUS",
    message:
      "several runs were given, and results of steps or logs that do not say which of them they are of",
    position: undefined,
    help: 'say it in a manifest: `pipeline: { run: "NUMBER" }`, the number of the run that is judged',
  });
}

function earlierRun({ run, startedAt, readings }: GivenRun): JsonObject {
  const { pipeline } = mergePipeline(readings);
  return jsonMap([
    ["conclusion", member(pipeline, "conclusion")],
    ["run", run],
    ["startedAt", startedAt],
    ["steps", member(pipeline, "steps")],
  ]);
}

/** Absent is not empty: a required step that no source would have told is not known to be missing. */
function tellUnlisted(
  pipeline: JsonObject,
  readings: readonly PipelineReading[],
  { log, profile }: LoadContext,
): void {
  const steps = member(pipeline, "steps");
  for (const { id } of profile.spec.pipeline?.requiredSteps ?? []) {
    const isTold = isObject(steps) && Object.hasOwn(steps, id);
    if (isTold || readings.some(({ lists }) => lists === "every" || lists.has(id))) continue;
    const detail = "nothing that was given would tell it";
    log.gaps.push({ part: "pipeline", name: id, reason: "NotRead", detail });
  }
}

function readLogs(
  sorted: SortedEvidence,
  { log, profile }: LoadContext,
): readonly PipelineReading[] {
  return sorted.textsOfKind("other").flatMap((text) => {
    const reading = readActionLog(text, profile.spec.pipeline?.job);
    if (reading !== undefined) return [reading];
    log.problems.push({
      code: "SNAPSHOT_UNRECOGNIZED",
      message: "the text is no YAML or JSON and has no end-action markers",
      position: startOf(text.file),
      help: RECOGNIZED_HELP,
    });
    return [];
  });
}
