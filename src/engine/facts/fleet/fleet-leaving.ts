import { absent, type FactDeclaration, known } from "../fact.ts";
import { boolFact } from "../fact-type.ts";
import { everyReason } from "../gaps.ts";
import type { FleetSubject } from "../subject.ts";
import { liveDaemonSet } from "./daemon-set.ts";
import { daemonSetPath } from "./fleet-paths.ts";

export const fleetLeaving: FactDeclaration<FleetSubject, boolean> = {
  name: "fleet.leaving",
  type: boolFact,
  mayBeAbsent: true,
  reasons: everyReason,
  reads: [`${daemonSetPath}/metadata/deletionTimestamp`],
  doc: "The DaemonSet is being deleted: its controller makes no pods any more and does not keep its status up. Absent where there is none.",
  derive: ({ source, daemonSet }, _read, note) => {
    const found = liveDaemonSet(source, daemonSet);
    if (found.state !== "value") return found.state === "absent" ? absent : found;
    const { key, object } = found.value;
    const { deletionTimestamp } = object.metadata;
    const isLeaving = typeof deletionTimestamp === "string";
    if (isLeaving) note?.(["objects", key, "metadata", "deletionTimestamp"], deletionTimestamp);
    return known(isLeaving);
  },
};
