import { absent, type FactDeclaration, known } from "../fact.ts";
import { stringFact } from "../fact-type.ts";
import { everyReason } from "../gaps.ts";
import { unknownFor } from "../known.ts";
import type { AnySubject } from "../subject.ts";
import { inventoryDoubts } from "./inventory-valid.ts";
import { nodesSharedOf } from "./nodes-shared.ts";

/** How many defects are named; further ones are counted. */
const DEFECTS_NAMED_MAX = 3;

export const inventoryProblem: FactDeclaration<AnySubject, string> = {
  name: "inventory.problem",
  type: stringFact,
  mayBeAbsent: true,
  reasons: everyReason,
  reads: ["/objects/v1~1Node~1~1*", "/coverage"],
  doc: "What is wrong with the node inventory, absent when nothing is. Unknown, though there, while further Nodes may be unseen.",
  derive: ({ source }) => {
    const shared = nodesSharedOf(source);
    const { defects } = shared.inventory();
    const reasons = inventoryDoubts(shared);
    if (reasons.length > 0) {
      return unknownFor(reasons, defects.length > 0 ? { present: true } : {});
    }
    if (defects.length === 0) return absent;
    const named = defects.slice(0, DEFECTS_NAMED_MAX).join("; ");
    const more = defects.length - DEFECTS_NAMED_MAX;
    return known(more > 0 ? `${named}; and ${more} more` : named);
  },
};
