import { describe, expect, it } from "vitest";
import { decideLoaded, loadSources, readIncident } from "../support/incident-folder.ts";
import { shippedPolicies } from "../support/shipped-policies.ts";
import { decidedAfter, eventsOf, outcomes, seenAfter } from "../support/simulated.ts";

// Goal: before the update that was the first incident, its simulation shows it. Method: what the simulation of `stage` gives is held against
// what was collected after the real update.

const stage = loadSources(readIncident("reboot-storm/stage"));
const afterUpdate = loadSources(readIncident("reboot-storm/after-update"));
const noHandOff = loadSources(readIncident("reboot-storm/after-update-no-handoff"));
const vanishing = loadSources(readIncident("reboot-storm/marker-vanishing"));
const policies = shippedPolicies();
const asTheScript = shippedPolicies([{ name: "whenUnproven", value: "reboot" }]);

describe("cluster-update on stage", () => {
  it("hands back the proof of all seven where the pass before wrote a hand-off", () => {
    const decision = decidedAfter(policies, stage, "hand-off", "cluster-update");
    expect(decision.counts.actions.reassert).toBe(7);
    expect(outcomes(decision)).toEqual(outcomes(decideLoaded(policies, afterUpdate)));
  });

  it("verifies all seven without one: their runtimes are younger than their config", () => {
    const decision = decidedAfter(policies, stage, "cluster-update");
    expect(decision.counts.actions.verify).toBe(7);
    expect(decision.disruption.reboots).toBe(0);
  });

  it("decides nothing where runtime times were not read either", () => {
    const decision = decidedAfter(policies, stage, "cluster-update", "lose=runtime-times");
    expect(decision.nodes.map(({ blocked }) => blocked)).toEqual(Array(7).fill("unknown"));
    expect(decision.verdict).toBe("indeterminate");
  });

  it("reboots all seven as the script did, three of them control planes", () => {
    const decision = decidedAfter(asTheScript, stage, "cluster-update", "lose=runtime-times");
    expect(decision.disruption).toEqual({
      reboots: 7,
      restarts: 0,
      controlPlanes: 3,
      minutes: 7 * 6,
    });
  });

  it("leaves it open whether there was a hand-off where none could be read", () => {
    const decision = decidedAfter(policies, stage, "cluster-update", "lose=proofs");
    expect(decision.nodes.map(({ blocked }) => blocked)).toEqual(Array(7).fill("unknown"));
  });

  it("gives, with what was not read left out, what was collected after the real update", () => {
    const unread = ["prod-worker-3", "prod-control-plane-3"];
    const lost = unread.map((node) => `lose=runtime-times:${node}`);
    for (const set of [policies, asTheScript]) {
      const simulated = decidedAfter(set, stage, "cluster-update", ...lost);
      expect(outcomes(simulated)).toEqual(outcomes(decideLoaded(set, noHandOff)));
    }
  });

  it("shows the seconds before Talos takes the proofs off the Nodes", () => {
    const simulated = decidedAfter(policies, stage, "hand-off", "cluster-update=config-only");
    expect(outcomes(simulated)).toEqual(outcomes(decideLoaded(policies, vanishing)));
  });

  it("does nothing to anybody since the cluster tool keeps what only the nodes have", () => {
    const simulated = decidedAfter(policies, stage, "cluster-update=keep-annotations");
    expect(outcomes(simulated)).toEqual(outcomes(decideLoaded(policies, stage)));
  });

  it("leaves Nodes and configs as the real update did, but for what a clock and a counter say", () => {
    const { objects, talos } = seenAfter(stage, eventsOf("cluster-update"));
    for (const [key, object] of Object.entries(afterUpdate.snapshot.objects)) {
      expect(objects[key]?.metadata.annotations).toEqual(object.metadata.annotations);
    }
    for (const [name, record] of Object.entries(afterUpdate.snapshot.talos ?? {})) {
      const documents = talos?.[name]?.machineConfig?.active?.documents;
      expect(documents).toEqual(record.machineConfig?.active?.documents);
    }
  });

  it("is undone by writing the proofs again", () => {
    const simulated = decidedAfter(policies, stage, "cluster-update", "reassert");
    expect(outcomes(simulated)).toEqual(outcomes(decideLoaded(policies, stage)));
  });
});
