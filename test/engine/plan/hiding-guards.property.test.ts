import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Decision } from "../../../src/engine/decision.ts";
import type { SnapshotDocument } from "../../../src/generated/snapshot-types.ts";
import {
  type Change,
  controlPlanes,
  cordoned,
  decideFleet,
  deleted,
  etcd,
  node,
  noProbes,
  podsOn,
  probed,
  ready,
  tainted,
  workers,
} from "./safe-fleet.ts";

// What may be so of the fleet, and what may not have been read of it. Hiding leaves a gap, or takes a field out.

const anyNode = fc.constantFrom(...workers, ...controlPlanes);
const anyWorker = fc.constantFrom(...workers);
const member = { id: "8e9e05c52164694d", learner: false, hasErrors: false };

const change: fc.Arbitrary<Change> = fc.oneof(
  anyNode.map((name) => ready(name, "False")),
  anyNode.map(cordoned),
  anyNode.map(deleted),
  anyWorker.map((name) => tainted(name, "dedicated")),
  anyWorker.map((name) => probed("denied", name)),
  fc.constant(noProbes),
  fc.subarray([...workers, ...controlPlanes]).map((names) => podsOn(...names)),
  fc
    .constantFrom(...controlPlanes)
    .map((name) => etcd(name, { members: [{ ...member, learner: true }], alarms: [] })),
  anyWorker.map((name) =>
    node(name, ({ metadata }) => {
      metadata.labels["example.dev/autoscaled"] = "";
    }),
  ),
);

function hides(edit: (snapshot: SnapshotDocument) => void): Change {
  return (snapshot) => edit(snapshot);
}
const hiding: fc.Arbitrary<Change> = fc.oneof(
  anyNode.map((name) => ready(name, undefined)),
  anyNode.map((name) =>
    hides(({ objects }) => {
      delete objects[`v1/Node//prod-${name}`]?.spec;
    }),
  ),
  fc.constant(
    hides((snapshot) => {
      delete snapshot.probes;
      snapshot.gaps = [...(snapshot.gaps ?? []), { part: "probes", reason: "NotRead" }];
    }),
  ),
  fc.constantFrom(...controlPlanes).map((name) => etcd(name, undefined)),
  fc.constantFrom(...controlPlanes).map((name) =>
    hides(({ talos }) => {
      delete talos?.[`prod-${name}`]?.etcd?.alarms;
    }),
  ),
  fc.constant(
    hides((snapshot) => {
      for (const key of Object.keys(snapshot.objects))
        if (key.startsWith("v1/Pod/")) delete snapshot.objects[key];
      snapshot.coverage = snapshot.coverage.filter(({ kind }) => kind !== "v1/Pod");
    }),
  ),
);

/**
 * Steps that no guard of their own stops. Not those before the first that one stops: with fewer destinations in sight a
 * node without evictable Pods goes first, so hiding may change the order.
 */
function freeIn({ plan }: Decision): ReadonlySet<string> {
  const free = plan.steps.filter(({ unmet }) => unmet.every(({ metBy }) => metBy !== undefined));
  return new Set(free.map((step) => step.node));
}

describe("guards", () => {
  it("are not met by hiding anything", () => {
    let heldByChange = 0;
    let heldByHiding = 0;
    fc.assert(
      fc.property(
        fc.array(change, { maxLength: 4 }),
        fc.array(hiding, { minLength: 1, maxLength: 3 }),
        (changes, hidden) => {
          const before = decideFleet(...changes);
          const after = decideFleet(...changes, ...hidden);
          const free = freeIn(before);
          // What an earlier step meets may be met by another order alone.
          const unheld = after.plan.steps.filter(({ unmet }) => unmet.length === 0);
          const later = new Set(unheld.map((step) => step.node));
          if (free.size < before.plan.steps.length) heldByChange += 1;
          if (later.size < free.size) heldByHiding += 1;
          expect([...later].filter((name) => !free.has(name))).toEqual([]);
          if (after.verdict === "allow") expect(before.verdict).toBe("allow");
        },
      ),
      { numRuns: Number(process.env.PROPERTY_RUNS ?? 40) },
    );
    expect(heldByChange).toBeGreaterThan(5);
    expect(heldByHiding).toBeGreaterThan(5);
  }, 300_000);

  it("name themselves as where the plan stops, or stop it nowhere", () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 4 }), (changes) => {
        const { plan, verdict } = decideFleet(...changes);
        const biting = plan.steps.find(({ unmet }) => unmet.some(({ metBy }) => !metBy));
        expect(plan.firstGuard?.node).toBe(biting?.node);
        for (const [at, { unmet }] of plan.steps.entries()) {
          // What an earlier step meets, an earlier step meets.
          const before = plan.steps.slice(0, at).map((step) => step.node);
          for (const { metBy, meets } of unmet) {
            expect(meets).not.toBe("");
            if (metBy !== undefined) expect(before).toContain(metBy);
          }
        }
        if (biting === undefined) expect(verdict).toBe("allow");
      }),
      { numRuns: Number(process.env.PROPERTY_RUNS ?? 40) },
    );
  }, 300_000);
});
