import { describe, expect, it } from "vitest";
import type { FleetRollout } from "../../../src/engine/rollout/rollout-plan.ts";
import { seedRevisions, stepOf } from "../facts/fleet/cilium-fleet.ts";
import { biting, canaryPod, now, old, type RolloutCase, rollout } from "./small-fleet.ts";

const r26 = seedRevisions[3];
if (r26 === undefined) throw new Error("the seed has five revisions");

/** `w-1 canary`, with the guards that bite. */
function told({ steps }: FleetRollout): readonly string[] {
  return steps.map(({ node, stage, action, unmet }) =>
    [node, stage, action === "verify" ? "verify" : "", ...biting({ unmet })]
      .filter((word) => word !== "")
      .join(" "),
  );
}

describe("the order of a rollout", () => {
  it.each<{ given: RolloutCase; steps: string[]; why: string }>([
    {
      given: {},
      steps: [
        "w-1 canary",
        "w-2 worker",
        "cp-1 control-plane",
        "cp-2 control-plane",
        "cp-3 control-plane",
      ],
      why: "a worker is the canary, then workers, then control planes",
    },
    {
      given: { runs: { "w-1": canaryPod } },
      steps: [
        "w-1 canary verify",
        "w-2 worker",
        "cp-1 control-plane",
        "cp-2 control-plane",
        "cp-3 control-plane",
      ],
      why: "a node that runs it already is checked before anything else is stepped",
    },
    {
      given: { runs: { "w-1": canaryPod }, steps: [stepOf("w-1", now)] },
      steps: ["w-2 worker", "cp-1 control-plane", "cp-2 control-plane", "cp-3 control-plane"],
      why: "the canary was verified",
    },
    {
      given: {
        runs: { "w-1": { ...canaryPod, createdAt: "2026-08-06T10:00:00Z" } },
        steps: [stepOf("w-1", now)],
      },
      steps: [
        "w-1 canary verify",
        "w-2 worker",
        "cp-1 control-plane",
        "cp-2 control-plane",
        "cp-3 control-plane",
      ],
      why: "the pod was made anew since it was verified",
    },
    {
      given: { nodes: { "w-1": { ready: "False" } } },
      steps: [
        "w-2 canary",
        "w-1 worker NodeReady:seen",
        "cp-1 control-plane",
        "cp-2 control-plane",
        "cp-3 control-plane",
      ],
      why: "a worker that is Ready is the canary",
    },
    {
      given: {
        nodes: { "w-1": { labels: { "example.dev/pool": "auto" } } },
        profile: { nodes: { autoscaled: { label: "example.dev/pool" } } },
      },
      steps: [
        "w-2 canary",
        "w-1 worker",
        "cp-1 control-plane",
        "cp-2 control-plane",
        "cp-3 control-plane",
      ],
      why: "one that the autoscaler may take away is not",
    },
    {
      given: {
        nodes: {
          "w-1": { taints: [{ key: "ToBeDeletedByClusterAutoscaler", effect: "NoSchedule" }] },
        },
      },
      steps: ["w-2 canary", "cp-1 control-plane", "cp-2 control-plane", "cp-3 control-plane"],
      why: "a node that is leaving is left out",
    },
  ])("is $steps: $why", ({ given, steps }) => {
    expect(told(rollout(given))).toEqual(steps);
  });

  it("lets nothing be stepped before the one before it was verified", () => {
    const { steps } = rollout();
    expect(steps.map(({ unmet }) => unmet.map(({ guard, metBy }) => `${guard} ${metBy}`))).toEqual([
      [],
      ["PredecessorVerified w-1"],
      ["PredecessorVerified w-2"],
      ["PredecessorVerified cp-1"],
      ["PredecessorVerified cp-2"],
    ]);
  });

  it("does not guess what a node is whose Node was not given", () => {
    const { steps } = rollout({ nodes: { "w-2": null } });
    expect(steps.at(-1)).toMatchObject({ node: "w-2", role: "unknown", stage: "unknown" });
  });

  it("names who leaves", () => {
    const taints = [{ key: "ToBeDeletedByClusterAutoscaler", effect: "NoSchedule" }];
    expect(rollout({ nodes: { "w-1": { taints } } }).dropped).toEqual(["w-1"]);
  });
});

describe("a step", () => {
  const [first] = rollout().steps;

  it("says what it changes, on which pod, what proves it and what is to be recorded", () => {
    expect(first).toMatchObject({
      node: "w-1",
      uid: "uid-w-1",
      pod: { name: "agent-w-1", uid: "pod-agent-w-1" },
      from: `19 (cilium-${old})`,
      record: { daemonSet: "kube-system/cilium", node: "w-1", revision: now },
      phases: [
        { phase: "replace", provedBy: ["PodReplaced", "RevisionAdopted"] },
        { phase: "ready", provedBy: ["PodReady", "NodeReady"] },
        { phase: "record", provedBy: ["StepVerified"] },
      ],
    });
    expect(first?.delta).toEqual([
      "cilium-agent image v1.20.0-rc.0 → v1.20.0 (pre-release → release), 5 more containers alike",
      "cilium-agent mount /run/spire/sockets removed",
      "volume spire-agent-socket removed",
    ]);
  });

  it("differs with what the node runs", () => {
    const { steps } = rollout({ runs: { "w-2": { hash: r26.hash } } });
    expect(steps[1]?.delta).toEqual([
      "cilium-agent image v1.20.0-rc.1 → v1.20.0 (pre-release → release), 5 more containers alike",
    ]);
  });

  it("that only checks replaces nothing", () => {
    const { steps } = rollout({ runs: { "w-1": canaryPod } });
    expect(steps[0]).toMatchObject({ action: "verify", delta: [], unmet: [] });
    expect(steps[0]?.phases.map(({ phase }) => phase)).toEqual(["ready", "record"]);
  });
});
