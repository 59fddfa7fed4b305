import { type Fact, type FactDeclaration, known, type UnknownReason } from "../fact.ts";
import { boolFact } from "../fact-type.ts";
import { everyReason } from "../gaps.ts";
import { unknownFor } from "../known.ts";
import type { AnySubject } from "../subject.ts";
import { listNodes, type NodesShared, nodesSharedOf } from "./nodes-shared.ts";

export const inventoryValid: FactDeclaration<AnySubject, boolean> = {
  name: "inventory.valid",
  type: boolFact,
  mayBeAbsent: false,
  reasons: everyReason,
  reads: ["/objects/v1~1Node~1~1*", "/coverage"],
  doc: "Over all Nodes of the snapshot: at least one, no empty or double name or UID, exactly one InternalIP each, no double address.",
  derive: ({ source }, _read, note) => {
    const shared = nodesSharedOf(source);
    const [defect] = shared.inventory().defects;
    if (defect !== undefined) {
      note?.(["objects"], defect);
      return invalid;
    }
    const reasons = inventoryDoubts(shared);
    return reasons.length === 0 ? valid : unknownFor(reasons);
  },
};

const valid: Fact<boolean> = known(true);
const invalid: Fact<boolean> = known(false);

/** Why a defect may have escaped: Nodes that were not listed, or fields that were not read. */
export function inventoryDoubts(shared: NodesShared): readonly UnknownReason[] {
  const { unread } = shared.inventory();
  const unseen = shared.unseen();
  if (unread.length === 0) return unseen;
  const detail =
    unread.length === 1
      ? `${unread[0]} not read`
      : `${unread[0]} and ${unread.length - 1} more not read`;
  return [...unseen, { code: "NotRead", detail, cure: listNodes }];
}
