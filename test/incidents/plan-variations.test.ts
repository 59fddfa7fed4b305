import { describe, expect, it } from "vitest";
import type { Decision } from "../../src/engine/decision.ts";
import type { SnapshotDocument } from "../../src/generated/snapshot-types.ts";
import { decideVaried, onNode, onTalos, type Variation } from "./vary.ts";

// Every node of the incident is to reboot. What the order, the guards and the cost make of the shape that the fleet is in.

/** Somebody pulled on three workers: evicted Pods have somewhere to go, whichever node goes down first. */
const pulled = (snapshot: SnapshotDocument): void => {
  snapshot.probes = ["prod-worker-1", "prod-worker-2", "prod-worker-3"].map((name) => {
    let bootId = "";
    onNode(snapshot, name, ({ status }) => {
      bootId = status.nodeInfo.bootID;
    });
    return {
      credential: "registry",
      node: name,
      image: "ghcr.io/devantler-tech/ksail:v7.176.0",
      through: "kubelet",
      uncached: true,
      result: "pulled",
      bootId,
      at: "2026-08-09T20:04:00Z",
    };
  });
};

function changed(change: (snapshot: SnapshotDocument) => void, extra: Partial<Variation> = {}) {
  return decideVaried({
    folder: "reboot-storm/credential-changed",
    snapshot: (snapshot) => {
      pulled(snapshot);
      change(snapshot);
    },
    ...extra,
  });
}

/** Of each step that is held back: by which guards, and whether that was seen or is not known. */
function heldBack({ plan }: Decision): Readonly<Record<string, string>> {
  return Object.fromEntries(
    plan.steps
      .map(({ node, unmet }) => [
        node,
        unmet
          .filter(({ metBy }) => metBy === undefined)
          .map(({ guard, because }) => `${guard} (${because})`)
          .join(", "),
      ])
      .filter(([, text]) => text !== ""),
  ) as Record<string, string>;
}

function removeNode(snapshot: SnapshotDocument, name: string): void {
  delete snapshot.objects[`v1/Node//${name}`];
  delete snapshot.talos?.[name];
}

function setReady(snapshot: SnapshotDocument, name: string, status: string): void {
  onNode(snapshot, name, (node) => {
    for (const each of node.status.conditions) if (each.type === "Ready") each.status = status;
  });
}

const controlPlanes = ["prod-control-plane-1", "prod-control-plane-2", "prod-control-plane-3"];

/** Each control plane's etcd answers of itself, and is well. */
const healthyEtcd = (snapshot: SnapshotDocument): void => {
  for (const [index, name] of controlPlanes.entries())
    onTalos(snapshot, name, (talos) => {
      talos.etcd = {
        members: [{ id: `a${index}`, learner: false, hasErrors: false, leader: "a0" }],
        alarms: [],
      };
    });
};

const etcdCollected: Partial<Variation> = {
  profile: ({ spec }) => {
    spec.nodes = { ...spec.nodes, etcdCollected: true };
  },
};

describe("seven nodes to reboot", () => {
  it("three control planes, all well: workers first, nobody held back, and what it costs", () => {
    const decision = changed(() => {});
    expect(decision.plan.steps.map(({ node }) => node)).toEqual([
      "prod-worker-1",
      "prod-worker-2",
      "prod-worker-3",
      "prod-worker-4",
      ...controlPlanes,
    ]);
    expect(heldBack(decision)).toEqual({});
    expect(decision.disruption).toEqual({ reboots: 7, restarts: 0, controlPlanes: 3, minutes: 42 });
    expect(decision.verdicts.reboot).toBe("allow");
  });

  it("one control plane is sick: its peers stay up (rollout_core_test.go:195)", () => {
    const decision = changed((snapshot) => setReady(snapshot, "prod-control-plane-2", "False"));
    const held = heldBack(decision);
    expect(held["prod-control-plane-1"]).toContain("ControlPlanePeers (seen)");
    expect(held["prod-control-plane-3"]).toContain("ControlPlanePeers (seen)");
    expect(held["prod-worker-1"]).toBeUndefined();
    expect(decision.verdicts.reboot).toBe("deny");
  });

  it.each([
    {
      left: 1,
      why: "a single control plane can never go down under a guard that asks for two others",
    },
    { left: 2, why: "nor can one of two" },
  ])("$left control planes: $why", ({ left }) => {
    const decision = changed((snapshot) => {
      for (const name of controlPlanes.slice(left)) removeNode(snapshot, name);
    });
    const held = heldBack(decision);
    expect(Object.keys(held)).toEqual(controlPlanes.slice(0, left));
    for (const text of Object.values(held)) expect(text).toContain("ControlPlanePeers (seen)");
    const [unmet] = decision.plan.steps.at(-1)?.unmet ?? [];
    expect(unmet?.meets).toMatch(/two more|third/);
  });

  it("not all Nodes were listed: it is not known that there are no other control planes", () => {
    const decision = changed((snapshot) => {
      removeNode(snapshot, "prod-control-plane-3");
      for (const entry of snapshot.coverage) if (entry.kind === "v1/Node") entry.complete = false;
    });
    const guards = decision.plan.steps.flatMap(({ unmet }) => unmet);
    expect(guards.filter(({ guard }) => guard === "ControlPlanePeers")).toEqual(
      guards.filter(({ guard, because }) => guard === "ControlPlanePeers" && because === "unknown"),
    );
    expect(decision.verdicts.reboot).not.toBe("allow");
  });

  it.each<{
    sick: string;
    etcd: NonNullable<NonNullable<SnapshotDocument["talos"]>[string]["etcd"]> | undefined;
    because: string;
  }>([
    {
      sick: "a learner",
      etcd: { members: [{ id: "a1", learner: true, hasErrors: false, leader: "a0" }], alarms: [] },
      because: "seen",
    },
    {
      sick: "errors",
      etcd: { members: [{ id: "a1", learner: false, hasErrors: true, leader: "a0" }], alarms: [] },
      because: "seen",
    },
    {
      sick: "an alarm",
      etcd: {
        members: [{ id: "a1", learner: false, hasErrors: false, leader: "a0" }],
        alarms: [{ id: "a1", alarm: "NOSPACE" }],
      },
      because: "seen",
    },
    {
      sick: "two rows",
      etcd: {
        members: [
          { id: "a1", learner: false, hasErrors: false, leader: "a0" },
          { id: "a2", learner: false, hasErrors: false, leader: "a0" },
        ],
        alarms: [],
      },
      because: "seen",
    },
    { sick: "no row", etcd: { members: [], alarms: [] }, because: "seen" },
    { sick: "nothing read", etcd: undefined, because: "unknown" },
    {
      sick: "alarms not asked for",
      etcd: { members: [{ id: "a1", learner: false, hasErrors: false, leader: "a0" }] },
      because: "unknown",
    },
  ])(
    "etcd of one control plane says $sick: its peers stay up (test-refresh-flux-ghcr-auth-safety.sh:520-566)",
    ({ etcd, because }) => {
      const decision = changed((snapshot) => {
        healthyEtcd(snapshot);
        onTalos(snapshot, "prod-control-plane-2", (talos) => {
          if (etcd === undefined) delete talos.etcd;
          else talos.etcd = etcd;
        });
      }, etcdCollected);
      const held = heldBack(decision);
      expect(Object.keys(held)).toEqual(["prod-control-plane-1", "prod-control-plane-3"]);
      for (const text of Object.values(held)) expect(text).toBe(`EtcdHealthy (${because})`);
    },
  );

  it("etcd is well on all three: nobody is held back (test-refresh-flux-ghcr-auth-safety.sh:496-518)", () => {
    const decision = changed(healthyEtcd, etcdCollected);
    expect(heldBack(decision)).toEqual({});
    expect(decision.plan.notJudged?.map(({ guard }) => guard)).not.toContain("EtcdHealthy");
  });

  it("one is cordoned: it reboots all the same and stays cordoned (rollout_core_test.go:291)", () => {
    const decision = changed((snapshot) => {
      onNode(snapshot, "prod-worker-3", ({ spec }) => {
        spec.unschedulable = true;
        spec.taints = [{ key: "node.kubernetes.io/unschedulable", effect: "NoSchedule" }];
      });
    });
    const step = decision.plan.steps.find(({ node }) => node === "prod-worker-3");
    expect(step?.keeps).toEqual({ cordon: true, taints: [] });
    expect(step?.unmet).toEqual([]);
    expect(decision.plan.steps.find(({ node }) => node === "prod-worker-4")?.keeps).toBeUndefined();
  });

  it("every other node is tainted: tainted peers are no capacity (rollout_convergence_test.go:739)", () => {
    const decision = changed((snapshot) => {
      for (const key of Object.keys(snapshot.objects))
        if (key.startsWith("v1/Node//") && key !== "v1/Node//prod-worker-1")
          onNode(snapshot, key.slice("v1/Node//".length), ({ spec }) => {
            spec.taints = [{ key: "example.com/only", effect: "NoSchedule" }];
          });
    });
    const [first] = decision.plan.steps;
    expect(first?.node).toBe("prod-worker-1");
    expect(first?.unmet.map(({ guard }) => guard)).toEqual(["EvictionDestinations"]);
  });

  it("a worker that is not Ready pauses the plan from its place on", () => {
    const decision = changed((snapshot) => setReady(snapshot, "prod-worker-2", "Unknown"));
    const held = heldBack(decision);
    expect(held["prod-worker-1"]).toBeUndefined();
    for (const name of ["prod-worker-2", "prod-worker-3", ...controlPlanes])
      expect(held[name]).toContain("NodeReady (seen)");
    expect(decision.plan.firstGuard).toMatchObject({ node: "prod-worker-2", guard: "NodeReady" });
  });

  it("one is leaving: it is dropped, and aborts nothing (credential-bridge 6.3)", () => {
    const decision = changed((snapshot) => {
      onNode(snapshot, "prod-worker-4", ({ metadata }) => {
        metadata.deletionTimestamp = "2026-08-09T20:05:00Z";
      });
    });
    expect(decision.plan.dropped).toMatchObject([{ node: "prod-worker-4" }]);
    expect(heldBack(decision)).toEqual({});
    expect(decision.disruption.reboots).toBe(6);
  });

  it.each([
    { guard: "true", held: {}, why: "it is kept from being taken away" },
    {
      guard: undefined,
      held: { "prod-worker-4": "ScaleDown (seen)" },
      why: "drained, it would be taken away",
    },
  ])("the autoscaler added one, scale-down-disabled $guard: $why", ({ guard, held }) => {
    const decision = changed(
      (snapshot) => {
        onNode(snapshot, "prod-worker-4", ({ metadata: { labels, annotations } }) => {
          labels["ksail.io/autoscaled"] = "true";
          if (guard !== undefined)
            annotations["cluster-autoscaler.kubernetes.io/scale-down-disabled"] = guard;
        });
      },
      {
        profile: ({ spec }) => {
          spec.nodes = {
            ...spec.nodes,
            autoscaled: { label: "ksail.io/autoscaled", value: "true" },
          };
        },
      },
    );
    expect(heldBack(decision)).toEqual(held);
  });
});
