import { type FactDeclaration, known, type UnknownReason } from "../fact.ts";
import { stringListFact } from "../fact-type.ts";
import { everyReason } from "../gaps.ts";
import { eachOnce, unknownFor } from "../known.ts";
import type { AnySubject, FactSource } from "../subject.ts";
import { type Hold, holdsOf, whoseHold } from "./holds.ts";
import { leaseOf } from "./lease.ts";
import { nodesSharedOf } from "./nodes-shared.ts";
import { becauseOf } from "./ownership-because.ts";
import { ownershipReclaimable } from "./ownership-reclaimable.ts";
import { sinceOf } from "./ownership-since.ts";
import { obstaclesTo } from "./reclaim.ts";

export const ownershipProspects: FactDeclaration<AnySubject, readonly string[]> = {
  name: "ownership.prospects",
  type: stringListFact,
  mayBeAbsent: false,
  reasons: everyReason,
  reads: ownershipReclaimable.reads,
  doc: "For each Node that somebody else than the caller holds: since when, as far as that is recorded, and whether it may be reclaimed and why. Unknown while one of them is.",
  derive: ({ source }) => {
    if (source.profile.spec.nodes?.ownership === undefined) return known([]);
    const reasons: UnknownReason[] = [...nodesSharedOf(source).unseen()];
    reasons.push(...nodesSharedOf(source).holdings().doubts);
    const holds = [...holdsOf(source).values()].filter(
      (hold) => whoseHold(hold, source) === "other",
    );
    const lease = leaseOf(source);
    if (holds.length > 0 && lease.state === "unknown") reasons.push(...lease.reasons);
    const texts = holds.map((hold) => {
      const because = becauseOf(hold, source);
      if (because.state === "unknown") reasons.push(...because.reasons);
      return because.state === "value" ? prospectOf(hold, because.value, source) : "";
    });
    return reasons.length === 0 ? known(texts) : unknownFor(eachOnce(reasons));
  },
};

function prospectOf(hold: Hold, because: string, source: FactSource): string {
  const isFree = obstaclesTo(hold, source).every((each) => each === undefined);
  const since = sinceOf(hold, leaseOf(source));
  const when = since === undefined ? "" : ` (since ${since})`;
  return `${hold.node.metadata.name}${when}: ${isFree ? "reclaimable" : "not reclaimable"}, ${because}`;
}
