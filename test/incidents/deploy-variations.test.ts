import { describe, expect, it } from "vitest";
import type { Decision } from "../../src/engine/decision.ts";
import { decideVaried, type Variation } from "./vary.ts";

// What a deploy claims, held against what it did: one change to the incident each.

const daemonSet = "apps/v1/DaemonSet/kube-system/cilium";
const helmRelease = "helm.toolkit.fluxcd.io/v2/HelmRelease/kube-system/cilium";

/** `Reason (outcome)` of each finding of these policies, on the subject of that name if one is given. */
function saidBy(decision: Decision, policy: RegExp, name?: string): readonly string[] {
  return decision.findings
    .filter(
      (finding) => policy.test(finding.policy) && (name === undefined || finding.name === name),
    )
    .map(({ reason, outcome }) => `${reason} (${outcome})`);
}

describe("what Helm says it delivered", () => {
  const status =
    (change: (status: Record<string, unknown>) => void): NonNullable<Variation["snapshot"]> =>
    (snapshot) => {
      const object = snapshot.objects[daemonSet];
      if (object === undefined) throw new Error("no DaemonSet");
      change(object.status as Record<string, unknown>);
    };
  it.each<{ why: string; over: Partial<Variation>; said: readonly string[] }>([
    { why: "no node took it over", over: {}, said: ["DeliveredNotAdopted (fail)"] },
    {
      why: "one node has not taken it over",
      over: { snapshot: status((counts) => Object.assign(counts, { updatedNumberScheduled: 8 })) },
      said: ["DeliveredNotAdopted (fail)"],
    },
    {
      why: "every node took it over",
      over: { snapshot: status((counts) => Object.assign(counts, { updatedNumberScheduled: 9 })) },
      said: [],
    },
    {
      why: "the controller has not looked at the template yet",
      over: { snapshot: status((counts) => Object.assign(counts, { observedGeneration: 23 })) },
      said: [],
    },
    { why: "the fleet moves", over: { folder: "stalled-gate/released" }, said: [] },
    {
      why: "the release was not read",
      over: { snapshot: ({ objects }) => void delete objects[helmRelease] },
      said: ["DeliveredNotAdopted (unknown)"],
    },
    {
      why: "the profile names no release",
      over: { profile: ({ spec }) => void delete spec.gates?.[0]?.helmRelease },
      said: [],
    },
  ])("is held against the fleet where $why", ({ over, said }) => {
    const decision = decideVaried({ folder: "stalled-gate/held", ...over });
    expect(saidBy(decision, /^deploy-outcome-delivery$/)).toEqual(said);
    expect(decision.verdicts.deploy).toBe("allow");
  });
});
