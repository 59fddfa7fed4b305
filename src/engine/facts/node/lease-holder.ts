import { absent, type FactDeclaration, known } from "../fact.ts";
import { stringFact } from "../fact-type.ts";
import { everyReason } from "../gaps.ts";
import { unknownFor } from "../known.ts";
import type { AnySubject } from "../subject.ts";
import { leaseOf } from "./lease.ts";
import { leaseState } from "./lease-state.ts";

export const leaseHolder: FactDeclaration<AnySubject, string> = {
  name: "lease.holder",
  type: stringFact,
  mayBeAbsent: true,
  reasons: everyReason,
  reads: leaseState.reads,
  doc: "Who holds that Lease, be it live or expired. Absent where nobody does, or the profile names none.",
  derive: ({ source }) => {
    const lease = leaseOf(source);
    if (lease.state === "unknown") return unknownFor(lease.reasons);
    return lease.state === "held" ? known(lease.holder) : absent;
  },
};
