import type { UnknownReason } from "../fact.ts";
import type { FleetSubject } from "../subject.ts";
import type { FleetPod } from "./fleet-pod.ts";
import type { FleetView, NodePodState } from "./fleet-view.ts";
import type { Revision } from "./revision-history.ts";
import { viewOf } from "./view-of.ts";

/** What one node has adopted, by the pod that counts for it. */
export interface NodeAdoption {
  readonly node: string;
  readonly state: NodePodState;
  /** Undefined while it cannot be told which pod counts. */
  readonly pod: FleetPod | undefined;
  /** What the pod runs; undefined while that is not known, and while nothing runs. */
  readonly revision: Revision | undefined;
  /** How many recorded revisions have a higher number, one for each object. */
  readonly behind: number | undefined;
  /** Why the state is unknown; empty otherwise. */
  readonly reasons: readonly UnknownReason[];
}

/** Every node for which a pod was seen, in order of the pods: the rows of the adoption matrix. */
export function nodeAdoptions(subject: FleetSubject): readonly NodeAdoption[] {
  const view = viewOf(subject);
  const above = revisionsAboveEach(view);
  return [...view.nodes].map(([node, { state, pod, reasons }]) => {
    const revision = runsNothing(state) ? undefined : revisionOf(view, pod);
    const behind = revision && (state === "current" ? 0 : above.get(revision));
    return { node, state, pod, revision, behind, reasons };
  });
}

/** Its pod is still to be bound, or is over. */
export function runsNothing(state: NodePodState): boolean {
  return state === "pending" || state === "ended";
}

/** The recorded revision of a pod, by its hash. */
function revisionOf({ history }: FleetView, pod: FleetPod | undefined): Revision | undefined {
  return history.state === "value" && pod?.hash !== undefined
    ? history.value.byHash.get(pod.hash)
    : undefined;
}

function revisionsAboveEach({ history }: FleetView): ReadonlyMap<Revision, number> {
  const above = new Map<Revision, number>();
  if (history.state !== "value") return above;
  const { revisions } = history.value;
  let higher = 0;
  for (let at = revisions.length - 1; at >= 0; at -= 1) {
    const revision = revisions[at];
    if (revision === undefined) continue;
    const next = revisions[at + 1];
    if (next !== undefined && next.number > revision.number) higher = revisions.length - 1 - at;
    above.set(revision, higher);
  }
  return above;
}
