import { known, type UnknownFact, unknown, type ValueFact } from "../fact.ts";
import { reasonsOf } from "../gate/not-read.ts";
import type { FleetPod } from "./fleet-pod.ts";
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
export function runningRevisions({
  history,
  livePods,
  open,
}: FleetView): ValueFact<Running> | UnknownFact<never> {
  if (open !== undefined) return open;
  if (history.state === "unknown") return { state: "unknown", reasons: history.reasons };
  if (history.state === "absent") return known([]);
  const { byHash, revisions } = history.value;
  const running = new Map<Revision, [FleetPod, ...FleetPod[]]>();
  for (const pod of livePods) {
    const revision = pod.hash === undefined ? undefined : byHash.get(pod.hash);
    if (revision === undefined) return notJoined(pod);
    const others = running.get(revision);
    if (others) others.push(pod);
    else running.set(revision, [pod]);
  }
  return known(
    revisions.flatMap((revision) => {
      const pods = running.get(revision);
      return pods === undefined ? [] : [{ revision, pods }];
    }),
  );
}

function notJoined({ key, hash }: FleetPod): UnknownFact<never> {
  const cure = "read pods and ControllerRevisions again, together";
  return hash === undefined
    ? unknown("Unparsable", `${key} has no revision hash`, { cure })
    : unknown("Inconsistent", `${key} runs a revision that no ControllerRevision has`, { cure });
}

/** Revisions with a higher number than each of those; numbers are compared and never subtracted. */
export function revisionsAbove(
  revisions: readonly Revision[],
  running: readonly Revision[],
): readonly Revision[] {
  return revisions.filter(({ number }) => running.every((one) => one.number < number));
}

/** The stale ones among the live pods by the revision that they run, in the order of the history. */
export function staleRevisions(view: FleetView): ValueFact<Running> | UnknownFact<never> {
  const running = runningRevisions(view);
  if (running.state === "unknown") return running;
  const reasons = reasonsOf(view.livePods.map(({ updated }) => updated));
  if (reasons.length > 0) return { state: "unknown", reasons };
  return known(
    running.value.flatMap(({ revision, pods }) => {
      const [first, ...rest] = pods.filter(isStalePod);
      return first === undefined ? [] : [{ revision, pods: [first, ...rest] as const }];
    }),
  );
}
