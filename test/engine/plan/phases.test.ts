import { describe, expect, it } from "vitest";
import { phasesOf } from "../../../src/engine/plan/phases.ts";
import type { Obligation } from "../../../src/engine/policy.ts";

/** `claim(OwnerIsHolder) → …` */
function inShort(obligations: readonly Obligation[]): string {
  return phasesOf(obligations)
    .map(({ phase, provedBy }) => `${phase}(${provedBy.join(" ")})`)
    .join(" → ");
}

describe("phasesOf", () => {
  it.each<{ obligations: Obligation[]; is: string; why: string }>([
    { obligations: [], is: "", why: "nothing to do takes no claim" },
    {
      obligations: ["patch", "reboot", "verify", "reassert"],
      is: "claim(OwnerIsHolder NodeCordoned) → patch(ConfigApplied) → drain(PodsEvicted) → reboot(BootIdChanged) → ready(NodeReady) → verify(UncachedPull) → reassert(MarkerCurrent NodeGivenBack)",
      why: "the whole way of node-decision",
    },
    {
      obligations: ["reboot", "verify", "reassert"],
      is: "claim(OwnerIsHolder NodeCordoned) → drain(PodsEvicted) → reboot(BootIdChanged) → ready(NodeReady) → verify(UncachedPull) → reassert(MarkerCurrent NodeGivenBack)",
      why: "a config that is right already is not patched",
    },
    {
      obligations: ["patch", "restart", "verify", "reassert"],
      is: "claim(OwnerIsHolder) → patch(ConfigApplied) → restart(RuntimeStartedAfterConfig) → verify(UncachedPull) → reassert(MarkerCurrent NodeGivenBack)",
      why: "a runtime that restarts by itself needs neither drain nor cordon",
    },
    {
      obligations: ["reassert"],
      is: "claim(OwnerIsHolder) → reassert(MarkerCurrent NodeGivenBack)",
      why: "a lost proof is written under a claim",
    },
    {
      obligations: ["verify"],
      is: "claim(OwnerIsHolder) → verify(UncachedPull NodeGivenBack)",
      why: "a pull that may not be written down still gives the node back",
    },
    {
      obligations: ["patch", "reboot"],
      is: "claim(OwnerIsHolder NodeCordoned) → patch(ConfigApplied) → drain(PodsEvicted) → reboot(BootIdChanged) → ready(NodeReady NodeGivenBack)",
      why: "a reboot for another cause than a credential proves nothing about one",
    },
  ])("$obligations: $why", ({ obligations, is }) => {
    expect(inShort(obligations)).toBe(is);
  });

  it("says of each phase what it does, and of the last one that it gives the node back", () => {
    const phases = phasesOf(["patch", "reboot", "verify", "reassert"]);
    expect(new Set(phases.map(({ does }) => does)).size).toBe(phases.length);
    expect(phases.filter(({ does }) => does.includes("gives the node back"))).toEqual(
      phases.slice(-1),
    );
  });
});
