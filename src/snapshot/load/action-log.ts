import type { SourceText } from "../../input/source-document.ts";
import {
  ordersOf,
  type PipelineReading,
  readingOf,
  readWord,
  type StepReading,
  silent,
  stepId,
} from "./pipeline-reading.ts";

/**
 * Reads the end markers of composite actions out of a job's log, in their order; undefined if there are none. Of a log of several
 * jobs, which has the job's name at the start of each line, only the lines of `job` count. A log may have been cut, so nothing is listed.
 */
export function readActionLog(
  { text }: SourceText,
  job: string | undefined,
): PipelineReading | undefined {
  const steps: StepReading[] = [];
  let hasMarkers = false;
  let lineStart = 0;
  for (const { 1: body = "", index } of text.matchAll(/##\[end-action ([^\]\r\n]{1,400})\]/g)) {
    hasMarkers = true;
    lineStart = startOfLine(text, lineStart, index);
    const reading = readMarker(body);
    if (reading !== undefined && isOfJob(text.slice(lineStart, index), job)) steps.push(reading);
  }
  if (!hasMarkers) return undefined;
  return { ...silent, steps, orders: ordersOf([steps.map(({ id }) => id)]) };
}

/** Where the line of `index` begins, looked for from the start of an earlier one. */
function startOfLine(text: string, from: number, index: number): number {
  let start = from;
  for (;;) {
    const end = text.indexOf("\n", start);
    if (end < 0 || end >= index) return start;
    start = end + 1;
  }
}

/** `gh run view --log` puts job and step before each line, parted by tabs; a job's own log does not. */
function isOfJob(before: string, job: string | undefined): boolean {
  if (job === undefined) return true;
  const [name, ...rest] = before.slice(0, PREFIX_LENGTH_MAX).split("\t");
  return rest.length < 2 || name === job;
}

/** Enough of a line for the names of job and step, in UTF-16 code units. */
const PREFIX_LENGTH_MAX = 1000;

function readMarker(body: string): StepReading | undefined {
  const fields = new Map(
    body.split(";").map((field) => {
      const at = field.indexOf("=");
      return [field.slice(0, Math.max(at, 0)), field.slice(at + 1)] as const;
    }),
  );
  const id = stepId(fields.get("id") ?? "");
  const duration = fields.get("duration_ms") ?? "";
  if (id === undefined) return undefined;
  return readingOf(id, {
    outcome: readWord(fields.get("outcome")),
    conclusion: readWord(fields.get("conclusion")),
    durationMs: /^\d{1,12}$/.test(duration) ? Number(duration) : undefined,
  });
}
