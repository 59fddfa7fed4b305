import { type FactDeclaration, known } from "../fact.ts";
import { boolFact } from "../fact-type.ts";
import { everyReason } from "../gaps.ts";
import type { FleetSubject } from "../subject.ts";
import { liveDaemonSet } from "./daemon-set.ts";
import { daemonSetPath } from "./fleet-paths.ts";

export const fleetExists: FactDeclaration<FleetSubject, boolean> = {
  name: "fleet.exists",
  type: boolFact,
  mayBeAbsent: false,
  reasons: everyReason,
  reads: [daemonSetPath, "/coverage"],
  doc: "The cluster has the DaemonSet. False only where a complete list of DaemonSets does not hold it; all counts of the fleet are then 0 and its lists empty.",
  derive: ({ source, daemonSet }, _read, note) => {
    const found = liveDaemonSet(source, daemonSet);
    if (found.state === "unknown") return found;
    if (found.state === "absent") return known(false);
    const { key, object } = found.value;
    note?.(["objects", key, "metadata", "uid"], object.metadata.uid ?? null);
    return known(true);
  },
};
