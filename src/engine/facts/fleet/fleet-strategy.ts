import { absent, type FactDeclaration, known, unknown } from "../fact.ts";
import { enumFact } from "../fact-type.ts";
import { everyReason } from "../gaps.ts";
import { textAt } from "../read-object.ts";
import type { FleetSubject } from "../subject.ts";
import { daemonSetCure, liveDaemonSet } from "./daemon-set.ts";
import { daemonSetPath } from "./fleet-paths.ts";

const strategies = ["OnDelete", "RollingUpdate"] as const;
export type FleetStrategy = (typeof strategies)[number];

export const fleetStrategy: FactDeclaration<FleetSubject, FleetStrategy> = {
  name: "fleet.strategy",
  type: enumFact("FleetStrategy", strategies),
  mayBeAbsent: true,
  reasons: everyReason,
  reads: [`${daemonSetPath}/spec/updateStrategy/type`],
  doc: "How the live DaemonSet replaces pods, whatever Git declares. RollingUpdate is the API's default; absent where there is no DaemonSet.",
  derive: ({ source, daemonSet }, _read, note) => {
    const found = liveDaemonSet(source, daemonSet);
    if (found.state === "unknown") return found;
    if (found.state === "absent") return absent;
    const { key, object } = found.value;
    const type = textAt(object, ["spec", "updateStrategy", "type"]);
    note?.(["objects", key, "spec", "updateStrategy", "type"], type ?? null);
    if (type === undefined) return known("RollingUpdate");
    const strategy = strategies.find((one) => one === type);
    if (strategy !== undefined) return known(strategy);
    const cure = daemonSetCure(daemonSet);
    return unknown("Unparsable", `${key} has an unheard-of update strategy`, {
      cure,
      present: true,
    });
  },
};
