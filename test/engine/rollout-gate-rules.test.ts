import { describe, expect, it } from "vitest";
import { decideGateCase, type GateCase } from "../support/gate-cluster.ts";
import { shippedPolicies } from "../support/shipped-policies.ts";
import { agents, seedRevisions } from "./facts/fleet/cilium-fleet.ts";
import { gate } from "./facts/gate/gate-subject.ts";

// Each rule of `rollout-gate` and `rollout-gate-fleet`: a cluster in which it holds, and one like it in which it does not.

const [r19, r20, , , r27] = seedRevisions;
if (!(r19 && r20 && r27)) throw new Error("the seed has five revisions");

interface RuleCase {
  readonly holds: GateCase;
  /** The cluster in which all is as it should be, unless given. */
  readonly not?: GateCase;
}

const stale: GateCase = {
  fleet: { pods: agents(9, r19.hash) },
  status: { updatedNumberScheduled: 0 },
};
const onlyActivation: GateCase = { fleet: { revisions: [r19], pods: agents(9, r19.hash) } };

/** What the field of the gate is rendered to. */
function renderedTo(strategy: string): GateCase {
  const strategies = { [gate.declared.strategy.pointer]: strategy };
  const key = "helm.toolkit.fluxcd.io/HelmRelease/kube-system/cilium";
  return { parts: { rendered: { helmReleases: { [key]: { spec: {}, strategies } } } } };
}

const states: Readonly<Record<string, RuleCase>> = {
  "not-declared": { holds: { declared: false } },
  "marker-missing": { holds: { markers: [] } },
  "marker-several": { holds: { markers: ["2026-07-26", "2026-07-26"] } },
  "marker-malformed": { holds: { markers: ["2026-02-30"] } },
  "marker-in-future": { holds: { markers: ["2026-07-28"] }, not: { markers: ["2026-07-27"] } },
  "fail-age-reached": {
    holds: { at: "2026-08-09T00:00:00Z" },
    not: { at: "2026-08-08T23:59:59Z" },
  },
  "warn-age-reached": {
    holds: { at: "2026-08-02T00:00:00Z" },
    not: { at: "2026-08-01T23:59:59Z" },
  },
  "within-window": {
    holds: { at: "2026-08-01T23:59:59Z" },
    not: { at: "2026-08-02T00:00:00Z" },
  },
};

const findings: Readonly<Record<string, RuleCase>> = {
  stalled: {
    holds: { ...stale, at: "2026-07-30T18:19:31Z" },
    not: { ...stale, at: "2026-07-30T18:19:30Z" },
  },
  "template-moved": {
    holds: { ...stale, at: "2026-08-06T12:00:00Z" },
    not: { ...onlyActivation, at: "2026-08-06T12:00:00Z" },
  },
  "rendered-otherwise": {
    holds: renderedTo("RollingUpdate"),
    not: renderedTo("OnDelete"),
  },
  activating: {
    holds: { live: false, remembered: null, replicas: 1, at: "2026-07-26T23:59:59Z" },
    not: { live: false, remembered: null, replicas: 1, at: "2026-07-27T00:00:00Z" },
  },
  "not-applied": { holds: { live: false } },
  "hold-not-held": { holds: { replicas: 1 }, not: { replicas: 0 } },
  "ownership-lost": { holds: { remembered: null, replicas: 1 } },
  releasing: { holds: { declared: false } },
  "orphaned-on-delete": { holds: { declared: false, remembered: null } },
  "ownership-left-behind": { holds: { declared: false, live: false } },
  "claim-at-zero": {
    holds: { remembered: null, replicas: 0 },
    not: { remembered: null, replicas: 1 },
  },
  "releases-stale-fleet": {
    holds: { declared: false, ...stale },
    not: { declared: false },
  },
  "releases-without-count": {
    holds: { declared: false, remembered: "00" },
    not: { declared: false, remembered: "01" },
  },
  "release-template-not-recorded": { holds: { template: "94910CA6".repeat(8) } },
  "release-template-differs": { holds: { rendered: "1.20.1" } },
  "releases-other-template": {
    holds: { declared: false, rendered: "1.20.1" },
    not: { declared: false },
  },
  "release-not-reconciled": { holds: { ready: "False" } },
  "release-fleet-inconsistent": { holds: { status: { currentNumberScheduled: 8 } } },
  "release-fleet-empty": {
    holds: {
      fleet: { pods: [] },
      status: {
        currentNumberScheduled: 0,
        desiredNumberScheduled: 0,
        updatedNumberScheduled: 0,
        numberReady: 0,
        numberAvailable: 0,
      },
    },
  },
  "release-generation-not-observed": { holds: { status: { observedGeneration: 23 } } },
  "release-fleet-not-scheduled": {
    holds: { fleet: { pods: agents(8, r27.hash) }, status: { currentNumberScheduled: 8 } },
  },
  "release-fleet-not-updated": { holds: stale },
  "release-pod-count-differs": {
    holds: {
      fleet: { pods: [...agents(9, r27.hash), { name: "b1", hash: r27.hash, node: "n" }] },
    },
  },
  "release-fleet-not-ready": { holds: { status: { numberReady: 8 } } },
  "release-remembered-count-invalid": { holds: { remembered: "2147483648" } },
  "rollback-replaces-pods": {
    holds: stale,
    not: { declared: false, live: false, remembered: null },
  },
};

const edited = (from: string | undefined, to: string): GateCase => ({
  markers: [to],
  earlier: { markers: from === undefined ? [] : [from] },
});

const edits: Readonly<Record<string, RuleCase>> = {
  "moved-later": {
    holds: edited("2026-07-25", "2026-07-26"),
    not: edited("2026-07-26", "2026-07-26"),
  },
  "moved-earlier": {
    holds: edited("2026-07-27", "2026-07-26"),
    not: edited("2026-07-26", "2026-07-26"),
  },
  rewritten: {
    holds: edited(undefined, "2026-07-26"),
    not: edited("2026-07-27", "2026-07-26"),
  },
};

function rulesOf(policy: string): readonly string[] {
  const found = shippedPolicies().policies.find(({ name }) => name === policy);
  return found?.rules.map(({ name }) => name) ?? [];
}

describe("rollout-gate", () => {
  it("has a case for each rule", () => {
    expect(rulesOf("rollout-gate")).toEqual(Object.keys(states));
  });

  it.each(Object.entries(states))("%s holds, and does not", (rule, { holds, not = {} }) => {
    const rulesIn = (given: GateCase) => decideGateCase(given).gates.flatMap(({ rules }) => rules);
    expect(rulesIn(holds)).toEqual([`rollout-gate/${rule}`]);
    expect(rulesIn(not)).not.toContain(`rollout-gate/${rule}`);
  });
});

describe.each([
  { policy: "rollout-gate-fleet", cases: findings },
  { policy: "rollout-gate-marker", cases: edits },
])("$policy", ({ policy, cases }) => {
  it("has a case for each rule", () => {
    expect(rulesOf(policy).toSorted()).toEqual(Object.keys(cases).toSorted());
  });

  it.each(Object.entries(cases))("%s holds, and does not", (rule, { holds, not = {} }) => {
    const outcomesIn = (given: GateCase) =>
      decideGateCase(given)
        .findings.filter((finding) => finding.rule === rule)
        .map(({ outcome }) => outcome);
    expect(outcomesIn(holds)).toEqual(["fail"]);
    expect(outcomesIn(not)).toEqual([]);
  });
});

it("does not allow a deploy whose rendering lets a stale fleet roll, though the files say OnDelete", () => {
  const { verdicts, gates } = decideGateCase({ ...stale, ...renderedTo("RollingUpdate") });
  expect(verdicts.deploy).toBe("indeterminate");
  expect(gates[0]?.state).toBe("indeterminate");
  expect(decideGateCase({ ...stale, ...renderedTo("OnDelete") }).verdicts.deploy).toBe("allow");
});
