import { isObject } from "../../input/json-value.ts";
import type { SourceDocument } from "../../input/source-document.ts";
import { wordAt } from "./json-access.ts";
import type { LoadLog } from "./load-log.ts";
import { type PipelineReading, readingOf, readWord, silent, stepId } from "./pipeline-reading.ts";
import { problemAt } from "./place.ts";

/**
 * Reads `toJSON(steps)`. Outputs of steps are not read. A step that is not there may be in another job or action, or still to
 * come, so nothing is listed.
 */
export function readStepResults(document: SourceDocument, log: LoadLog): PipelineReading {
  const { value } = document;
  const steps = Object.entries(isObject(value) ? value : {}).flatMap(([name, step]) => {
    const id = stepId(name);
    if (id === undefined) return [];
    const outcome = readWord(wordAt(step, "outcome"));
    const conclusion = readWord(wordAt(step, "conclusion"));
    if (outcome === undefined || conclusion === undefined) {
      const place = { document, path: [name] };
      const message = "a step's outcome or conclusion is no word that GitHub uses";
      log.problems.push(problemAt(place, "SNAPSHOT_INVALID", message));
    }
    return [readingOf(id, { outcome, conclusion })];
  });
  return { ...silent, steps };
}
