import { absent, type FactDeclaration, known } from "../fact.ts";
import { stringFact } from "../fact-type.ts";
import { everyReason } from "../gaps.ts";
import { unknownFor } from "../known.ts";
import type { NodeSubject } from "../subject.ts";
import { type Hold, holdsOf } from "./holds.ts";
import { type Lease, leaseOf } from "./lease.ts";

export const ownershipSince: FactDeclaration<NodeSubject, string> = {
  name: "ownership.since",
  type: stringFact,
  mayBeAbsent: true,
  reasons: everyReason,
  reads: ["/objects/coordination.k8s.io~1v1~1Lease~1<namespace>~1<name>/spec"],
  doc: "Since when this Node can be held: the Lease's acquireTime, if its holder is the Node's. Annotations carry no time, so absent for any other holder.",
  derive: ({ source, nodeKey }, _read, note) => {
    const hold = holdsOf(source).get(nodeKey);
    const lease = leaseOf(source);
    if (hold === undefined) return absent;
    if (lease.state === "unknown") return unknownFor(lease.reasons);
    const since = sinceOf(hold, lease);
    if (since === undefined) return absent;
    if (lease.state === "held") note?.(["objects", lease.key, "spec", "acquireTime"], since);
    return known(since);
  },
};

/** Since when a hold can stand, where that is recorded. */
export function sinceOf({ owner }: Hold, lease: Lease): string | undefined {
  return lease.state === "held" && lease.holder === owner ? lease.acquiredAt : undefined;
}
