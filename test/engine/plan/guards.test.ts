import { describe, expect, it } from "vitest";
import type { Decision, Guard, UnmetGuard } from "../../../src/engine/decision.ts";
import {
  type Change,
  controlPlanes,
  cordoned,
  decideFleet,
  deleted,
  etcd,
  etcdMember,
  gone,
  node,
  noProbes,
  podsOn,
  probed,
  ready,
  tainted,
  unmetOf,
  workers,
} from "./safe-fleet.ts";

const member = etcdMember("control-plane-2");
const { leader: _, ...leaderless } = member;
const [member1, member3] = [etcdMember("control-plane-1"), etcdMember("control-plane-3")];
const autoscaled = (...annotations: readonly string[]): Change =>
  node("worker-2", ({ metadata }) => {
    metadata.labels["example.dev/autoscaled"] = "";
    for (const value of annotations)
      metadata.annotations["cluster-autoscaler.kubernetes.io/scale-down-disabled"] = value;
  });

interface Example {
  readonly why: string;
  readonly changes: readonly Change[];
  readonly unmet: readonly string[];
  readonly verdict: Decision["verdict"];
}

const others = (name: string) => controlPlanes.filter((each) => each !== name);
const ofAll = (names: readonly string[], text: string) => names.map((name) => `${name} ${text}`);

const examples: Readonly<Record<string, readonly Example[]>> = {
  "no guard": [
    { why: "all is well", changes: [], unmet: [], verdict: "allow" },
    {
      why: "a cordon of somebody stops nothing",
      changes: [cordoned("worker-1")],
      unmet: [],
      verdict: "allow",
    },
    {
      why: "a cordon of a control plane says nothing about its etcd",
      changes: [cordoned("control-plane-2")],
      unmet: [],
      verdict: "allow",
    },
    {
      why: "a leaving node is left out, and takes nobody with it",
      changes: [deleted("worker-2"), ready("worker-2", "False")],
      unmet: [],
      verdict: "allow",
    },
  ],
  NodeReady: [
    {
      why: "a worker that is not Ready pauses the plan there, for all that go down after it",
      changes: [ready("worker-3", "False")],
      unmet: ofAll(["worker-3", "worker-4", ...controlPlanes], "NodeReady (seen)"),
      verdict: "deny",
    },
    {
      why: "one that is not known to be Ready likewise, undecided",
      changes: [ready("worker-4", undefined)],
      unmet: ofAll(["worker-4", ...controlPlanes], "NodeReady (unknown)"),
      verdict: "indeterminate",
    },
    {
      why: "what was seen is told before what was not",
      changes: [ready("worker-3", undefined), ready("worker-4", "False")],
      unmet: [
        "worker-3 NodeReady (unknown)",
        ...ofAll(["worker-4", ...controlPlanes], "NodeReady (seen)"),
      ],
      verdict: "deny",
    },
  ],
  ControlPlanePeers: [
    {
      why: "a sick peer: the workers go, the others of it wait (rollout core 195)",
      changes: [ready("control-plane-2", "False")],
      unmet: [
        "control-plane-1 ControlPlanePeers (seen)",
        "control-plane-2 NodeReady (seen)",
        "control-plane-3 NodeReady (seen)",
        "control-plane-3 ControlPlanePeers (seen)",
      ],
      verdict: "deny",
    },
    {
      why: "two control planes: etcd of two has no majority with one down",
      changes: [gone("control-plane-3")],
      unmet: ofAll(["control-plane-1", "control-plane-2"], "ControlPlanePeers (seen)"),
      verdict: "deny",
    },
    {
      why: "a single one can never meet it",
      changes: [gone("control-plane-2"), gone("control-plane-3")],
      unmet: ["control-plane-1 ControlPlanePeers (seen)"],
      verdict: "deny",
    },
    {
      why: "one that is leaving will not be there",
      changes: [deleted("control-plane-3")],
      unmet: ofAll(["control-plane-1", "control-plane-2"], "ControlPlanePeers (seen)"),
      verdict: "deny",
    },
  ],
  EtcdHealthy: [
    {
      why: "a learner has no vote",
      changes: [etcd("control-plane-2", { members: [{ ...member, learner: true }], alarms: [] })],
      unmet: ofAll(others("control-plane-2"), "EtcdHealthy (seen)"),
      verdict: "deny",
    },
    {
      why: "it reports errors",
      changes: [etcd("control-plane-2", { members: [{ ...member, hasErrors: true }], alarms: [] })],
      unmet: ofAll(others("control-plane-2"), "EtcdHealthy (seen)"),
      verdict: "deny",
    },
    {
      why: "an alarm is raised",
      changes: [
        etcd("control-plane-1", {
          members: [member1],
          alarms: [{ id: member1.id, alarm: "NOSPACE" }],
        }),
      ],
      unmet: ofAll(others("control-plane-1"), "EtcdHealthy (seen)"),
      verdict: "deny",
    },
    {
      why: "two rows are not one of itself",
      changes: [
        etcd("control-plane-3", { members: [member3, { ...member3, id: "b" }], alarms: [] }),
      ],
      unmet: ofAll(others("control-plane-3"), "EtcdHealthy (seen)"),
      verdict: "deny",
    },
    {
      why: "it follows no leader: there is no quorum where it stands",
      changes: [etcd("control-plane-2", { members: [leaderless], alarms: [] })],
      unmet: ofAll(others("control-plane-2"), "EtcdHealthy (seen)"),
      verdict: "deny",
    },
    {
      why: "two tell of one member: the same machine was asked twice",
      changes: [etcd("control-plane-3", { members: [member], alarms: [] })],
      unmet: ["control-plane-1 EtcdHealthy (seen)"],
      verdict: "deny",
    },
    {
      why: "they follow different leaders, each fine for itself",
      changes: [
        etcd("control-plane-3", { members: [{ ...member3, leader: member3.id }], alarms: [] }),
      ],
      unmet: ofAll(["control-plane-1", "control-plane-2"], "EtcdHealthy (seen)"),
      verdict: "deny",
    },
    {
      why: "nobody asked one of them",
      changes: [etcd("control-plane-3", undefined)],
      unmet: ofAll(others("control-plane-3"), "EtcdHealthy (unknown)"),
      verdict: "indeterminate",
    },
    {
      why: "an alarm is enough, though its members were not read",
      changes: [etcd("control-plane-3", { alarms: [{ id: member3.id, alarm: "CORRUPT" }] })],
      unmet: ofAll(others("control-plane-3"), "EtcdHealthy (seen)"),
      verdict: "deny",
    },
  ],
  EvictionDestinations: [
    {
      why: "nobody was seen to pull: the first worker waits, and is a destination for the rest",
      changes: [noProbes],
      unmet: [
        "worker-1 EvictionDestinations (unknown)",
        ...ofAll(
          ["worker-2", "worker-3", "worker-4", ...controlPlanes],
          "EvictionDestinations (once worker-1)",
        ),
      ],
      verdict: "indeterminate",
    },
    {
      why: "one other that pulls will do",
      changes: [noProbes, probed("pulled", "worker-4"), probed("pulled", "worker-3")],
      unmet: [],
      verdict: "allow",
    },
    {
      why: "the only one that pulls does not evict to itself, but to one that is through by then",
      changes: [noProbes, probed("pulled", "worker-2")],
      unmet: ["worker-2 EvictionDestinations (once worker-1)"],
      verdict: "allow",
    },
    {
      why: "a pull that failed for another reason says nothing",
      changes: [noProbes, ...workers.map((name) => probed("failed", name))],
      unmet: [
        "worker-1 EvictionDestinations (unknown)",
        ...ofAll(
          ["worker-2", "worker-3", "worker-4", ...controlPlanes],
          "EvictionDestinations (once worker-1)",
        ),
      ],
      verdict: "indeterminate",
    },
    {
      why: "every worker was denied: nobody could run what is evicted (rollout convergence 315)",
      changes: [noProbes, ...workers.map((name) => probed("denied", name))],
      unmet: [
        "worker-1 EvictionDestinations (seen)",
        ...ofAll(
          ["worker-2", "worker-3", "worker-4", ...controlPlanes],
          "EvictionDestinations (once worker-1)",
        ),
      ],
      verdict: "deny",
    },
    {
      why: "tainted and cordoned nodes are no capacity (rollout convergence 739)",
      changes: [
        tainted("worker-1", "dedicated"),
        tainted("worker-2", "dedicated"),
        cordoned("worker-3"),
      ],
      unmet: ["worker-4 EvictionDestinations (seen)"],
      verdict: "deny",
    },
    {
      why: "a preference keeps no Pod off",
      changes: workers.map((name) => tainted(name, "dedicated", "PreferNoSchedule")),
      unmet: [],
      verdict: "allow",
    },
    {
      why: "a node without evictable Pods starts, though all were denied (rollout convergence 270)",
      changes: [
        noProbes,
        ...workers.map((name) => probed("denied", name)),
        podsOn("worker-1", "worker-2", "worker-4", ...controlPlanes),
      ],
      unmet: ofAll(
        ["worker-1", "worker-2", "worker-4", ...controlPlanes],
        "EvictionDestinations (once worker-3)",
      ),
      verdict: "allow",
    },
    {
      why: "an empty node that takes no Pods is no seed",
      changes: [
        noProbes,
        ...workers.map((name) => probed("denied", name)),
        podsOn("worker-1", "worker-2", "worker-4", ...controlPlanes),
        cordoned("worker-3"),
      ],
      unmet: [
        "worker-1 EvictionDestinations (seen)",
        ...ofAll(
          ["worker-2", "worker-4", ...controlPlanes],
          "EvictionDestinations (once worker-1)",
        ),
      ],
      verdict: "deny",
    },
  ],
  ScaleDown: [
    {
      why: "the autoscaler may take it",
      changes: [autoscaled()],
      unmet: ["worker-2 ScaleDown (seen)"],
      verdict: "deny",
    },
    {
      why: "it is kept from that",
      changes: [autoscaled("true")],
      unmet: [],
      verdict: "allow",
    },
    {
      why: "any other value is none",
      changes: [autoscaled("false")],
      unmet: ["worker-2 ScaleDown (seen)"],
      verdict: "deny",
    },
  ],
  SchedulingIntent: [
    {
      why: "its cordon was not read, so it could not be given back as it was",
      changes: [
        (snapshot) => {
          delete snapshot.objects["v1/Node//prod-worker-4"]?.spec;
        },
      ],
      unmet: ["worker-4 SchedulingIntent (unknown)"],
      verdict: "indeterminate",
    },
  ],
};

describe.each(Object.entries(examples))("%s", (_guard, rows) => {
  it.each(rows)("$why", ({ changes, unmet, verdict }) => {
    const decision = decideFleet(...changes);
    expect(unmetOf(decision)).toEqual(unmet);
    expect(decision.verdict).toBe(verdict);
    const biting = decision.plan.steps.flatMap((step) =>
      step.unmet.filter(({ metBy }) => metBy === undefined).map(({ guard }) => [step.node, guard]),
    );
    const { firstGuard } = decision.plan;
    expect(firstGuard === undefined ? [] : [firstGuard.node, firstGuard.guard]).toEqual(
      biting[0] ?? [],
    );
  });
});

describe("guards", () => {
  it("never change what is decided of a node", () => {
    const wanted = new Map(decideFleet().nodes.map(({ name, obligations }) => [name, obligations]));
    for (const { changes } of Object.values(examples).flat()) {
      for (const { name, reason, obligations } of decideFleet(...changes).nodes) {
        if (reason !== "NodeLeaving") expect(obligations).toEqual(wanted.get(name));
      }
    }
  }, 60_000);

  it.each<{ guard: Guard; changes: readonly Change[]; meets: RegExp; message: RegExp }>([
    {
      guard: "ControlPlanePeers",
      changes: [gone("control-plane-2"), gone("control-plane-3")],
      message: /the only control plane/,
      meets: /^two more control planes; with one alone no plan can meet this/,
    },
    {
      guard: "ControlPlanePeers",
      changes: [gone("control-plane-3")],
      message: /only one other control plane, prod-control-plane-2/,
      meets: /^a third control plane; with two no plan can meet this/,
    },
    {
      guard: "ControlPlanePeers",
      changes: [ready("control-plane-3", "False")],
      message: /prod-control-plane-3/,
      meets: /^prod-control-plane-3 Ready$/,
    },
    {
      guard: "EtcdHealthy",
      changes: [etcd("control-plane-3", { members: [member3] })],
      message: /etcd alarm list of `prod-control-plane-3` not read/,
      meets: /^talosctl -n prod-control-plane-3 etcd alarm list$/,
    },
    {
      guard: "ScaleDown",
      changes: [autoscaled()],
      message: /autoscaler/,
      meets: /cluster-autoscaler\.kubernetes\.io\/scale-down-disabled: "true"/,
    },
    {
      guard: "NodeReady",
      changes: [ready("worker-1", "False")],
      message: /not Ready/,
      meets: /^prod-worker-1 Ready again, or out of the cluster$/,
    },
    {
      guard: "EvictionDestinations",
      changes: [noProbes],
      message: /not known of any other node/,
      meets: /Probes document/,
    },
  ])("$guard names itself and what would meet it: $meets", ({ guard, changes, message, meets }) => {
    const unmet = decideFleet(...changes).plan.steps.flatMap((step): readonly UnmetGuard[] =>
      step.unmet.filter((told) => told.guard === guard),
    );
    expect(unmet[0]?.message).toMatch(message);
    expect(unmet[0]?.meets).toMatch(meets);
  });
});
