import { type FactDeclaration, known } from "../fact.ts";
import { intFact } from "../fact-type.ts";
import { everyReason } from "../gaps.ts";
import { eachOnce, unknownFor } from "../known.ts";
import type { FleetSubject } from "../subject.ts";
import { podsPath, revisionsPath } from "./fleet-paths.ts";
import { nodeAdoptions } from "./node-adoptions.ts";
import { viewOf } from "./view-of.ts";

export const fleetBehind: FactDeclaration<FleetSubject, number> = {
  name: "fleet.behind",
  type: intFact,
  mayBeAbsent: false,
  reasons: everyReason,
  reads: [podsPath, revisionsPath, "/coverage"],
  doc: "How many recorded revisions the node that is furthest behind has still to adopt: those with a higher number than the one that its counted pod runs, one for each ControllerRevision. 0 while every node runs the wanted one.",
  derive: (subject, _read, note) => {
    const { open } = viewOf(subject);
    const nodes = nodeAdoptions(subject);
    const stale = nodes.filter(({ state }) => state === "stale");
    const most = stale.reduce((far, { behind = 0 }) => Math.max(far, behind), 0);
    const reasons = eachOnce([...(open?.reasons ?? []), ...nodes.flatMap((node) => node.reasons)]);
    const furthest = stale.find(({ behind }) => behind === most)?.revision;
    if (furthest !== undefined) note?.(["objects", furthest.key, "revision"], furthest.number);
    return reasons.length === 0 ? known(most) : unknownFor(reasons, { atLeast: most });
  },
};
