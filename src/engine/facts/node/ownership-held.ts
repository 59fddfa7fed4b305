import { type Fact, type FactDeclaration, known } from "../fact.ts";
import { boolFact } from "../fact-type.ts";
import { everyReason } from "../gaps.ts";
import { eachOnce, unknownFor } from "../known.ts";
import type { AnySubject } from "../subject.ts";
import { nodesSharedOf } from "./nodes-shared.ts";

export const ownershipHeld: FactDeclaration<AnySubject, boolean> = {
  name: "ownership.held",
  type: boolFact,
  mayBeAbsent: false,
  reasons: everyReason,
  reads: ["/objects/v1~1Node~1~1*/metadata/annotations", "/coverage"],
  doc: "Some Node, this or another, carries an owner or a recovery record of a transaction. A lone phase is not one, and neither is what the caller holds itself (`--holder`), unless the record beside its owner is of another or invalid. False where the profile names no such annotation.",
  derive: ({ source }, _read, note) => {
    if (source.profile.spec.nodes?.ownership === undefined) return free;
    const shared = nodesSharedOf(source);
    const { certain: holdings, doubts } = shared.holdings();
    for (const { key, annotation, value } of holdings) {
      note?.(["objects", key, "metadata", "annotations", annotation], value);
    }
    if (holdings.length > 0) return held;
    const reasons = eachOnce([...doubts, ...shared.unseen()]);
    return reasons.length === 0 ? free : unknownFor(reasons);
  },
};

const held: Fact<boolean> = known(true);
const free: Fact<boolean> = known(false);
