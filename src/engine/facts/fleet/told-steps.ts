import { groupBy } from "../../../input/group-by.ts";
import type { StepRecord } from "../../../snapshot/snapshot.ts";
import { type AbsentFact, absent, known, unknown } from "../fact.ts";
import { gapsOf, missingReasons } from "../gaps.ts";
import { compareInstants } from "../instant-text.ts";
import { type Known, unknownFor } from "../known.ts";
import type { FactSource, FleetSubject } from "../subject.ts";

/** A recorded step, and its place in the snapshot's list. */
export interface ToldStep {
  readonly at: number;
  readonly record: StepRecord;
}

const cure = "-f the StepRecords document; one with an empty list says that none was recorded";

/**
 * The recorded steps of a fleet that the snapshot can show: those dated after it tell of another state. Absent
 * where no snapshot holds records and the profile does not say that there are any.
 */
export function toldSteps({
  source,
  daemonSet: { namespace, name },
  stepsRecorded = false,
}: FleetSubject): Known<readonly ToldStep[]> | AbsentFact {
  const gaps = gapsOf(source).within("steps");
  const what = `steps of DaemonSet ${namespace}/${name}`;
  if (gaps.length > 0)
    return unknownFor(missingReasons(gaps, { detail: `${what} could not all be read`, cure }));
  if (source.snapshot.steps !== undefined)
    return known(source.once(byDaemonSet).get(`${namespace}/${name}`) ?? []);
  return stepsRecorded
    ? unknown("NotRead", `${what} are recorded, and no records were given`, { cure })
    : absent;
}

function byDaemonSet({
  snapshot: { steps = [], takenAt },
}: FactSource): ReadonlyMap<string, readonly ToldStep[]> {
  const told = steps
    .map((record, at) => ({ at, record }))
    .filter(({ record: { at, verifiedAt = at } }) =>
      [at, verifiedAt].every((instant) => (compareInstants(instant, takenAt) ?? 1) <= 0),
    );
  return groupBy(told, ({ record }) => record.daemonSet);
}

/** When what a record says was seen. */
export function judgedAt({ at, verifiedAt }: StepRecord): string {
  return verifiedAt ?? at;
}

/**
 * Of records of one node and one revision the one that counts: the latest, and of equals the worst. A failure stays until
 * the node is verified: a record without a result does not take it away.
 */
export function latestStep(steps: readonly [ToldStep, ...ToldStep[]]): ToldStep {
  const [first, ...rest] = steps.filter(({ record }) => record.result !== undefined);
  const lastResult = first && latestOf([first, ...rest]);
  return lastResult?.record.result === "failed" ? lastResult : latestOf(steps);
}

function latestOf(steps: readonly [ToldStep, ...ToldStep[]]): ToldStep {
  return steps.reduce((latest, step) => (supersedes(step, latest) ? step : latest));
}

const gravity = { failed: 2, none: 1, verified: 0 };

function supersedes({ record }: ToldStep, latest: ToldStep): boolean {
  const order = compareInstants(judgedAt(record), judgedAt(latest.record)) ?? 0;
  if (order !== 0) return order > 0;
  return gravity[record.result ?? "none"] > gravity[latest.record.result ?? "none"];
}
