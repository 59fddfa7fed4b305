import { describe, expect, it } from "vitest";
import { fencesHeld } from "../../../../src/engine/facts/node/fences-held.ts";
import { leaseHolder } from "../../../../src/engine/facts/node/lease-holder.ts";
import { leaseState } from "../../../../src/engine/facts/node/lease-state.ts";
import { ownershipSince } from "../../../../src/engine/facts/node/ownership-since.ts";
import { evidenceOf } from "../derive.ts";
import { type Edit, gapIn, subjectOf } from "./fleet.ts";
import { inShort } from "./in-short.ts";
import { held, leaseOf, noLease, owner, takenBy } from "./ownership-worlds.ts";

const notListed: Edit = ({ snapshot }) => {
  snapshot.coverage = snapshot.coverage.filter(({ kind }) => kind === "v1/Node");
};

// The snapshot was taken on 2026-08-06 at 12:00; the Lease lasts two minutes from its last renewal.
describe("lease.state", () => {
  it.each<{ state: string; holder: string; edits: readonly Edit[]; why: string }>([
    { state: "notNamed", holder: "absent", edits: [], why: "the profile names none" },
    { state: "free", holder: "absent", edits: [noLease], why: "there is none in a whole list" },
    { state: "free", holder: "absent", edits: [leaseOf("")], why: "it has no holder" },
    { state: "live", holder: "run-7", edits: [leaseOf("run-7")], why: "it was renewed just now" },
    {
      state: "live",
      holder: "run-7",
      edits: [leaseOf("run-7", "2026-08-06T11:58:00.000001Z")],
      why: "a microsecond is missing to its end",
    },
    {
      state: "expired",
      holder: "run-7",
      edits: [leaseOf("run-7", "2026-08-06T11:58:00.000000Z")],
      why: "its duration has just passed",
    },
    {
      state: "live",
      holder: "run-7",
      edits: [leaseOf("run-7", "", { acquireTime: "2026-08-06T11:59:30Z" })],
      why: "it was acquired just now and never renewed",
    },
    {
      state: "unknown: NotRecorded",
      holder: "run-7",
      edits: [leaseOf("run-7", "", { acquireTime: "" })],
      why: "it does not say when it was renewed",
    },
    {
      state: "unknown: NotRecorded",
      holder: "run-7",
      edits: [leaseOf("run-7", "2026-08-06T11:59:00Z", { leaseDurationSeconds: 1.5 })],
      why: "its duration is no whole number",
    },
    {
      state: "unknown: NotRead",
      holder: "unknown: NotRead",
      edits: [noLease, notListed],
      why: "it was not read",
    },
    {
      state: "unknown: Forbidden",
      holder: "unknown: Forbidden",
      edits: [noLease, gapIn("objects", "coordination.k8s.io/v1/Lease")],
      why: "it could not be read",
    },
  ])("is $state when $why", ({ edits, state, holder }) => {
    const subject = subjectOf(...edits);
    expect(inShort(leaseState, subject)).toBe(state);
    expect(inShort(leaseHolder, subject)).toBe(holder);
  });

  it("is own where the caller holds it", () => {
    const subject = subjectOf(leaseOf("run-7", "2026-08-06T11:00:00Z"));
    const asking = { ...subject, source: { ...subject.source, holder: "run-7" } };
    expect(inShort(leaseState, asking)).toBe("own");
  });

  it("cites the holder", () => {
    expect(evidenceOf(leaseState, subjectOf(leaseOf("run-7")))).toEqual([
      ["/objects/coordination.k8s.io~1v1~1Lease~1flux-system~1roll/spec/holderIdentity", "run-7"],
    ]);
  });
});

describe("ownership.since", () => {
  it.each<{ since: string; edits: readonly Edit[]; why: string }>([
    {
      since: "2026-08-06T11:00:00.000000Z",
      edits: [leaseOf("run-7"), held(owner("run-7"))],
      why: "the node's holder holds the Lease",
    },
    {
      since: "absent",
      edits: [leaseOf("run-8"), held(owner("run-7"))],
      why: "another one holds the Lease",
    },
    { since: "absent", edits: [leaseOf("run-7")], why: "nobody holds the node" },
    { since: "absent", edits: [held(owner("run-7"))], why: "the profile names no Lease" },
    {
      since: "unknown: NotRead",
      edits: [held(owner("run-7")), noLease, notListed],
      why: "the Lease was not read",
    },
  ])("is $since when $why", ({ edits, since }) => {
    expect(inShort(ownershipSince, subjectOf(...edits))).toBe(since);
  });
});

describe("fences.held", () => {
  const listed: Edit = ({ snapshot }) => {
    snapshot.coverage.push({
      kind: "kustomize.toolkit.fluxcd.io/v1/Kustomization",
      complete: true,
    });
  };
  const gone: Edit = ({ snapshot }) => {
    for (const key of Object.keys(snapshot.objects))
      if (key.includes("Kustomization")) delete snapshot.objects[key];
  };

  it.each<{ fences: readonly string[] | string; edits: readonly Edit[]; why: string }>([
    { fences: [], edits: [], why: "the profile names none" },
    { fences: [], edits: [takenBy("")], why: "an empty owner is none" },
    {
      fences: ["Kustomization flux-system/infrastructure: run-7"],
      edits: [takenBy("run-7")],
      why: "it is taken",
    },
    { fences: [], edits: [takenBy("run-7"), gone, listed], why: "it is not there" },
    { fences: "unknown: NotRead", edits: [takenBy("run-7"), gone], why: "it was not read" },
  ])("are $fences when $why", ({ edits, fences }) => {
    expect(inShort(fencesHeld, subjectOf(...edits))).toEqual(fences);
  });

  it("leave out what the caller took", () => {
    const subject = subjectOf(takenBy("run-7"));
    const asking = { ...subject, source: { ...subject.source, holder: "run-7" } };
    expect(inShort(fencesHeld, asking)).toEqual([]);
  });
});
