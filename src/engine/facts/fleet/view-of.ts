import type { FactSource, FleetSubject } from "../subject.ts";
import { type FleetView, fleetView } from "./fleet-view.ts";

/** The fleet: DaemonSet, revisions and pods, joined once an evaluation. */
export function viewOf({ source, daemonSet }: FleetSubject): FleetView {
  const views = source.once(createViews);
  const key = `${daemonSet.namespace}/${daemonSet.name}`;
  const earlier = views.get(key);
  if (earlier !== undefined) return earlier;
  const view = fleetView(source, daemonSet);
  views.set(key, view);
  return view;
}

function createViews(_source: FactSource): Map<string, FleetView> {
  return new Map();
}
