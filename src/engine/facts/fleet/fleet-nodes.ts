import { compareText } from "../../../input/compare-text.ts";
import { type Fact, type FactDeclaration, known, type Note } from "../fact.ts";
import { intFact, stringListFact } from "../fact-type.ts";
import { everyReason } from "../gaps.ts";
import { reasonsOf, unknownFor } from "../known.ts";
import type { FleetSubject } from "../subject.ts";
import { daemonSetPath, podsPath, revisionsPath } from "./fleet-paths.ts";
import type { FleetView, NodePodState } from "./fleet-view.ts";
import { noteHash } from "./stale-pod.ts";
import { viewOf } from "./view-of.ts";

const reads = [podsPath, revisionsPath, daemonSetPath, "/coverage"];

export const fleetCurrentNodes: FactDeclaration<FleetSubject, number> = {
  name: "fleet.currentNodes",
  type: intFact,
  mayBeAbsent: false,
  reasons: everyReason,
  reads,
  doc: "Nodes whose oldest live pod runs the template that the DaemonSet wants now, by its revision hash or its template generation.",
  derive: (subject, _read) => countNodes(viewOf(subject), "current"),
};

export const fleetStaleNodes: FactDeclaration<FleetSubject, number> = {
  name: "fleet.staleNodes",
  type: intFact,
  mayBeAbsent: false,
  reasons: everyReason,
  reads,
  doc: "Nodes whose oldest live pod runs another template than the DaemonSet wants now.",
  derive: (subject, _read, note) => {
    const view = viewOf(subject);
    noteStale(view, note);
    return countNodes(view, "stale");
  },
};

export const fleetStaleNodeNames: FactDeclaration<FleetSubject, readonly string[]> = {
  name: "fleet.staleNodeNames",
  type: stringListFact,
  mayBeAbsent: false,
  reasons: everyReason,
  reads,
  doc: "Names of those nodes, in code-unit order; known once the state of every node is.",
  derive: (subject, _read, note) => {
    const view = viewOf(subject);
    noteStale(view, note);
    const reasons = unclear(view);
    if (reasons.length > 0) return unknownFor(reasons);
    return known(nodesIn(view, "stale").sort(compareText));
  },
};

/** A node that is unclear may be in either state; a node that was not seen may have any pod. */
function countNodes(view: FleetView, state: NodePodState): Fact<number> {
  const count = nodesIn(view, state).length;
  const reasons = unclear(view);
  return reasons.length === 0 ? known(count) : unknownFor(reasons, { atLeast: count });
}

function nodesIn({ nodes }: FleetView, state: NodePodState): string[] {
  return [...nodes].flatMap(([name, node]) => (node.state === state ? [name] : []));
}

function unclear({ nodes, open }: FleetView): ReturnType<typeof reasonsOf> {
  const states = [...nodes.values()].map(({ state, reasons }) => ({ state, reasons }));
  return reasonsOf(open === undefined ? states : [open, ...states]);
}

function noteStale({ nodes }: FleetView, note: Note | undefined): void {
  if (note === undefined) return;
  for (const { state, pod } of nodes.values()) {
    if (state === "stale" && pod !== undefined) noteHash(pod, note);
  }
}
