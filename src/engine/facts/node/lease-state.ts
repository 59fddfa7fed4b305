import { type Fact, type FactDeclaration, known, unknown } from "../fact.ts";
import { enumFact } from "../fact-type.ts";
import { everyReason } from "../gaps.ts";
import { unknownFor } from "../known.ts";
import type { AnySubject } from "../subject.ts";
import { leaseOf } from "./lease.ts";

const LEASE_STATES = ["notNamed", "free", "own", "live", "expired"] as const;
type LeaseState = (typeof LEASE_STATES)[number];
const possible: readonly LeaseState[] = ["free", "own", "live", "expired"];

export const leaseState: FactDeclaration<AnySubject, LeaseState> = {
  name: "lease.state",
  type: enumFact("LeaseState", LEASE_STATES),
  mayBeAbsent: false,
  reasons: everyReason,
  reads: ["/objects/coordination.k8s.io~1v1~1Lease~1<namespace>~1<name>/spec", "/takenAt"],
  doc: "The Lease that whoever changes nodes holds: free (absent, or without holder), own (the caller's, `--holder`), live while takenAt is before renewTime and leaseDurationSeconds together, else expired, which is no proof that its holder is dead.",
  derive: ({ source }, _read, note) => {
    const lease = leaseOf(source);
    if (lease.state === "unknown") return unknownFor(lease.reasons, { oneOf: possible });
    if (lease.state === "notNamed" || lease.state === "free") return facts[lease.state];
    note?.(["objects", lease.key, "spec", "holderIdentity"], lease.holder);
    if (lease.holder === source.holder) return facts.own;
    if (lease.isExpired === undefined) return undated;
    return lease.isExpired ? facts.expired : facts.live;
  },
};

const facts: Readonly<Record<LeaseState, Fact<LeaseState>>> = {
  notNamed: known("notNamed"),
  free: known("free"),
  own: known("own"),
  live: known("live"),
  expired: known("expired"),
};
const undated: Fact<LeaseState> = unknown(
  "NotRecorded",
  "the Lease has a holder, but no renewTime or no duration",
  { oneOf: ["live", "expired"] },
);
