import { describe, expect, it } from "vitest";
import {
  type Change,
  cordoned,
  decideFleet,
  deleted,
  node,
  noProbes,
  podsOn,
  tainted,
} from "./safe-fleet.ts";

const usual = [
  "prod-worker-1",
  "prod-worker-2",
  "prod-worker-3",
  "prod-worker-4",
  "prod-control-plane-1",
  "prod-control-plane-2",
  "prod-control-plane-3",
];
const orderOf = (...changes: readonly Change[]) =>
  decideFleet(...changes).plan.steps.map((step) => step.node);
const stepOf = (name: string, ...changes: readonly Change[]) =>
  decideFleet(...changes).plan.steps.find((step) => step.node === name);

describe("the order of a plan", () => {
  it.each<{ changes: readonly Change[]; is: readonly string[]; why: string }>([
    { changes: [], is: usual, why: "workers before control planes, by name" },
    {
      changes: [podsOn("worker-1")],
      is: usual,
      why: "an empty node goes first only where nobody else could begin",
    },
    {
      changes: [noProbes, podsOn("worker-1", "worker-2", "control-plane-1")],
      is: ["prod-worker-3", ...usual.filter((name) => name !== "prod-worker-3")],
      why: "nobody is known to pull, so the first empty node that takes Pods goes first",
    },
    {
      changes: [noProbes, podsOn("worker-1", "worker-2", "worker-3", "worker-4")],
      is: usual,
      why: "an empty control plane is tainted: once through it would take nobody's Pods",
    },
  ])("$why", ({ changes, is }) => {
    expect(orderOf(...changes)).toEqual(is);
  });
});

describe("a plan", () => {
  it("counts what it costs, and says of each reboot how long it takes", () => {
    const { disruption, plan } = decideFleet();
    expect(disruption).toEqual({ reboots: 7, restarts: 0, controlPlanes: 3, minutes: 42 });
    expect(plan.steps.map(({ minutes }) => minutes)).toEqual([6, 6, 6, 6, 6, 6, 6]);
  });

  it("leaves out who is leaving, without failing for it, and without its cost", () => {
    const { disruption, plan } = decideFleet(
      deleted("worker-2"),
      tainted("worker-3", "ToBeDeletedByClusterAutoscaler"),
    );
    expect(plan.steps.map((step) => step.node)).toEqual(
      usual.filter((name) => !["prod-worker-2", "prod-worker-3"].includes(name)),
    );
    expect(plan.dropped).toEqual([
      { node: "prod-worker-2", why: "being deleted" },
      { node: "prod-worker-3", why: "removed by the autoscaler" },
    ]);
    expect(disruption).toMatchObject({ reboots: 5, minutes: 30 });
  });

  it("keeps somebody's cordon and taints, and says nothing of those of a role", () => {
    const changes = [cordoned("worker-3"), tainted("worker-3", "dedicated")];
    expect(stepOf("prod-worker-3", ...changes)).toMatchObject({
      keeps: { cordon: true, taints: ["dedicated:NoSchedule"] },
      unmet: [],
    });
    expect(stepOf("prod-worker-1", ...changes)).not.toHaveProperty("keeps");
    expect(stepOf("prod-control-plane-1")).not.toHaveProperty("keeps");
    const advisory = tainted(
      "worker-3",
      "DeletionCandidateOfClusterAutoscaler",
      "PreferNoSchedule",
    );
    expect(stepOf("prod-worker-3", advisory)).not.toHaveProperty("keeps");
  });

  it("names as not judged what the profile does not collect, and what would let it be judged", () => {
    expect(decideFleet().plan).not.toHaveProperty("notJudged");
    const { plan } = decideFleet((_snapshot, { spec }) => {
      delete spec.nodes?.etcdCollected;
      delete spec.nodes?.autoscaled;
    });
    expect(plan.notJudged?.map(({ guard }) => guard)).toEqual(["EtcdHealthy", "ScaleDown"]);
    for (const { meets } of plan.notJudged ?? []) expect(meets).toMatch(/^nodes\./);
  });

  it("asks nothing of etcd where no control plane reboots", () => {
    const { plan } = decideFleet((snapshot, { spec }) => {
      for (const name of ["control-plane-1", "control-plane-2", "control-plane-3"])
        node(name, ({ metadata }) => {
          metadata.deletionTimestamp = "2026-08-09T20:00:00Z";
        })(snapshot, { spec } as Parameters<Change>[1]);
      delete spec.nodes?.etcdCollected;
    });
    expect(plan.steps).toHaveLength(4);
    expect(plan).not.toHaveProperty("notJudged");
  });
});
