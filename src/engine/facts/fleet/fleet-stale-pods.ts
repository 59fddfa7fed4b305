import { type FactDeclaration, known } from "../fact.ts";
import { intFact } from "../fact-type.ts";
import { everyReason } from "../gaps.ts";
import { reasonsOf, unknownFor } from "../known.ts";
import type { FleetSubject } from "../subject.ts";
import { daemonSetPath, podsPath, revisionsPath } from "./fleet-paths.ts";
import { isStalePod, noteHash } from "./stale-pod.ts";
import { viewOf } from "./view-of.ts";

export const fleetStalePods: FactDeclaration<FleetSubject, number> = {
  name: "fleet.stalePods",
  type: intFact,
  mayBeAbsent: false,
  reasons: everyReason,
  reads: [podsPath, revisionsPath, daemonSetPath, "/coverage"],
  doc: "Live pods that do not run the template that the DaemonSet wants now. One such pod that was seen counts, whatever was not.",
  derive: (subject, _read, note) => {
    const { livePods, open } = viewOf(subject);
    const stale = livePods.filter(isStalePod);
    for (const pod of stale) noteHash(pod, note);
    const reasons = reasonsOf([...livePods.map(({ updated }) => updated), ...(open ? [open] : [])]);
    if (reasons.length === 0) return known(stale.length);
    return unknownFor(reasons, { atLeast: stale.length });
  },
};
