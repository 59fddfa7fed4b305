import { compareText } from "../../input/compare-text.ts";
import { isList, type JsonValue, member } from "../../input/json-value.ts";
import type { SourceDocument } from "../../input/source-document.ts";
import type { Profile } from "../../profile/profile.ts";
import { instantMs, readInstant } from "./instant.ts";
import { itemsAt, wordAt } from "./json-access.ts";
import {
  ordersOf,
  type RunReading,
  readingOf,
  readWord,
  type StepReading,
} from "./pipeline-reading.ts";

type Titles = ReadonlyMap<string, string>;

/** Reads what `gh run view --json …` says of a run: the steps whose titles the profile knows. */
export function readWorkflowRun({ value }: SourceDocument, profile: Profile): RunReading {
  const { job, requiredSteps = [] } = profile.spec.pipeline ?? {};
  const titles: Titles = new Map(
    requiredSteps.flatMap(({ id, title }) => (title === undefined ? [] : [[title, id] as const])),
  );
  const all = itemsAt(value, "jobs");
  const jobs = job === undefined ? all : all.filter((one) => wordAt(one, "name") === job);
  const read = jobs.map((one) => readJob(one, { titles, isNamed: job !== undefined }));
  const conclusion = conclusionOf(value, jobs, job !== undefined);
  const event = readWord(wordAt(value, "event"));
  const isWhole = isList(member(value, "jobs")) && all.length > 0 && isEnded(value, jobs);
  return {
    run: runOf(value, all),
    startedAt: startOf(value, all),
    conclusions: conclusion === undefined ? [] : [conclusion],
    events: event === undefined ? [] : [event],
    steps: read.flatMap(({ steps }) => steps),
    orders: ordersOf(joinJobs(read)),
    lists: new Set(isWhole ? titles.values() : []),
  };
}

function conclusionOf(
  value: JsonValue,
  jobs: readonly JsonValue[],
  isNamed: boolean,
): string | undefined {
  const ofJob = jobs.length === 1 ? wordAt(jobs[0], "conclusion") : undefined;
  const hasJobs = isList(member(value, "jobs"));
  return readWord(isNamed && hasJobs ? ofJob : (wordAt(value, "conclusion") ?? ofJob));
}

/** Whether what the run's jobs list is all that there will be. */
function isEnded(value: JsonValue, jobs: readonly JsonValue[]): boolean {
  const those = jobs.length === 0 ? [value] : jobs;
  return those.every((one) => {
    const status = wordAt(one, "status");
    return status === undefined ? wordAt(one, "conclusion") !== undefined : status === "completed";
  });
}

interface ReadJob {
  readonly steps: readonly StepReading[];
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** The steps of a job, in their order. A job that was skipped has none: then each that it is to have was skipped. */
function readJob(
  job: JsonValue,
  { titles, isNamed }: { readonly titles: Titles; readonly isNamed: boolean },
): ReadJob {
  const from = timeAt(job, "startedAt");
  const to = timeAt(job, "completedAt");
  const listed = itemsAt(job, "steps");
  if (isNamed && listed.length === 0 && wordAt(job, "conclusion") === "skipped") {
    const steps = [...titles.values()].map((id) => readingOf(id, { conclusion: "skipped" }));
    return { steps, from, to };
  }
  const numbered = listed.map((step, index) => ({ step, number: numberOf(step) ?? index }));
  const steps = numbered
    .sort((a, b) => a.number - b.number)
    .flatMap(({ step }) => readRunStep(step, titles.get(wordAt(step, "name") ?? "")));
  return { steps, from, to };
}

function numberOf(step: JsonValue): number | undefined {
  const number = member(step, "number");
  return typeof number === "number" ? number : undefined;
}

function readRunStep(step: JsonValue, id: string | undefined): readonly StepReading[] {
  if (id === undefined) return [];
  const conclusion = readWord(wordAt(step, "conclusion"));
  const durationMs = durationOf(timeAt(step, "startedAt"), timeAt(step, "completedAt"));
  return [readingOf(id, { conclusion, durationMs })];
}

/** An instant; undefined for the year 1, which stands for what never began or ended. */
function timeAt(value: JsonValue, key: string): string | undefined {
  const instant = readInstant(wordAt(value, key) ?? "");
  return instant?.startsWith("0001") === true ? undefined : instant;
}

/** GitHub writes whole seconds, so a step within one second has no known duration. */
function durationOf(start: string | undefined, end: string | undefined): number | undefined {
  if (start === undefined || end === undefined) return undefined;
  const ms = instantMs(end) - instantMs(start);
  return ms > 0 ? ms : undefined;
}

/** Jobs one after the other make one order; of jobs that ran side by side each has its own. */
function joinJobs(jobs: readonly ReadJob[]): readonly (readonly string[])[] {
  const inOrder = [...jobs].sort((a, b) => compareText(a.from ?? "", b.from ?? ""));
  const isOneAfterOther = inOrder.every(({ from }, index) => {
    const before = inOrder[index - 1];
    if (before === undefined) return true;
    return from !== undefined && before.to !== undefined && instantMs(before.to) <= instantMs(from);
  });
  const lists = inOrder.map(({ steps }) => steps.map(({ id }) => id));
  return isOneAfterOther ? [lists.flat()] : lists;
}

/** The run's number: its own field, or the one in the address of a job. */
function runOf(value: JsonValue, jobs: readonly JsonValue[]): string | undefined {
  const own = member(value, "databaseId");
  const found =
    typeof own === "number" && Number.isSafeInteger(own) && own >= 0
      ? String(own)
      : jobs
          .map((job) => /\/actions\/runs\/(\d{1,20})\//.exec(wordAt(job, "url") ?? "")?.[1])
          .find((number) => number !== undefined);
  if (found === undefined) return undefined;
  const attempt = member(value, "attempt");
  const isLater = typeof attempt === "number" && Number.isInteger(attempt) && attempt > 1;
  return isLater && attempt < 100_000 ? `${found}/${attempt}` : found;
}

function startOf(value: JsonValue, jobs: readonly JsonValue[]): string | undefined {
  const own = timeAt(value, "startedAt") ?? timeAt(value, "createdAt");
  if (own !== undefined) return own;
  const starts = jobs.flatMap((job) => timeAt(job, "startedAt") ?? []);
  return starts.sort((a, b) => instantMs(a) - instantMs(b) || compareText(a, b))[0];
}
