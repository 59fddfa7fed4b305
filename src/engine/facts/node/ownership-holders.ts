import { type FactDeclaration, known } from "../fact.ts";
import { stringListFact } from "../fact-type.ts";
import { everyReason } from "../gaps.ts";
import { eachOnce, unknownFor } from "../known.ts";
import type { AnySubject } from "../subject.ts";
import { nodesSharedOf } from "./nodes-shared.ts";

export const ownershipHolders: FactDeclaration<AnySubject, readonly string[]> = {
  name: "ownership.holders",
  type: stringListFact,
  mayBeAbsent: false,
  reasons: everyReason,
  reads: ["/objects/v1~1Node~1~1*/metadata/annotations", "/coverage"],
  doc: "Who holds which Node and how far it got, `node: holder (phase)` each, the caller itself (`--holder`) left out. Unknown while Nodes may be unseen.",
  derive: ({ source }) => {
    if (source.profile.spec.nodes?.ownership === undefined) return known([]);
    const shared = nodesSharedOf(source);
    const { certain, doubts } = shared.holdings();
    const reasons = eachOnce([...doubts, ...shared.unseen()]);
    if (reasons.length > 0) return unknownFor(reasons);
    return known(certain.map(({ text }) => text));
  },
};
