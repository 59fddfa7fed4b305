import { type FactDeclaration, known, unknown } from "../fact.ts";
import { boolFact } from "../fact-type.ts";
import { everyReason } from "../gaps.ts";
import { numberAt, recordAt } from "../read-object.ts";
import type { FleetSubject } from "../subject.ts";
import { daemonSetCure, liveDaemonSet } from "./daemon-set.ts";
import { daemonSetPath } from "./fleet-paths.ts";

export const fleetObserved: FactDeclaration<FleetSubject, boolean> = {
  name: "fleet.observed",
  type: boolFact,
  mayBeAbsent: false,
  reasons: everyReason,
  reads: [
    `${daemonSetPath}/metadata/generation`,
    `${daemonSetPath}/metadata/deletionTimestamp`,
    `${daemonSetPath}/status/observedGeneration`,
  ],
  doc: "The DaemonSet's status is about its present spec: observedGeneration (0 where left out) equals generation. False for one that is being deleted, whose status is not kept up, and where there is none.",
  derive: ({ source, daemonSet }, _read, note) => {
    const found = liveDaemonSet(source, daemonSet);
    if (found.state === "unknown") return found;
    if (found.state === "absent") return known(false);
    const { key, object } = found.value;
    const { generation, deletionTimestamp } = object.metadata;
    if (typeof deletionTimestamp === "string") {
      note?.(["objects", key, "metadata", "deletionTimestamp"], deletionTimestamp);
      return known(false);
    }
    if (generation === undefined || recordAt(object, ["status"]) === undefined) {
      const cure = daemonSetCure(daemonSet);
      return unknown("Partial", `${key} has no generation or no status`, { cure });
    }
    const observed = numberAt(object, ["status", "observedGeneration"]);
    note?.(["objects", key, "metadata", "generation"], generation);
    note?.(["objects", key, "status", "observedGeneration"], observed ?? null);
    return known((observed ?? 0) === generation);
  },
};
