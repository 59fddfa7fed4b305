import { compareText } from "../../input/compare-text.ts";
import { groupBy } from "../../input/group-by.ts";
import { instantMs } from "./instant.ts";
import type { RunReading } from "./pipeline-reading.ts";

/** What was given about one run. */
export interface GivenRun {
  readonly run: string | undefined;
  readonly startedAt: string | undefined;
  readonly readings: readonly RunReading[];
}

export interface GivenRuns {
  /** The run that is judged; what does not say which run it is about is about this one. */
  readonly judged: GivenRun;
  /** Those that started before it, oldest first. */
  readonly earlier: readonly GivenRun[];
}

/** Parts the run that is judged (`stated` or, where nobody says which, the one that started last) from those before it. */
export function chooseRun(readings: readonly RunReading[], stated: string | undefined): GivenRuns {
  const byRun = groupBy(readings, (reading) => reading.run ?? reading.startedAt ?? "");
  const runs = [...byRun.values()].map(givenRun);
  const isStated = ({ run }: GivenRun): boolean => run === stated;
  const candidates = stated === undefined ? runs : runs.filter(isStated);
  const startedAt = candidates.flatMap(dateOf).sort(compareInstants).at(-1);
  const isJudged = (given: GivenRun): boolean =>
    given.startedAt === undefined ||
    (stated === undefined ? given.startedAt === startedAt : isStated(given));
  const judged = runs.filter(isJudged);
  return {
    judged: {
      run: stated ?? onlyOne(judged.flatMap(({ run }) => run ?? [])),
      startedAt,
      readings: judged.flatMap((given) => given.readings),
    },
    earlier: runs
      .filter((given) => !isJudged(given) && isBefore(given.startedAt, startedAt))
      .sort(
        (a, b) =>
          compareInstants(a.startedAt ?? "", b.startedAt ?? "") ||
          compareText(a.run ?? "", b.run ?? ""),
      ),
  };
}

/** A run of which the start was not read is after all that have one: what is judged is the newest. */
function isBefore(a: string | undefined, b: string | undefined): boolean {
  return a !== undefined && (b === undefined || compareInstants(a, b) < 0);
}

function givenRun(readings: readonly [RunReading, ...RunReading[]]): GivenRun {
  const [startedAt] = readings.flatMap(dateOf).sort(compareInstants);
  return { run: readings[0].run, startedAt, readings };
}

function dateOf({ startedAt }: Pick<GivenRun, "startedAt">): readonly string[] {
  return startedAt === undefined ? [] : [startedAt];
}

function onlyOne(texts: readonly string[]): string | undefined {
  const distinct = new Set(texts);
  const [first] = distinct;
  return distinct.size === 1 ? first : undefined;
}

function compareInstants(a: string, b: string): number {
  return instantMs(a) - instantMs(b) || compareText(a, b);
}
