import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Finding } from "../../src/engine/decision.ts";
import { evaluate } from "../../src/engine/evaluate.ts";
import type { PolicySet } from "../../src/engine/policy.ts";
import type { Profile } from "../../src/profile/profile.ts";
import type { Snapshot } from "../../src/snapshot/snapshot.ts";
import { shippedPolicies } from "../support/shipped-policies.ts";
import {
  agents,
  type FleetCase,
  fleetSnapshot,
  type PodCase,
  seedRevisions,
  stepOf,
  wholeCoverage,
} from "./facts/fleet/cilium-fleet.ts";
import { gate } from "./facts/gate/gate-subject.ts";

const [r19, , , r26, r27] = seedRevisions;
if (!(r19 && r26 && r27)) throw new Error("the seed has five revisions");
const [old, now] = [r19.hash, r27.hash];

const policies: PolicySet = {
  ...shippedPolicies(),
  policies: shippedPolicies().policies.filter(({ name }) => name === "fleet-adoption"),
};

const profile: Profile = {
  apiVersion: "fleetwarrant.dev/v1alpha1",
  kind: "Profile",
  metadata: { name: "test" },
  spec: {
    gates: [gate],
    fleets: [{ daemonSet: { namespace: "kube-system", name: "cilium" }, stepsRecorded: true }],
  },
};

const frame = {
  apiVersion: "fleetwarrant.dev/v1alpha1",
  kind: "Snapshot",
  takenAt: "2026-08-06T12:00:00Z",
  objects: {},
  coverage: [],
} as const;

function snapshotOf(given: FleetCase): Snapshot {
  return { ...frame, ...fleetSnapshot({ steps: [], ...given }) };
}

function findingsOn(given: FleetCase): readonly Finding[] {
  const { earlier } = given;
  const options = earlier === undefined ? {} : { earlier: snapshotOf(earlier) };
  return evaluate(policies, snapshotOf(given), profile, options).findings;
}

function rulesOn(given: FleetCase, outcome: Finding["outcome"] = "fail"): readonly string[] {
  return findingsOn(given)
    .filter((finding) => finding.outcome === outcome)
    .map(({ rule }) => rule);
}

const counts = {
  currentNumberScheduled: 9,
  desiredNumberScheduled: 9,
  updatedNumberScheduled: 9,
  numberMisscheduled: 0,
  numberReady: 9,
  observedGeneration: 24,
};
/** Everything adopted, and each step recorded. */
const adopted: FleetCase = {
  pods: agents(9, now, { createdAt: "2026-08-06T08:00:00Z" }),
  status: counts,
  steps: Array.from({ length: 9 }, (_, at) => stepOf(`node-of-${now}-a${at + 1}`, now)),
};
const stepped: FleetCase = {
  pods: [
    ...agents(1, now, { createdAt: "2026-08-06T08:00:00Z" }),
    ...agents(8, old, { createdAt: "2026-07-25T23:00:00Z" }),
  ],
  status: { ...counts, updatedNumberScheduled: 1 },
};
const canaryNode = `node-of-${now}-a1`;
const rolling = { type: "RollingUpdate" };

interface RuleCase {
  readonly rule: string;
  readonly fires: FleetCase;
  /** Differs in what the rule asks about. */
  readonly silent: FleetCase;
}

const cases: readonly RuleCase[] = [
  {
    rule: "fleet-empty",
    fires: {
      ...adopted,
      pods: [],
      status: {
        ...counts,
        desiredNumberScheduled: 0,
        currentNumberScheduled: 0,
        updatedNumberScheduled: 0,
      },
    },
    silent: adopted,
  },
  {
    rule: "fleet-leaving",
    fires: { ...adopted, metadata: { deletionTimestamp: "2026-08-06T11:00:00Z" } },
    silent: adopted,
  },
  {
    rule: "generation-not-observed",
    fires: { ...adopted, status: { ...counts, observedGeneration: 23 } },
    silent: { ...adopted, metadata: { deletionTimestamp: "2026-08-06T11:00:00Z" } },
  },
  {
    rule: "fleet-inconsistent",
    fires: { ...adopted, status: { ...counts, updatedNumberScheduled: 3 } },
    silent: adopted,
  },
  { rule: "revision-unknown", fires: { revisions: [r27] }, silent: {} },
  {
    rule: "renumbered",
    fires: { earlier: { revisions: [r19, { ...r26, number: 24 }] } },
    silent: { earlier: {} },
  },
  { rule: "behind", fires: {}, silent: adopted },
  {
    rule: "behind",
    fires: { strategy: rolling },
    silent: {
      ...stepped,
      strategy: rolling,
      pods: [...agents(1, now, { createdAt: "2026-08-06T11:00:00Z" }), ...agents(8, old)],
    },
  },
  {
    rule: "nodes-without-pod",
    fires: {
      pods: agents(8, old),
      status: { ...counts, updatedNumberScheduled: 0, currentNumberScheduled: 8 },
    },
    silent: {},
  },
  {
    rule: "nodes-unlisted",
    fires: { coverage: [...wholeCoverage, { kind: "v1/Node", complete: true }] },
    silent: {},
  },
  {
    rule: "pods-stuck",
    fires: { pods: [...agents(8, old), { name: "x", hash: old, isTerminating: true }] },
    silent: {},
  },
  {
    rule: "pods-pending",
    fires: {
      pods: [...agents(8, now), { name: "x", hash: now, node: null, madeFor: "n9" }],
      status: { ...counts, numberReady: 8 },
    },
    silent: adopted,
  },
  {
    rule: "pods-pending",
    fires: {
      pods: [...agents(8, now), { name: "x", hash: now, node: null }],
      status: { ...counts, numberReady: 8, updatedNumberScheduled: 8 },
    },
    silent: adopted,
  },
  {
    rule: "pods-ended",
    fires: {
      pods: [...agents(8, now), { name: "x", hash: old, phase: "Failed", isReady: false }],
      status: { ...counts, updatedNumberScheduled: 8, numberReady: 8 },
    },
    silent: adopted,
  },
  {
    rule: "pods-not-ready",
    fires: { pods: [...agents(8, old), { name: "x", hash: old, isReady: false }] },
    silent: {},
  },
  { rule: "adopted-without-step", fires: { ...adopted, steps: [] }, silent: adopted },
  { rule: "canary-missing", fires: {}, silent: { ...stepped, steps: [stepOf(canaryNode, now)] } },
  {
    rule: "canary-not-verified",
    fires: {
      ...stepped,
      steps: [
        {
          daemonSet: "kube-system/cilium",
          node: canaryNode,
          revision: now,
          at: "2026-08-06T08:00:01Z",
        },
      ],
    },
    silent: { ...stepped, steps: [stepOf(canaryNode, now)] },
  },
  {
    rule: "canary-void",
    fires: { steps: [stepOf("n1", r26.hash)] },
    silent: { ...stepped, steps: [stepOf(canaryNode, now)] },
  },
  {
    rule: "canary-failed",
    fires: { ...stepped, steps: [stepOf(canaryNode, now, { result: "failed" })] },
    silent: { ...stepped, steps: [stepOf(canaryNode, now)] },
  },
];

const standings = ["current", "stale", "leaving", "failed", "pending", "none"] as const;
type Standing = (typeof standings)[number];

function podsOf(standing: Standing, at: number): readonly PodCase[] {
  const its = { name: `p${at}`, node: `n${at}`, hash: now };
  switch (standing) {
    case "current":
      return [its];
    case "stale":
      return [{ ...its, hash: old }];
    case "leaving":
      return [{ ...its, isTerminating: true }];
    case "failed":
      return [{ ...its, phase: "Failed", isReady: false }];
    case "pending":
      return [{ ...its, node: null, madeFor: `n${at}` }];
    case "none":
      return [];
  }
}

/** Nodes, and the status that the DaemonSet's controller would write of them. */
function asCounted(drawn: readonly Standing[]): FleetCase {
  const pods = drawn.flatMap(podsOf);
  return {
    pods,
    steps: pods.flatMap(({ node }) => (node ? [stepOf(node, now)] : [])),
    status: {
      ...counts,
      desiredNumberScheduled: drawn.length,
      currentNumberScheduled: pods.length,
      updatedNumberScheduled: pods.filter(({ hash }) => hash === now).length,
      numberReady: pods.filter(({ node, isReady }) => node !== null && isReady !== false).length,
    },
  };
}

describe("fleet-adoption", () => {
  it.each(cases)(
    "$rule fires, and is silent where it does not apply",
    ({ rule, fires, silent }) => {
      expect(rulesOn(fires)).toContain(rule);
      expect(rulesOn(silent)).not.toContain(rule);
    },
  );

  it("fleet-missing fires where a whole list lacks the DaemonSet: a wrong context is no pass", () => {
    const none: Snapshot = {
      ...frame,
      coverage: [{ kind: "apps/v1/DaemonSet", complete: true }],
      steps: [],
    };
    const { findings } = evaluate(policies, none, profile);
    expect(findings.map(({ rule, outcome }) => `${rule} ${outcome}`)).toEqual([
      "fleet-missing fail",
    ]);
    expect(rulesOn({})).not.toContain("fleet-missing");
  });

  it("has a case for each rule", () => {
    const rules = policies.policies.flatMap((policy) => policy.rules.map(({ name }) => name));
    expect(new Set([...cases.map(({ rule }) => rule), "fleet-missing"])).toEqual(new Set(rules));
  });

  it("finds nothing on a fleet that adopted what is wanted, each step recorded", () => {
    expect(findingsOn(adopted)).toEqual([]);
  });

  it("tells the seed's stall: who is behind, what was adopted by reboots, that nothing was tried", () => {
    expect(findingsOn({}).map(({ reason, message }) => `${reason}: ${message}`)).toEqual([
      `FleetBehind: 9 of 9 nodes are up to 4 revisions behind; wanted is 27 (cilium-${now})`,
      "AdoptedWithoutStep: adopted without a recorded step: 19 ×9 on 2026-07-28; a reboot, a new node or a hand made these pods anew",
      `CanaryMissing: no node was ever stepped to 27 (cilium-${now}) and verified`,
    ]);
  });

  it("never denies: who may deploy or release is for the gate's policies to say", () => {
    expect(
      policies.policies.flatMap(({ rules }) => rules.flatMap(({ outcome }) => outcome.denies)),
    ).toEqual([]);
  });

  // Whatever lacks for "adopted" is told: else a fleet that is not adopted reads like one that is.
  it("is never silent about an OnDelete fleet that is known not to be adopted", () => {
    let notAdopted = 0;
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...standings), { minLength: 1, maxLength: 4 }),
        (drawn) => {
          const { findings, fleets } = evaluate(policies, snapshotOf(asCounted(drawn)), profile);
          expect(findings.map(({ reason }) => reason)).not.toContain("FleetInconsistent");
          if (fleets?.[0]?.adopted !== false) return;
          notAdopted += 1;
          expect(findings.filter(({ outcome }) => outcome === "fail")).not.toEqual([]);
        },
      ),
    );
    expect(notAdopted).toBeGreaterThan(0);
  });
});
