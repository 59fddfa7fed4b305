import { describe, expect, it } from "vitest";
import { createFactSource } from "../../../../src/engine/fact-source.ts";
import { ownershipBecause } from "../../../../src/engine/facts/node/ownership-because.ts";
import { ownershipProspects } from "../../../../src/engine/facts/node/ownership-prospects.ts";
import { ownershipReclaimable } from "../../../../src/engine/facts/node/ownership-reclaimable.ts";
import { declaredRevision, type Edit, gapIn, otherRevision, subjectOf } from "./fleet.ts";
import { inShort } from "./in-short.ts";
import {
  cordoned,
  held,
  leaseOf,
  noLease,
  owner,
  phase,
  record,
  recordOfOther,
  recoveryRecord,
} from "./ownership-worlds.ts";

// Goal: every row of the reference script's reconciler and fence report (what is said of fences left by earlier
// runs). Method: for each state of the annotations, with the Lease free, what may be taken off and why not.

const claimed = { ...owner("run-7"), ...phase("claimed") };
const safe = { ...owner("run-7"), ...record(recoveryRecord()) };
const recorded = (rest: Record<string, unknown>) => ({
  ...owner("run-7"),
  ...record(recoveryRecord(rest)),
});
const onControl = (annotations: Record<string, string>): Edit => held(annotations, "control-1");
const deleting: Edit = ({ worker }) => {
  worker.metadata.deletionTimestamp = "2026-08-06T11:00:00Z";
};
const tainted = (...keys: readonly string[]): Edit => {
  return ({ worker }) => {
    const taints = keys.map((key) => ({ key, effect: "NoSchedule" }));
    worker.spec = { ...(worker.spec as object | undefined), taints };
  };
};
const advisory: Edit = ({ worker }) => {
  const taints = [
    { key: "DeletionCandidateOfClusterAutoscaler", value: "17", effect: "PreferNoSchedule" },
    { key: "node.kubernetes.io/unschedulable", effect: "NoSchedule" },
  ];
  worker.spec = { ...(worker.spec as object | undefined), taints };
};
const listedInPart: Edit = ({ snapshot }) => {
  snapshot.coverage = snapshot.coverage.filter(({ kind }) => kind !== "v1/Node");
};
const noUid: Edit = ({ worker }) => {
  delete worker.metadata.uid;
};
const noSpec: Edit = ({ worker }) => {
  delete worker.spec;
};

interface Row {
  readonly reclaimable: string;
  readonly because?: string;
  readonly edits: readonly Edit[];
  readonly why: string;
}

describe("ownership.reclaimable", () => {
  it.each<Row>([
    { reclaimable: "absent", edits: [], why: "nobody holds it" },
    {
      reclaimable: "absent",
      edits: [held(phase("mutating"))],
      why: "a phase without an owner is what a normal release leaves behind: no hold",
    },
    {
      reclaimable: "yes",
      because:
        "it was claimed and nothing was done yet; the cordon stays, for what was before is not recorded",
      edits: [held(claimed)],
      why: "owner, no record, claimed",
    },
    {
      reclaimable: "no",
      because: "it got as far as `mutating`, and keeps no recovery record",
      edits: [held({ ...owner("run-7"), ...phase("mutating") })],
      why: "owner, no record, mutating",
    },
    {
      reclaimable: "no",
      because: "it does not say how far it got, and keeps no recovery record",
      edits: [held(owner("run-7"))],
      why: "owner, no record, no phase",
    },
    {
      reclaimable: "no",
      because: "it got as far as `drained`, and keeps no recovery record",
      edits: [held({ ...owner("run-7"), ...phase("drained") })],
      why: "owner, no record, a phase that nobody knows",
    },
    {
      reclaimable: "yes",
      because:
        "its recovery record says `rollback-safe`; the cordon comes off, it was not there before",
      edits: [held(safe), cordoned],
      why: "all of the owner's nodes are rollback-safe",
    },
    {
      reclaimable: "yes",
      because: "its recovery record says `rollback-safe`; the cordon stays, it was there before",
      edits: [held(recorded({ wasCordoned: 1 })), cordoned],
      why: "it had been cordoned before",
    },
    {
      reclaimable: "yes",
      because:
        "its recovery record says `rollback-safe`; the cordon comes off, it was not there before",
      edits: [held({ ...safe, ...phase("mutating") }), cordoned],
      why: "the record counts, not the phase annotation beside it",
    },
    ...["active", "retain"].map((each) => ({
      reclaimable: "no",
      because: `its recovery record says \`${each}\`: the node is in the middle of a change`,
      edits: [held(recorded({ phase: each })), cordoned],
      why: `its record says ${each}`,
    })),
    {
      reclaimable: "yes",
      because:
        "its recovery record says `release-ready`; the cordon comes off, it was not there before",
      edits: [
        held(recorded({ phase: "release-ready", desiredRevision: declaredRevision })),
        cordoned,
      ],
      why: "it is release-ready for the declared revision",
    },
    {
      reclaimable: "no",
      because: "it was made ready for another revision than the declared one",
      edits: [held(recorded({ phase: "release-ready", desiredRevision: otherRevision })), cordoned],
      why: "it is release-ready for another revision",
    },
    {
      reclaimable: "yes",
      because:
        "its recovery record says `rollback-safe`; the cordon comes off, it was not there before",
      edits: [held(recorded({ desiredRevision: otherRevision })), cordoned],
      why: "it is rollback-safe, for whatever revision",
    },
    {
      reclaimable: "no",
      because: "the nodes of its owner stand at different phases",
      edits: [
        held(safe),
        cordoned,
        onControl({ ...owner("run-7"), ...recordOfOther({ phase: "active" }) }),
      ],
      why: "the group of one owner has mixed phases",
    },
    {
      reclaimable: "no",
      because: "the nodes of its owner stand at different phases",
      edits: [held(safe), cordoned, onControl(claimed)],
      why: "another node of its owner keeps no record",
    },
    {
      reclaimable: "yes",
      because:
        "its recovery record says `rollback-safe`; the cordon comes off, it was not there before",
      edits: [
        held(safe),
        cordoned,
        onControl({ ...owner("run-8"), ...recordOfOther({ owner: "run-8", phase: "active" }) }),
      ],
      why: "another owner's phase is another group's",
    },
    {
      reclaimable: "no",
      because: "its recovery record is invalid: there is no owner beside it",
      edits: [held(record(recoveryRecord())), cordoned],
      why: "a record without an owner is invalid",
    },
    {
      reclaimable: "no",
      because: "a recovery record of another node is invalid, which blocks all recovery",
      edits: [held(claimed), onControl({ ...owner("run-8"), ...record("{}") })],
      why: "an invalid record anywhere blocks all recovery",
    },
    {
      reclaimable: "no",
      because: "the node is being deleted",
      edits: [held(claimed), deleting],
      why: "the node is being deleted",
    },
    {
      reclaimable: "no",
      because: "its cordon was taken off since",
      edits: [held(safe), tainted()],
      why: "somebody schedules on it again",
    },
    {
      reclaimable: "no",
      because: "its taints are not those that were recorded",
      edits: [held(safe), cordoned, tainted("example.dev/dedicated")],
      why: "somebody tainted it since",
    },
    {
      reclaimable: "yes",
      because:
        "its recovery record says `rollback-safe`; the cordon comes off, it was not there before",
      edits: [
        held(recorded({ initialTaints: [{ key: "example.dev/dedicated", effect: "NoSchedule" }] })),
        cordoned,
        tainted("example.dev/dedicated"),
      ],
      why: "its taints are those that were recorded",
    },
    {
      reclaimable: "yes",
      because:
        "its recovery record says `rollback-safe`; the cordon comes off, it was not there before",
      edits: [held(safe), cordoned, advisory],
      why: "taints that come and go by themselves are no intent",
    },
    {
      reclaimable: "no",
      because: "its taints are not those that were recorded",
      edits: [
        held(
          recorded({
            initialTaints: [{ key: "ToBeDeletedByClusterAutoscaler", effect: "NoSchedule" }],
          }),
        ),
        cordoned,
      ],
      why: "the taint of a decided deletion, recorded and now gone, is none of those",
    },
  ])(
    "with a free Lease is $reclaimable when $why",
    ({ edits, reclaimable, because = "absent" }) => {
      const subject = subjectOf(noLease, ...edits);
      expect(inShort(ownershipReclaimable, subject)).toBe(reclaimable);
      expect(inShort(ownershipBecause, subject)).toBe(because);
    },
  );

  const heldLease = "the Lease is held by run-7, which may be alive even where it has expired";
  it.each<Row>([
    {
      reclaimable: "yes",
      because:
        "it was claimed and nothing was done yet; the cordon stays, for what was before is not recorded",
      edits: [leaseOf("")],
      why: "the Lease has no holder",
    },
    {
      reclaimable: "no",
      because: heldLease,
      edits: [leaseOf("run-7")],
      why: "its holder is alive",
    },
    {
      reclaimable: "no",
      because: heldLease,
      edits: [leaseOf("run-7", "2026-08-01T00:00:00Z")],
      why: "the Lease expired, which is no proof of death",
    },
    {
      reclaimable: "unknown: NotRecorded",
      because: "unknown: NotRecorded",
      edits: [],
      why: "the profile names no Lease",
    },
    {
      reclaimable: "unknown: Forbidden",
      because: "unknown: Forbidden",
      edits: [noLease, gapIn("objects", "coordination.k8s.io/v1/Lease")],
      why: "the Lease was not read",
    },
    {
      reclaimable: "unknown: Partial",
      because: "unknown: Partial",
      edits: [noLease, listedInPart],
      why: "a node that was not listed may have an invalid record",
    },
    {
      reclaimable: "no",
      because: "unknown: Partial",
      edits: [leaseOf("run-7"), listedInPart],
      why: "the Lease is held whatever was not listed; what is told first is not known",
    },
  ])("of a claimed node is $reclaimable when $why", ({ edits, reclaimable, because }) => {
    const subject = subjectOf(held(claimed), ...edits);
    expect(inShort(ownershipReclaimable, subject)).toBe(reclaimable);
    expect(inShort(ownershipBecause, subject)).toBe(because);
  });

  it.each<Row>([
    { reclaimable: "unknown: NotRead", edits: [noUid], why: "the node's uid was not read" },
    { reclaimable: "unknown: NotRead", edits: [noSpec], why: "how it is scheduled was not read" },
  ])("of a recorded node is $reclaimable when $why", ({ edits, reclaimable }) => {
    expect(inShort(ownershipReclaimable, subjectOf(noLease, held(safe), cordoned, ...edits))).toBe(
      reclaimable,
    );
  });

  it("is the caller's own where the caller holds it, and the Lease with it is no obstacle to another", () => {
    const subject = subjectOf(leaseOf("run-9"), held(owner("run-9")), onControl(claimed));
    const asking = { ...subject, source: { ...subject.source, holder: "run-9" } };
    expect(inShort(ownershipReclaimable, asking)).toBe("own");
    expect(inShort(ownershipBecause, asking)).toBe("absent");
    expect(inShort(ownershipProspects, asking)).toEqual([
      "control-1: reclaimable, it was claimed and nothing was done yet; the cordon stays, for what was before is not recorded",
    ]);
  });
});

describe("ownership.prospects", () => {
  it("tells of each since when, as far as that is recorded, and whether it may be taken off", () => {
    const subject = subjectOf(leaseOf("run-7"), held(claimed), onControl(owner("run-8")));
    expect(inShort(ownershipProspects, subject)).toEqual([
      "control-1: not reclaimable, it does not say how far it got, and keeps no recovery record",
      "worker-1 (since 2026-08-06T11:00:00.000000Z): not reclaimable, the Lease is held by run-7, which may be alive even where it has expired",
    ]);
  });

  it("is open while it is not known whose a record is", () => {
    const subject = subjectOf(held(safe), noUid);
    const { snapshot, profile } = subject.source;
    const source = createFactSource(snapshot, profile, { holder: "run-7" });
    expect(inShort(ownershipProspects, { ...subject, source })).toBe("unknown: NotRead");
  });

  it("is empty where nobody holds anything, whatever the Lease", () => {
    expect(inShort(ownershipProspects, subjectOf())).toEqual([]);
  });
});
