import { type FactDeclaration, known } from "../fact.ts";
import { intFact } from "../fact-type.ts";
import { everyReason } from "../gaps.ts";
import type { FleetSubject } from "../subject.ts";
import { podsPath } from "./fleet-paths.ts";
import { viewOf } from "./view-of.ts";

export const fleetPodCount: FactDeclaration<FleetSubject, number> = {
  name: "fleet.podCount",
  type: intFact,
  mayBeAbsent: false,
  reasons: everyReason,
  reads: [podsPath, "/coverage"],
  doc: "Live pods that the DaemonSet controls: neither ended nor being deleted, bound to a node or not. Pods that only carry its labels do not count.",
  derive: (subject, _read) => {
    const { livePods, open } = viewOf(subject);
    const count = livePods.length;
    return open === undefined ? known(count) : { ...open, atLeast: count };
  },
};
