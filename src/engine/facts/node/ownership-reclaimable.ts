import { absent, type Fact, type FactDeclaration, known } from "../fact.ts";
import { enumFact } from "../fact-type.ts";
import { everyReason } from "../gaps.ts";
import { eachOnce, unknownFor } from "../known.ts";
import type { NodeSubject } from "../subject.ts";
import { holdsOf, whoseHold } from "./holds.ts";
import { obstaclesTo } from "./reclaim.ts";

const RECLAIMABLE = ["own", "yes", "no"] as const;
type Reclaimable = (typeof RECLAIMABLE)[number];

export const ownershipReclaimable: FactDeclaration<NodeSubject, Reclaimable> = {
  name: "ownership.reclaimable",
  type: enumFact("Reclaimable", RECLAIMABLE),
  mayBeAbsent: true,
  reasons: everyReason,
  reads: [
    "/objects/v1~1Node~1~1*/metadata/annotations",
    "/objects/v1~1Node~1~1<node>/spec",
    "/objects/coordination.k8s.io~1v1~1Lease~1<namespace>~1<name>/spec",
    "/credentials/*/declared/revision",
    "/coverage",
  ],
  doc: "Whether what holds this Node may be taken off: yes if nobody holds the Lease but the caller, no recovery record in the fleet is invalid, and either the holder only `claimed` it and keeps no record, or its record says `rollback-safe` (or `release-ready` for the declared revision) on all of the owner's nodes and the Node is scheduled on as recorded. `own` is the caller's (`--holder`), its record with it. Absent where nobody holds it.",
  derive: ({ source, nodeKey }) => {
    const hold = holdsOf(source).get(nodeKey);
    if (hold === undefined) return absent;
    const whose = whoseHold(hold, source);
    if (whose === "own") return own;
    if (whose !== "other") return unknownFor(whose, { present: true, oneOf: ["own", "no"] });
    const obstacles = obstaclesTo(hold, source);
    if (obstacles.some((each) => typeof each === "string")) return no;
    const reasons = obstacles.flatMap((each) => (typeof each === "object" ? each : []));
    return reasons.length === 0
      ? yes
      : unknownFor(eachOnce(reasons), { present: true, oneOf: ["yes", "no"] });
  },
};

const own: Fact<Reclaimable> = known("own");
const yes: Fact<Reclaimable> = known("yes");
const no: Fact<Reclaimable> = known("no");
