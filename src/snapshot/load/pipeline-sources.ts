import { isObject, type JsonValue } from "../../input/json-value.ts";
import type { SourceDocument, SourceText } from "../../input/source-document.ts";
import type { Profile } from "../../profile/profile.ts";
import { instantMs, readInstant } from "./instant.ts";
import { itemsAt, wordAt } from "./json-access.ts";
import type { LoadLog } from "./load-log.ts";
import { problemAt } from "./place.ts";

/** What one source says about one step of the pipeline. */
export interface StepReading {
  readonly id: string;
  readonly outcome?: string;
  readonly conclusion?: string;
  readonly durationMs?: number;
  /** The source itself was put together from sources that disagreed. */
  readonly contradictory?: boolean;
}

export interface PipelineReading {
  readonly conclusions: readonly string[];
  readonly steps: readonly StepReading[];
}

/** Reads `gh run view --json conclusion,jobs`: the steps whose titles the profile knows. */
export function readWorkflowRun({ value }: SourceDocument, profile: Profile): PipelineReading {
  const jobs = itemsAt(value, "jobs");
  const ids = new Map(
    (profile.spec.pipeline?.requiredSteps ?? []).flatMap(({ id, title }) =>
      title === undefined ? [] : [[title, id] as const],
    ),
  );
  const conclusion =
    wordAt(value, "conclusion") ?? (jobs.length === 1 ? wordAt(jobs[0], "conclusion") : undefined);
  const steps = jobs
    .flatMap((job) => itemsAt(job, "steps"))
    .flatMap((step) => readRunStep(step, ids.get(wordAt(step, "name") ?? "")));
  const word = conclusion === undefined ? undefined : readWord(conclusion);
  return { conclusions: word === undefined ? [] : [word], steps };
}

function readRunStep(step: JsonValue, id: string | undefined): readonly StepReading[] {
  if (id === undefined) return [];
  const conclusion = readWord(wordAt(step, "conclusion"));
  const durationMs = durationOf(wordAt(step, "startedAt"), wordAt(step, "completedAt"));
  return [readingOf(id, { conclusion, durationMs })];
}

interface StepWords {
  readonly outcome?: string | undefined;
  readonly conclusion?: string | undefined;
  readonly durationMs?: number | undefined;
}

function readingOf(id: string, { outcome, conclusion, durationMs }: StepWords): StepReading {
  return {
    id,
    ...(outcome === undefined ? {} : { outcome }),
    ...(conclusion === undefined ? {} : { conclusion }),
    ...(durationMs === undefined ? {} : { durationMs }),
  };
}

/** Results are words of GitHub's; a text that is none is not told. */
function readWord(text: string | undefined): string | undefined {
  return text !== undefined && /^[a-z_]{1,20}$/.test(text) ? text : undefined;
}

/**
 * GitHub writes whole seconds, so a step within one second has no known duration, and the year 1 for a step that
 * never started or ended.
 */
function durationOf(from: string | undefined, to: string | undefined): number | undefined {
  const start = readInstant(from ?? "");
  const end = readInstant(to ?? "");
  if (start === undefined || end === undefined || start.startsWith("0001")) return undefined;
  const ms = instantMs(end) - instantMs(start);
  return ms > 0 ? ms : undefined;
}

/** Reads `toJSON(steps)`. Outputs of steps are not read. */
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
  return { conclusions: [], steps };
}

/** Undefined for steps without an id of their own, which GitHub numbers anew in every workflow. */
function stepId(name: string): string | undefined {
  const id = name.startsWith("__self.") ? name.slice("__self.".length) : name;
  return id.startsWith("__") || !/^[A-Za-z0-9_.-]{1,100}$/.test(id) ? undefined : id;
}

/** Reads the end markers of composite actions out of a job's log; undefined if there are none. */
export function readActionLog({ text }: SourceText): PipelineReading | undefined {
  const steps: StepReading[] = [];
  let hasMarkers = false;
  for (const [, body = ""] of text.matchAll(/##\[end-action ([^\]\r\n]{1,400})\]/g)) {
    hasMarkers = true;
    const reading = readMarker(body);
    if (reading !== undefined) steps.push(reading);
  }
  return hasMarkers ? { conclusions: [], steps } : undefined;
}

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
