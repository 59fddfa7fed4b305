import type { JsonObject } from "../../input/json-value.ts";
import { startOf } from "../../input/problem.ts";
import type { LoadContext } from "./load-context.ts";
import { mergePipeline } from "./merge-pipeline.ts";
import {
  type PipelineReading,
  readActionLog,
  readStepResults,
  readWorkflowRun,
} from "./pipeline-sources.ts";
import { RECOGNIZED_HELP } from "./recognize.ts";
import type { SnapshotParts } from "./snapshot-parts.ts";
import type { SortedEvidence } from "./sort-evidence.ts";

/** What all sources together say that the pipeline did. */
export function readPipeline(
  sorted: SortedEvidence,
  snapshots: readonly SnapshotParts[],
  context: LoadContext,
): JsonObject | undefined {
  const { log, profile } = context;
  const readings = [
    ...sorted.ofKind("workflowRun").map((document) => readWorkflowRun(document, profile)),
    ...sorted.ofKind("stepResults").map((document) => readStepResults(document, log)),
    ...readLogs(sorted, context),
    ...snapshots.flatMap(({ pipeline }) => pipeline ?? []),
  ];
  const merged = mergePipeline(readings);
  if (merged?.isContradictory) {
    const detail = "sources disagree about the conclusion";
    log.gaps.push({ part: "pipeline", reason: "Inconsistent", detail });
  }
  return merged?.pipeline;
}

function readLogs(sorted: SortedEvidence, { log }: LoadContext): readonly PipelineReading[] {
  return sorted.textsOfKind("other").flatMap((text) => {
    const reading = readActionLog(text);
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
