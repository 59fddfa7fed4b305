import { describe, expect, it } from "vitest";
import { evaluate } from "../../src/engine/evaluate.ts";
import { shippedPolicies } from "../support/shipped-policies.ts";
import { createDraft, type Edit } from "./facts/node/fleet.ts";
import {
  held,
  leaseOf,
  noLease,
  owner,
  phase,
  record,
  takenBy,
} from "./facts/node/ownership-worlds.ts";

function decisionAfter(edits: readonly Edit[], holder?: string) {
  const draft = createDraft();
  for (const edit of edits) edit(draft);
  const { snapshot, profile } = draft;
  return evaluate(shippedPolicies(), snapshot, profile, holder === undefined ? {} : { holder });
}

/** `subject reason: outcome` of what the two policies say. */
function findingsAfter(edits: readonly Edit[], holder?: string): readonly string[] {
  return decisionAfter(edits, holder)
    .findings.filter(({ policy }) => policy.startsWith("node-ownership"))
    .map(({ name, reason, outcome }) => `${name} ${reason}: ${outcome}`);
}

const claimed = held({ ...owner("run-7"), ...phase("claimed") });
const mutating = held({ ...owner("run-7"), ...phase("mutating") });
const nothing: readonly string[] = [];

describe("the policies about who holds what", () => {
  it.each<{ told: readonly string[]; edits: readonly Edit[]; holder?: string; why: string }>([
    { told: nothing, edits: [noLease], why: "nobody holds anything" },
    {
      told: nothing,
      edits: [noLease, held(phase("mutating"))],
      why: "a phase without an owner means nothing",
    },
    {
      told: ["worker-1 OwnershipReclaimable: fail"],
      edits: [noLease, claimed],
      why: "a node was claimed by a run that is gone",
    },
    {
      told: ["worker-1 OwnershipNotReclaimable: fail"],
      edits: [noLease, mutating],
      why: "a node is in the middle of a change",
    },
    {
      told: ["worker-1 OwnershipNotReclaimable: fail", "worker-1 RecoveryRecordInvalid: fail"],
      edits: [noLease, held({ ...owner("run-7"), ...record("{}") })],
      why: "its record cannot be relied on",
    },
    { told: nothing, edits: [noLease, mutating], holder: "run-7", why: "the caller holds it" },
    {
      told: ["worker-1 OwnershipNotReclaimable: fail", "registry LeaseHeld: fail"],
      edits: [leaseOf("run-7"), claimed],
      why: "its holder is alive",
    },
    {
      told: ["registry LeaseHeld: fail"],
      edits: [leaseOf("run-8", "2026-08-01T00:00:00Z")],
      why: "an expired Lease still has a holder",
    },
    {
      told: nothing,
      edits: [leaseOf("run-7")],
      holder: "run-7",
      why: "the caller holds the Lease",
    },
    { told: ["registry FenceHeld: fail"], edits: [takenBy("run-7")], why: "Flux is fenced" },
    { told: nothing, edits: [takenBy("")], why: "Flux is not" },
  ])("tell $told when $why", ({ told, edits, holder }) => {
    expect([...findingsAfter(edits, holder)].sort()).toEqual([...told].sort());
  });

  it.each<{ verdict: string; edits: readonly Edit[]; holder?: string; why: string }>([
    { verdict: "allow", edits: [noLease], why: "nobody holds the Lease" },
    { verdict: "deny", edits: [leaseOf("run-8")], why: "another run is at work" },
    {
      verdict: "deny",
      edits: [leaseOf("run-8", "2026-08-01T00:00:00Z")],
      why: "an expired Lease is no proof of death",
    },
    { verdict: "allow", edits: [leaseOf("run-7")], holder: "run-7", why: "the caller holds it" },
    {
      verdict: "indeterminate",
      edits: [noLease, ({ snapshot }) => void snapshot.coverage.pop()],
      why: "nobody looked whether there is one",
    },
  ])("$verdict reboots when $why", ({ verdict, edits, holder }) => {
    const alone: Edit = ({ snapshot }) => {
      delete snapshot.objects["v1/Node//control-1"];
    };
    expect(decisionAfter([alone, ...edits], holder).verdicts.reboot).toBe(verdict);
  });

  it("say who, since when, how far and whether it may be taken off, as the refusal of the nodes does", () => {
    const { nodes, findings } = decisionAfter([leaseOf("run-7"), mutating]);
    expect(nodes.find(({ name }) => name === "worker-1")).toMatchObject({
      reason: "ResidualOwnership",
      message:
        "a node of the fleet is still held by an earlier run: worker-1: run-7 (mutating); " +
        "worker-1 (since 2026-08-06T11:00:00.000000Z): not reclaimable, it got as far as `mutating`, and keeps no recovery record",
    });
    const finding = findings.find(({ reason }) => reason === "OwnershipNotReclaimable");
    expect(finding?.message).toBe(
      "held by run-7, phase mutating, no run named, since 2026-08-06T11:00:00.000000Z; not reclaimable: it got as far as `mutating`, and keeps no recovery record",
    );
  });
});
