import { describe, expect, it } from "vitest";
import { planRollout } from "../../../src/engine/rollout/plan-rollout.ts";
import type { Profile } from "../../../src/profile/profile.ts";
import { loadSources, readIncident } from "../../support/incident-folder.ts";
import { stepOf, wholeCoverage } from "../facts/fleet/cilium-fleet.ts";
import { declaredFiles, kustomization, withMarkers } from "../facts/gate/gate-subject.ts";
import {
  biting,
  canaryPod,
  caseOf,
  counts,
  names,
  now,
  policies,
  type RolloutCase,
  rollout,
} from "./small-fleet.ts";

describe("what holds a rollout", () => {
  it.each<{ given: RolloutCase; held: string[]; why: string }>([
    { given: {}, held: [], why: "nothing" },
    {
      given: { status: { ...counts, updatedNumberScheduled: 3 } },
      held: ["FleetKnown:seen"],
      why: "counts and pods disagree",
    },
    {
      given: { status: { ...counts, observedGeneration: 23 } },
      held: ["FleetKnown:seen"],
      why: "the controller has not seen the newest spec",
    },
    {
      given: { metadata: { deletionTimestamp: "2026-08-06T11:00:00Z" } },
      held: ["FleetKnown:seen"],
      why: "the DaemonSet is being deleted",
    },
    {
      given: { status: null },
      held: ["FleetKnown:unknown", "OneAtATime:unknown"],
      why: "it has no status",
    },
    {
      given: { steps: [stepOf("w-2", now, { result: "failed" })] },
      held: ["CanaryNotFailed:seen"],
      why: "the checks of the wanted revision failed",
    },
    {
      given: { gaps: [{ part: "steps", reason: "Forbidden" }] },
      held: ["StepsRecorded:unknown"],
      why: "records could not all be read",
    },
    {
      given: { runs: { "w-2": { isReady: false } } },
      held: ["OneAtATime:seen"],
      why: "another pod is not ready",
    },
    {
      given: { runs: { "w-2": { isTerminating: true } } },
      held: ["OneAtATime:seen"],
      why: "another pod is on its way out",
    },
    {
      given: { runs: { "w-2": { hash: now, node: null, madeFor: "w-2" } } },
      held: ["OneAtATime:seen"],
      why: "another pod is not bound to its node",
    },
    {
      given: { runs: { "w-2": { hash: now, node: null } } },
      held: ["OneAtATime:seen"],
      why: "another pod is not bound, and does not say what it was made for",
    },
    {
      given: { status: { ...counts, desiredNumberScheduled: 6 } },
      held: ["OneAtATime:seen"],
      why: "one node more is wanted, and has no pod",
    },
    {
      given: { runs: { "w-2": { phase: "Failed", isReady: false } } },
      held: ["OneAtATime:seen"],
      why: "another pod has failed",
    },
    {
      given: { runs: { "w-1": { isReady: false } } },
      held: [],
      why: "its own pod is not ready: stepping it may mend it",
    },
    {
      given: { nodes: { "w-1": { ready: "Unknown" }, "w-2": { ready: "False" } } },
      held: ["NodeReady:seen"],
      why: "no worker is Ready",
    },
    {
      given: { nodes: { "w-1": null, "w-2": null, "cp-1": null, "cp-2": null, "cp-3": null } },
      held: ["NodeReady:seen"],
      why: "a whole list of Nodes holds none of them",
    },
    {
      given: {
        nodes: { "w-1": null, "w-2": null, "cp-1": null, "cp-2": null, "cp-3": null },
        coverage: wholeCoverage,
      },
      held: ["NodeReady:unknown"],
      why: "no Node was given",
    },
  ])("is $held: $why", ({ given, held }) => {
    const { steps } = rollout(given);
    expect(biting({ unmet: steps[0]?.unmet ?? [] })).toEqual(held);
  });

  it.each([
    { why: "Git does not declare it", files: {}, because: "unknown" },
    {
      why: "its component is gone",
      files: {
        ...declaredFiles,
        "k8s/controllers/kustomization.yaml": { components: [], markers: [] },
      },
      because: "seen",
    },
    {
      why: "its component was not read, though its marker was",
      files: { [kustomization]: declaredFiles[kustomization] ?? {} },
      because: "unknown",
    },
    { why: "it has no marker", files: withMarkers(), because: "seen" },
    { why: "its marker lies ahead", files: withMarkers("2026-08-30"), because: "seen" },
  ])("is its gate: $why", ({ files, because }) => {
    const { snapshot, profile } = caseOf();
    const { fleets } = planRollout(policies, { ...snapshot, git: { files } }, profile);
    expect(fleets[0]?.firstGuard).toMatchObject({ guard: "GateStands", because });
  });

  it("asks no gate of a fleet without one", () => {
    const fleets = [
      { daemonSet: { namespace: "kube-system", name: "cilium" }, stepsRecorded: true },
    ];
    const { snapshot, profile } = caseOf({ profile: { gates: [], fleets } });
    const plan = planRollout(policies, { ...snapshot, git: { files: {} } }, profile);
    expect(plan.fleets[0]).not.toHaveProperty("firstGuard");
  });

  it("is etcd, for control planes, where the profile collects it", () => {
    const { steps, notJudged } = rollout({ profile: { nodes: { etcdCollected: true } } });
    expect(
      steps.filter((step) => biting(step).includes("EtcdHealthy:unknown")).map(({ node }) => node),
    ).toEqual(["cp-1", "cp-2", "cp-3"]);
    expect(notJudged).toEqual([]);
    expect(rollout().notJudged).toMatchObject([{ guard: "EtcdHealthy" }]);
  });
});

const leaving = { key: "ToBeDeletedByClusterAutoscaler", effect: "NoSchedule" };
const adopted: RolloutCase["runs"] = Object.fromEntries(names.map((name) => [name, canaryPod]));
const verified = names.map((name) => stepOf(name, now));

describe("a fleet without steps", () => {
  it.each<{ given: RolloutCase; standing: string; why: string }>([
    {
      given: { strategy: { type: "RollingUpdate" } },
      standing: "rolls",
      why: "it moves by itself",
    },
    {
      given: {
        status: { ...counts, desiredNumberScheduled: 0, currentNumberScheduled: 0 },
        pods: [],
      },
      standing: "absent",
      why: "it wants no node",
    },
    { given: { coverage: [] }, standing: "unknown", why: "nothing was listed whole" },
    {
      given: { runs: { "w-1": { hash: "unheard" } } },
      standing: "unknown",
      why: "a pod cannot be joined",
    },
    { given: { template: {} }, standing: "unknown", why: "the wanted template is not recorded" },
    {
      given: { runs: adopted, steps: verified },
      standing: "complete",
      why: "every node runs the wanted revision and was verified",
    },
    {
      given: { runs: { ...adopted, "cp-1": { isTerminating: true } }, steps: verified },
      standing: "waits",
      why: "the last pod is on its way out, and what comes of it is to be verified",
    },
    {
      given: {
        runs: { ...adopted, "cp-1": { isTerminating: true } },
        nodes: { "cp-1": { taints: [leaving] } },
        steps: verified,
      },
      standing: "complete",
      why: "the pod on its way out goes with its node",
    },
    {
      given: {
        runs: { ...adopted, "cp-1": { hash: now, node: null, madeFor: "cp-1" } },
        steps: verified,
      },
      standing: "waits",
      why: "the last pod is not bound, and all counts say that it is there",
    },
    {
      given: { runs: { ...adopted, "cp-1": { hash: now, node: null } }, steps: verified },
      standing: "waits",
      why: "a pod that names no node may be meant for one that stays",
    },
    {
      given: {
        runs: { ...adopted, "cp-1": { hash: now, node: null, madeFor: "cp-1" } },
        nodes: { "cp-1": { taints: [leaving] } },
        steps: verified,
      },
      standing: "complete",
      why: "the pod that is not bound was made for a node that goes",
    },
    {
      given: {
        runs: { ...adopted, "cp-1": { hash: now, phase: "Failed", isReady: false } },
        steps: verified,
      },
      standing: "waits",
      why: "the last pod has failed, and all counts say that it is there",
    },
    {
      given: {
        runs: adopted,
        steps: verified,
        status: { ...counts, updatedNumberScheduled: 5, numberReady: 0 },
      },
      standing: "waits",
      why: "the status says that none is ready, and each pod says that it is",
    },
    {
      given: {
        runs: adopted,
        steps: verified,
        status: { ...counts, desiredNumberScheduled: 6, updatedNumberScheduled: 5 },
      },
      standing: "waits",
      why: "one node more is wanted, and has no pod yet",
    },
    {
      given: {
        runs: adopted,
        steps: verified,
        status: { ...counts, updatedNumberScheduled: 4 },
      },
      standing: "waits",
      why: "counts and pods disagree, so neither says that it is over",
    },
    {
      given: {
        runs: adopted,
        steps: verified,
        status: { ...counts, updatedNumberScheduled: 5, observedGeneration: 23 },
      },
      standing: "waits",
      why: "the counts are of an earlier spec",
    },
    {
      given: {
        runs: adopted,
        steps: verified,
        metadata: { deletionTimestamp: "2026-08-06T11:00:00Z" },
      },
      standing: "waits",
      why: "the DaemonSet is being deleted",
    },
    {
      given: { runs: adopted, steps: verified, status: null },
      standing: "unknown",
      why: "how many nodes want a pod was not read",
    },
    {
      given: { runs: adopted, gaps: [{ part: "steps", reason: "Forbidden" }] },
      standing: "unknown",
      why: "whether they were verified was not read",
    },
  ])("is $standing: $why", ({ given, standing }) => {
    const plan = rollout(given);
    expect(plan).toMatchObject({ standing, steps: [] });
    expect(plan.missing.length > 0).toBe(standing === "unknown");
  });

  it("does not exist where the profile names none", () => {
    const { snapshot, profile } = caseOf({ profile: { gates: [], fleets: [] } });
    expect(planRollout(policies, snapshot, profile).fleets).toEqual([]);
  });
});

describe("where both incidents meet", () => {
  const { snapshot, profile } = loadSources(
    readIncident("reboot-storm/credential-changed-under-gate"),
  );
  const recorded: Profile = {
    ...profile,
    spec: {
      ...profile.spec,
      fleets: [{ daemonSet: { namespace: "kube-system", name: "cilium" }, stepsRecorded: true }],
    },
  };

  it("a node whose reboot waits for its pod is stepped first, or neither ever would be", () => {
    const { fleets } = planRollout(policies, { ...snapshot, steps: [] }, recorded);
    expect(biting({ unmet: fleets[0]?.steps[0]?.unmet ?? [] })).toEqual([]);
  });

  it("one whose reboot waits for nothing of the kind is rebooted first", () => {
    const ungated: Profile = { ...recorded, spec: { ...recorded.spec, gates: [] } };
    const { fleets } = planRollout(policies, { ...snapshot, steps: [] }, ungated);
    expect(biting({ unmet: fleets[0]?.steps[0]?.unmet ?? [] })).toEqual(["NodeFree:seen"]);
  });

  it("one that somebody holds is left alone", () => {
    const key = "v1/Node//prod-worker-1";
    const node = snapshot.objects[key];
    if (node === undefined) throw new Error("the fixture lost its node");
    const owner = recorded.spec.nodes?.ownership?.owner ?? "";
    const held = {
      ...node,
      metadata: { ...node.metadata, annotations: { ...node.metadata.annotations, [owner]: "x" } },
    };
    const objects = { ...snapshot.objects, [key]: held };
    const { fleets } = planRollout(policies, { ...snapshot, objects, steps: [] }, recorded);
    expect(biting({ unmet: fleets[0]?.steps[0]?.unmet ?? [] })).toEqual(["NodeFree:seen"]);
  });
});
