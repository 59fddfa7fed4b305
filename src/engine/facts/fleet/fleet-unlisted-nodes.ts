import { compareText } from "../../../input/compare-text.ts";
import { isCovered } from "../../../snapshot/coverage.ts";
import { absent, type FactDeclaration, known } from "../fact.ts";
import { stringListFact } from "../fact-type.ts";
import { everyReason, gapsOf } from "../gaps.ts";
import type { FleetSubject } from "../subject.ts";
import { countOf } from "./count-of.ts";
import { podsPath } from "./fleet-paths.ts";
import { viewOf } from "./view-of.ts";

export const fleetUnlistedNodeNames: FactDeclaration<FleetSubject, readonly string[]> = {
  name: "fleet.unlistedNodeNames",
  type: stringListFact,
  mayBeAbsent: true,
  reasons: everyReason,
  reads: [podsPath, "/objects/v1~1Node~1~1*", "/coverage"],
  doc: "Names of nodes with a live pod that a whole list of Nodes lacks: pods and Nodes were read of two clusters, or at two times. In code-unit order. Absent where Nodes were not all listed, so that nobody could tell.",
  derive: (subject, _read, note) => {
    const { source } = subject;
    const isWhole =
      isCovered(source.snapshot, { kind: "v1/Node" }) === "complete" &&
      gapsOf(source).within("objects", "v1/Node").length === 0;
    if (!isWhole) return absent;
    const { livePods, open } = viewOf(subject);
    if (open !== undefined) return open;
    const listed = new Set(
      source.index.ofKind("v1/Node").map(({ object }) => object.metadata.name),
    );
    const names = new Set<string>();
    for (const { key, nodeName } of livePods) {
      if (nodeName === undefined || listed.has(nodeName)) continue;
      note?.(["objects", key, "spec", "nodeName"], nodeName);
      names.add(nodeName);
    }
    return known([...names].sort(compareText));
  },
};

export const fleetUnlistedNodes: FactDeclaration<FleetSubject, number> = countOf(
  fleetUnlistedNodeNames,
  { name: "fleet.unlistedNodes", doc: "How many those are." },
);
