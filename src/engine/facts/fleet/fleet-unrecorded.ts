import { compareText } from "../../../input/compare-text.ts";
import { groupBy } from "../../../input/group-by.ts";
import { absent, type FactDeclaration, known } from "../fact.ts";
import { stringListFact } from "../fact-type.ts";
import { everyReason } from "../gaps.ts";
import { unknownFor } from "../known.ts";
import { textAt } from "../read-object.ts";
import type { FleetSubject } from "../subject.ts";
import { countOf } from "./count-of.ts";
import { daemonSetPath, podsPath, revisionsPath } from "./fleet-paths.ts";
import type { NodeAdoption } from "./node-adoptions.ts";
import { noteHash } from "./stale-pod.ts";
import { unrecordedAdoptions } from "./unrecorded-adoptions.ts";

const reads = [
  "/steps",
  podsPath,
  revisionsPath,
  `${daemonSetPath}/spec/updateStrategy/type`,
  "/git/files/<marker file>/markers",
  "/coverage",
];

export const fleetUnrecordedNodeNames: FactDeclaration<FleetSubject, readonly string[]> = {
  name: "fleet.unrecordedNodeNames",
  type: stringListFact,
  mayBeAbsent: true,
  reasons: everyReason,
  reads,
  doc: "Names of nodes that came to run a revision though no step of theirs to it is recorded: a reboot or a new node made their pods anew, or a hand that wrote nothing down. Only revisions count that were cut since the fleet is held: from the day before the gate's marker on (its author may be ahead of UTC), without a gate from the first record on; never the first one. Absent unless the DaemonSet is OnDelete and its steps are recorded.",
  derive: (subject, read, note) => {
    const nodes = unrecordedAdoptions(subject, read);
    if (nodes.state === "absent") return absent;
    if (nodes.state === "unknown") return unknownFor(nodes.reasons);
    for (const { pod } of nodes.value) if (pod !== undefined) noteHash(pod, note);
    return known(nodes.value.map(({ node }) => node).sort(compareText));
  },
};

export const fleetUnrecordedNodes: FactDeclaration<FleetSubject, number> = countOf(
  fleetUnrecordedNodeNames,
  { name: "fleet.unrecordedNodes", doc: "How many those are." },
);

export const fleetUnrecordedAdoptions: FactDeclaration<FleetSubject, readonly string[]> = {
  name: "fleet.unrecordedAdoptions",
  type: stringListFact,
  mayBeAbsent: true,
  reasons: everyReason,
  reads,
  doc: "For messages: fleet.unrecordedNodeNames by revision and by the day (UTC) on which their pods were created, as `19 ×9 on 2026-07-28`.",
  derive: (subject, read) => {
    const nodes = unrecordedAdoptions(subject, read);
    if (nodes.state === "absent") return absent;
    if (nodes.state === "unknown") return unknownFor(nodes.reasons);
    const groups = groupBy(nodes.value, describe);
    return known([...groups.values()].map(told).sort(compareText));
  },
};

function describe(node: NodeAdoption): string {
  return `${node.revision?.number ?? 0} ${dayOf(node)}`;
}

function told(nodes: readonly [NodeAdoption, ...NodeAdoption[]]): string {
  const [first] = nodes;
  return `${first.revision?.number ?? 0} ×${nodes.length} on ${dayOf(first)}`;
}

function dayOf({ pod }: NodeAdoption): string {
  return textAt(pod?.object, ["metadata", "creationTimestamp"])?.slice(0, 10) ?? "an unknown day";
}
