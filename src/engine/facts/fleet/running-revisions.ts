import { groupBy } from "../../../input/group-by.ts";
import { known, type UnknownFact, unknown } from "../fact.ts";
import { type Known, reasonsOf, unknownFor } from "../known.ts";
import { readPodsAgain } from "./cures.ts";
import { type FleetPod, notInHistory } from "./fleet-pod.ts";
import type { FleetView } from "./fleet-view.ts";
import type { Revision } from "./revision-history.ts";
import { isStalePod } from "./stale-pod.ts";

/** A revision, and the live pods that run it. */
export interface RunningRevision {
  readonly revision: Revision;
  readonly pods: readonly [FleetPod, ...FleetPod[]];
}

type Running = readonly RunningRevision[];

/**
 * Which revisions the live pods run, in the order of the history. Pods and revisions are joined by hash;
 * known only once every pod has been joined.
 */
export function runningRevisions({ history, livePods, open }: FleetView): Known<Running> {
  if (open !== undefined) return open;
  if (history.state === "unknown") return unknownFor(history.reasons);
  if (history.state === "absent") return known([]);
  const { byHash, revisions } = history.value;
  const revisionOf = ({ hash }: FleetPod): Revision | undefined =>
    hash === undefined ? undefined : byHash.get(hash);
  const stray = livePods.find((pod) => revisionOf(pod) === undefined);
  if (stray !== undefined) return notJoined(stray);
  const running = groupBy(livePods, revisionOf);
  return known(
    revisions.flatMap((revision) => {
      const pods = running.get(revision);
      return pods === undefined ? [] : [{ revision, pods }];
    }),
  );
}

function notJoined({ key, hash }: FleetPod): UnknownFact<never> {
  return hash === undefined
    ? unknown("Unparsable", `${key} has no revision hash`, { cure: readPodsAgain })
    : notInHistory(key);
}

/** Revisions with a higher number than each of those; numbers are compared and never subtracted. */
export function revisionsAbove(
  revisions: readonly Revision[],
  running: readonly Revision[],
): readonly Revision[] {
  return revisions.filter(({ number }) => running.every((one) => one.number < number));
}

/** The stale ones among the live pods by the revision that they run, in the order of the history. */
export function staleRevisions(view: FleetView): Known<Running> {
  const running = runningRevisions(view);
  if (running.state === "unknown") return running;
  const reasons = reasonsOf(view.livePods.map(({ updated }) => updated));
  if (reasons.length > 0) return unknownFor(reasons);
  return known(
    running.value.flatMap(({ revision, pods }) => {
      const [first, ...rest] = pods.filter(isStalePod);
      return first === undefined ? [] : [{ revision, pods: [first, ...rest] as const }];
    }),
  );
}
