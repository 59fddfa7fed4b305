import { absent, type Fact, type FactDeclaration, known } from "../fact.ts";
import { stringFact } from "../fact-type.ts";
import { everyReason } from "../gaps.ts";
import { unknownFor } from "../known.ts";
import type { FactSource, NodeSubject } from "../subject.ts";
import { type Hold, holdsOf, whoseHold } from "./holds.ts";
import { ownershipReclaimable } from "./ownership-reclaimable.ts";
import { obstaclesTo } from "./reclaim.ts";

export const ownershipBecause: FactDeclaration<NodeSubject, string> = {
  name: "ownership.because",
  type: stringFact,
  mayBeAbsent: true,
  reasons: everyReason,
  reads: ownershipReclaimable.reads,
  doc: "The first thing that speaks against taking off what holds this Node or, where nothing does, what is to be taken off and what is to stay. Absent where nobody holds it, or the caller does.",
  derive: ({ source, nodeKey }) => {
    const hold = holdsOf(source).get(nodeKey);
    const whose = hold === undefined ? "own" : whoseHold(hold, source);
    if (hold === undefined || whose === "own") return absent;
    return whose === "other" ? becauseOf(hold, source) : unknownFor(whose);
  },
};

/** Told once all that comes before it is known, so that reading more never takes back what was said. */
export function becauseOf(hold: Hold, source: FactSource): Fact<string> {
  for (const obstacle of obstaclesTo(hold, source)) {
    if (typeof obstacle === "string") return known(obstacle);
    if (obstacle !== undefined) return unknownFor(obstacle, { present: true });
  }
  return known(wayOf(hold));
}

function wayOf({ record }: Hold): string {
  if (record === undefined) {
    return "it was claimed and nothing was done yet; the cordon stays, for what was before is not recorded";
  }
  const cordon = record.wasCordoned
    ? "the cordon stays, it was there before"
    : "the cordon comes off, it was not there before";
  return `its recovery record says \`${record.phase}\`; ${cordon}`;
}
