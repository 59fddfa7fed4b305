import { type FactDeclaration, known, type ReadFact } from "../fact.ts";
import type { GatedFleetSubject } from "../subject.ts";
import { type FleetView, fleetView } from "./fleet-view.ts";

/** The join that facts about fleets share. In no table: no policy reads it. */
export const gatedFleetView: FactDeclaration<GatedFleetSubject, FleetView> = {
  name: "fleet.view",
  type: { cel: { kind: "dyn" }, toCel: () => null },
  mayBeAbsent: false,
  reasons: [],
  reads: ["/objects", "/coverage", "/gaps"],
  doc: "DaemonSet, revisions and pods, joined.",
  derive: ({ source, daemonSet }) => known(fleetView(source, daemonSet)),
};

/** The subject's fleet, joined once if the reader keeps what it derived. */
export function viewOf(
  { source, daemonSet }: GatedFleetSubject,
  read: ReadFact<GatedFleetSubject>,
): FleetView {
  const view = read(gatedFleetView);
  return view.state === "value" ? view.value : fleetView(source, daemonSet);
}
