import { compareText } from "../../../input/compare-text.ts";
import { isCovered } from "../../../snapshot/coverage.ts";
import { type FactDeclaration, known, unknown } from "../fact.ts";
import { stringListFact } from "../fact-type.ts";
import { everyReason, gapsOf } from "../gaps.ts";
import { unknownFor } from "../known.ts";
import type { FleetSubject } from "../subject.ts";
import { fleetDesired, fleetScheduled } from "./fleet-counters.ts";
import { daemonSetPath, podsPath } from "./fleet-paths.ts";
import { viewOf } from "./view-of.ts";

const listNodes = "kubectl get nodes -o json";

export const fleetMissingNodes: FactDeclaration<FleetSubject, readonly string[]> = {
  name: "fleet.missingNodes",
  type: stringListFact,
  mayBeAbsent: false,
  reasons: everyReason,
  reads: [`${daemonSetPath}/status`, podsPath, "/objects/v1~1Node~1~1*", "/coverage"],
  doc: "Names of nodes that should run a pod of the DaemonSet and have none, in code-unit order. Told by the status and by which nodes have no pod; unknown where more nodes have none than the status lacks, since the scheduling of the DaemonSet is not worked out anew.",
  derive: (subject, read, note) => {
    const { source, daemonSet } = subject;
    const desired = read(fleetDesired);
    const scheduled = read(fleetScheduled);
    if (desired.state !== "value")
      return unknownFor(desired.state === "unknown" ? desired.reasons : []);
    if (scheduled.state !== "value")
      return unknownFor(scheduled.state === "unknown" ? scheduled.reasons : []);
    const lacking = Math.max(0, desired.value - scheduled.value);
    if (lacking === 0) return known([]);
    const { open, nodes } = viewOf(subject);
    if (open !== undefined) return open;
    const what = `${lacking} nodes lack a pod of DaemonSet ${daemonSet.namespace}/${daemonSet.name}`;
    const isOpen =
      isCovered(source.snapshot, { kind: "v1/Node" }) !== "complete" ||
      gapsOf(source).within("objects", "v1/Node").length > 0;
    if (isOpen)
      return unknown("NotRead", `${what}, and Nodes were not all listed`, { cure: listNodes });
    const empty = source.index
      .ofKind("v1/Node")
      .filter(({ object }) => !nodes.has(object.metadata.name));
    if (empty.length !== lacking) {
      const detail = `${what}, and ${empty.length} have none: which of them should is not known`;
      return unknown("NotRecorded", detail, { cure: "ask the DaemonSet's events" });
    }
    for (const { key, object } of empty)
      note?.(["objects", key, "metadata", "uid"], object.metadata.uid ?? null);
    return known(empty.map(({ object }) => object.metadata.name).sort(compareText));
  },
};
