import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Decision, GateDecision } from "../../src/engine/decision.ts";
import { compareDecisions } from "../../src/simulate/compare-decisions.ts";
import { happen } from "../../src/simulate/happen.ts";
import { loadSources, readIncident } from "../support/incident-folder.ts";
import { shippedPolicies } from "../support/shipped-policies.ts";
import { decidedAfter, eventsOf, seenAfter } from "../support/simulated.ts";

// Goal: what happens to gates, fleets and pipelines ends in what is decided of them. Method: stories on the first incident's cluster.

const policies = shippedPolicies();
const held = loadSources(readIncident("stalled-gate/held"));
const released = loadSources(readIncident("stalled-gate/released"));

function gateOf({ gates: [gate] }: Decision): GateDecision {
  if (gate === undefined) throw new Error("no gate was judged");
  return gate;
}

const nodes = Object.values(held.snapshot.objects)
  .filter(({ kind }) => kind === "Pod")
  .map((pod) => (pod as unknown as { spec: { nodeName: string } }).spec.nodeName)
  .sort();
const [first = ""] = nodes;
const steppedAll = nodes.map((node) => `step=${node}`);

interface Story {
  readonly events: readonly string[];
  readonly from?: typeof held;
  readonly state: string;
  readonly combination: string;
  readonly current: number;
  readonly deploy: string;
  readonly why: string;
}

describe("what is decided of a gate after", () => {
  it.each<Story>([
    {
      events: ["advance=1h"],
      ...{ state: "expiring", combination: "holding", current: 0, deploy: "allow" },
      why: "nothing happened",
    },
    {
      events: ["advance=72h"],
      ...{ state: "expired", combination: "holding", current: 0, deploy: "deny" },
      why: "time alone ends the window",
    },
    {
      events: [`step=${first}`],
      ...{ state: "expiring", combination: "holding", current: 1, deploy: "allow" },
      why: "one node is stepped",
    },
    {
      events: [`reboot=${first}`],
      ...{ state: "expiring", combination: "holding", current: 1, deploy: "allow" },
      why: "a reboot is a step that nobody asked for",
    },
    {
      events: [`step=${first}`, "template-change"],
      ...{ state: "expiring", combination: "holding", current: 0, deploy: "allow" },
      why: "a template that moves undoes the step",
    },
    {
      events: ["release"],
      ...{ state: "inactive", combination: "releasing", current: 0, deploy: "deny" },
      why: "the tree releases a fleet that is not current",
    },
    {
      events: ["rollback"],
      ...{ state: "inactive", combination: "releasing", current: 0, deploy: "deny" },
      why: "dropping the component rolls the fleet as well",
    },
    {
      events: ["release", "deploy"],
      ...{ state: "inactive", combination: "normal", current: 9, deploy: "allow" },
      why: "deployed all the same, all nine roll at once",
    },
    {
      events: [...steppedAll, "release", "deploy"],
      ...{ state: "inactive", combination: "normal", current: 9, deploy: "allow" },
      why: "stepped one by one first, nothing is left to roll",
    },
    {
      events: ["deploy"],
      ...{ state: "expiring", combination: "holding", current: 0, deploy: "allow" },
      why: "a deploy under the gate changes nothing of it",
    },
    {
      from: released,
      events: ["activate"],
      ...{ state: "active", combination: "activating", current: 8, deploy: "allow" },
      why: "declared, and not put up yet",
    },
    {
      from: released,
      events: ["activate", "deploy"],
      ...{ state: "active", combination: "holding", current: 8, deploy: "allow" },
      why: "the deploy puts it up",
    },
    {
      from: released,
      events: ["activate", "deploy", "advance=24h", "template-change"],
      ...{ state: "active", combination: "holding", current: 0, deploy: "allow" },
      why: "the next template waits",
    },
    {
      from: released,
      events: ["template-change"],
      ...{ state: "inactive", combination: "normal", current: 8, deploy: "allow" },
      why: "without a gate it rolls by itself",
    },
  ])("$events: $state, $combination, $current current, deploy $deploy ($why)", (story) => {
    const decision = decidedAfter(policies, story.from ?? held, ...story.events);
    const { state, combination, fleet } = gateOf(decision);
    expect([state, combination, fleet?.current, decision.verdicts.deploy]).toEqual([
      story.state,
      story.combination,
      story.current,
      story.deploy,
    ]);
  });

  it("a deploy that puts a gate up: the autoscaler's count is recorded, and the step is skipped", () => {
    const decision = decidedAfter(policies, released, "activate", "deploy");
    expect(gateOf(decision).hold).toMatchObject({
      replicas: 0,
      remembered: "1",
      rememberedState: "valid",
    });
    const { pipeline } = seenAfter(released, eventsOf("activate", "deploy"));
    expect(pipeline?.steps.cluster_update).toEqual({
      outcome: "skipped",
      conclusion: "skipped",
      durationMs: 0,
    });
    expect(decision.findings.map(({ reason }) => reason)).toContain("StepSuppressed");
  });

  it("a deploy that takes it down: the count is restored, the records are gone, the step runs", () => {
    const events = ["release", "deploy"];
    expect(gateOf(decidedAfter(policies, held, ...events)).hold).toEqual({
      deployment: "kube-system/cluster-autoscaler-hetzner-cluster-autoscaler",
      replicas: 1,
    });
    const { pipeline } = seenAfter(held, eventsOf(...events));
    expect(pipeline?.steps.cluster_update).toEqual({ outcome: "success", conclusion: "success" });
  });

  it("a count that cannot be restored stays, and so does the hold", () => {
    const snapshot = structuredClone(held.snapshot);
    const key = "apps/v1/Deployment/kube-system/cluster-autoscaler-hetzner-cluster-autoscaler";
    const annotations = snapshot.objects[key]?.metadata.annotations as Record<string, string>;
    const { rememberedReplicas = "" } = held.profile.spec.gates?.[0]?.ownership ?? {};
    annotations[rememberedReplicas] = "00";
    const decision = decidedAfter(policies, { ...held, snapshot }, "release", "deploy");
    expect(gateOf(decision)).toMatchObject({
      combination: "restoreInterrupted",
      hold: { replicas: 0, remembered: "00", rememberedState: "zero" },
    });
    expect(decision.verdicts.deploy).toBe("deny");
  });

  it("a comparison says how the gate stands, also where its window is as before", () => {
    const changesAfter = (...events: readonly string[]) =>
      compareDecisions(decidedAfter(policies, held), decidedAfter(policies, held, ...events)).gates;
    expect(changesAfter("advance=1h")).toEqual([]);
    expect(changesAfter(`step=${first}:verified`)).toMatchObject([
      { before: { currentNodes: 0, stalled: true }, after: { currentNodes: 1, stalled: false } },
    ]);
    expect(changesAfter("release")).toMatchObject([
      {
        before: { state: "expiring", combination: "holding" },
        after: { state: "inactive", combination: "releasing" },
      },
    ]);
  });

  it("a template that moves under the gate is told at once", () => {
    const events = ["activate", "deploy", "advance=24h", "template-change"];
    const decision = decidedAfter(policies, released, ...events);
    expect(gateOf(decision).stalled).toBe(true);
    expect(decision.findings.map(({ reason }) => reason)).toContain("TemplateMovedUnderGate");
    const stepped = decidedAfter(policies, released, ...events, `step=${first}:verified`);
    expect(gateOf(stepped).stalled).toBe(false);
  });

  it("a step that is verified is recorded, and bound to the revision that came", () => {
    const { steps = [] } = seenAfter(held, eventsOf(`step=${first}:verified`));
    const [record] = steps.slice(-1);
    expect(record).toMatchObject({
      daemonSet: "kube-system/cilium",
      node: first,
      revision: "7958bb8779",
      result: "verified",
    });
  });
});

describe("an event about gates that cannot happen", () => {
  const storm = loadSources(readIncident("reboot-storm/stage"));
  it.each([
    { events: ["release"], loaded: storm, message: "the profile names no gate" },
    { events: ["release=cilum"], loaded: held, message: "the profile names no gate `cilum`" },
    { events: ["step=nowhere"], loaded: held, message: "there is no node `nowhere`" },
    {
      events: ["lose=git", "release"],
      loaded: held,
      message: "of the Git checkout was not read",
    },
    {
      events: ["lose=git", "deploy"],
      loaded: held,
      message: "whether Git declares gate `cilium-homogeneous-devices` is not known",
    },
    {
      events: ["lose=objects:apps/v1/DaemonSet", "template-change"],
      loaded: held,
      message: "the DaemonSet of gate `cilium-homogeneous-devices` was not read",
    },
    {
      events: ["lose=objects:v1/Pod", `step=${first}`],
      loaded: held,
      message: "no pod of apps/v1/DaemonSet/kube-system/cilium was seen on",
    },
  ])("$events: $message", ({ events, loaded, message }) => {
    const happened = happen(loaded, eventsOf(...events));
    expect(happened.ok ? "" : happened.problems.map((problem) => problem.message).join()).toContain(
      message,
    );
  });
});

describe("any story of gates", { timeout: 120_000 }, () => {
  const event = fc.oneof(
    fc.constantFrom(
      "activate",
      "release",
      "rollback",
      "template-change",
      "deploy",
      "deploy",
      "advance=24h",
    ),
    fc.constantFrom(...nodes).map((node) => `step=${node}`),
    fc.constantFrom(...nodes).map((node) => `step=${node}:verified`),
    fc.constantFrom(...nodes).map((node) => `reboot=${node}`),
  );

  it("ends in a cluster whose counts fit its pods, and is never calm while a gate stands undeclared", () => {
    const stands = new Map<string, number>();
    fc.assert(
      fc.property(
        fc.constantFrom(held, released),
        fc.array(event, { minLength: 1, maxLength: 8 }),
        (from, events) => {
          let { snapshot } = from;
          for (const text of events) {
            const next = happen({ ...from, snapshot }, eventsOf(text));
            // A node of the one story is not there in the other.
            if (next.ok) snapshot = next.value;
          }
          const decision = decidedAfter(policies, { ...from, snapshot });
          const { combination = "unknown", state } = gateOf(decision);
          stands.set(combination, (stands.get(combination) ?? 0) + 1);
          const reasons = decision.findings.map(({ reason }) => reason);
          expect(reasons).not.toContain("FleetInconsistent");
          expect(combination).not.toBe("unknown");
          if (state === "inactive" && combination !== "normal")
            expect(reasons.some((reason) => /^(Gate|Orphaned|Ownership)/.test(reason))).toBe(true);
        },
      ),
      { numRuns: 150 },
    );
    for (const combination of ["holding", "releasing", "activating", "normal"])
      expect(stands.get(combination) ?? 0, combination).toBeGreaterThan(3);
  });
});
