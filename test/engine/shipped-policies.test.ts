import { describe, expect, it } from "vitest";
import type { Decision } from "../../src/engine/decision.ts";
import { evaluate } from "../../src/engine/evaluate.ts";
import type { Snapshot } from "../../src/snapshot/snapshot.ts";
import { loadSources, readIncident } from "../support/incident-folder.ts";
import { shippedPolicies } from "../support/shipped-policies.ts";

// The shipped policies over the incidents' snapshots, changed in one thing each.

const stage = loadSources(readIncident("reboot-storm/stage"));
const held = loadSources(readIncident("stalled-gate/held"));
const underGate = loadSources(readIncident("reboot-storm/credential-changed-under-gate"));

describe("the guard against unapproved rollout steps", () => {
  const policies = shippedPolicies();
  const guardsOf = (decision: Decision) =>
    decision.plan.steps.flatMap(({ unmet }) =>
      unmet.filter(({ guard }) => guard === "GateWouldStep"),
    );

  it("holds what would step a stale pod, and what it cannot judge", () => {
    const { snapshot, profile } = underGate;
    const seen = evaluate(policies, snapshot, profile, { intent: "reboot" });
    expect(new Set(guardsOf(seen).map(({ because }) => because))).toEqual(new Set(["seen"]));
    expect(seen.verdict).toBe("deny");
    const noPods = {
      ...snapshot,
      coverage: snapshot.coverage.filter(({ kind }) => kind !== "v1/Pod"),
    };
    const unseen = evaluate(policies, noPods, profile, { intent: "reboot" });
    expect(new Set(guardsOf(unseen).map(({ because }) => because))).toEqual(new Set(["unknown"]));
    expect(unseen.verdict).toBe("indeterminate");
  });

  it("asks only about reboots: a proof may be written under any gate", () => {
    const { profile } = underGate;
    const { snapshot } = loadSources(readIncident("reboot-storm/after-update"));
    const gated: Snapshot = {
      ...snapshot,
      objects: { ...underGate.snapshot.objects, ...snapshot.objects },
      git: { files: { ...underGate.snapshot.git?.files, ...snapshot.git?.files } },
      coverage: underGate.snapshot.coverage,
    };
    const decision = evaluate(policies, gated, profile, { intent: "reboot" });
    expect(decision.plan.steps).toHaveLength(7);
    expect(guardsOf(decision)).toEqual([]);
    expect(decision.verdict).toBe("allow");
  });
});

describe("a tree that releases the gate", () => {
  const policies = shippedPolicies();

  /** The held cluster, judged from a tree whose component has lost its OnDelete, or its reference. */
  function releasing(how: "strategy" | "reference"): Snapshot {
    const emptied = ["markers", how === "strategy" ? "strategies" : "components"];
    const files = Object.entries(held.snapshot.git?.files ?? {}).map(([path, file]) => {
      const fields = Object.entries(file).map(([field, value]) => [
        field,
        emptied.includes(field) ? [] : value,
      ]);
      return [path, Object.fromEntries(fields)];
    });
    return { ...held.snapshot, git: { files: Object.fromEntries(files) } };
  }

  it.each(["strategy", "reference"] as const)(
    "is held to the release conditions (%s gone): the deploy is the release",
    (how) => {
      const decision = evaluate(policies, releasing(how), held.profile);
      expect(decision.verdicts).toMatchObject({
        deploy: "deny",
        "release-gate": "deny",
        "rollback-gate": "deny",
      });
      expect(decision.findings.map(({ reason }) => reason)).toEqual(
        expect.arrayContaining(["ReleasesStaleFleet", "GateReleasing", "FleetNotUpdated"]),
      );
      expect(decision.gates[0]).toMatchObject({
        state: "inactive",
        release: { allowed: false },
        rollback: { allowed: false },
      });
    },
  );

  it("is told nothing about release and rollback where no policy asks", () => {
    const [policy] = policies.policies.filter(({ name }) => name === "rollout-gate");
    if (policy === undefined) throw new Error("there is no rollout-gate");
    const decision = evaluate({ policies: [policy], digest: "" }, held.snapshot, held.profile);
    expect(decision.gates[0]).not.toHaveProperty("release");
    expect(decision.gates[0]).not.toHaveProperty("rollback");
    expect(decision.gates[0]).not.toHaveProperty("stalled");
  });
});

describe("a fleet without nodes", () => {
  const { snapshot, profile } = stage;
  const noNodes: Snapshot = {
    ...snapshot,
    objects: Object.fromEntries(
      Object.entries(snapshot.objects).filter(([, { kind }]) => kind !== "Node"),
    ),
    talos: {},
  };

  it("is denied where the list is whole: a wrong context is no pass", () => {
    const decision = evaluate(shippedPolicies(), noNodes, profile);
    expect(decision.verdicts).toMatchObject({ deploy: "deny", reboot: "deny" });
    expect(decision.findings).toMatchObject([{ reason: "InventoryInvalid", outcome: "fail" }]);
  });

  it.each([
    { why: "the list is not whole", over: { coverage: [] } },
    {
      why: "nodes could not be read",
      over: { gaps: [{ part: "objects", name: "v1/Node", reason: "Forbidden" }] },
    },
  ] as const)("is indeterminate where $why", ({ over }) => {
    const decision = evaluate(shippedPolicies(), { ...noNodes, ...over }, profile);
    expect(decision.verdicts).toMatchObject({ deploy: "indeterminate", heal: "indeterminate" });
    expect(decision.vacuous).toBe(false);
  });
});

describe("what may be done in ignorance of the load", () => {
  it("is not done where the load is known and only the image is not", () => {
    const { snapshot, profile } = loadSources(readIncident("reboot-storm/after-update"));
    const blind: Snapshot = { ...snapshot, git: { files: {} } };
    const decision = evaluate(
      shippedPolicies([{ name: "whenUnproven", value: "reboot" }]),
      blind,
      profile,
    );
    expect(decision.disruption.reboots).toBe(0);
    for (const node of decision.nodes) {
      expect(node.missing?.map(({ fact }) => fact)).toEqual(["image"]);
      expect(node).toMatchObject({ action: "blocked", blocked: "unknown" });
    }
  });
});

describe("a held fleet", () => {
  it("still says what would be wanted without the hold", () => {
    const changed = loadSources(readIncident("reboot-storm/credential-changed"));
    const key = "v1/Node//prod-worker-3";
    const node = changed.snapshot.objects[key];
    if (node === undefined) throw new Error("the fixture lost its node");
    const annotations = {
      ...node.metadata.annotations,
      "platform.devantler.tech/ghcr-auth-drain-owner": "somebody",
    };
    const snapshot: Snapshot = {
      ...changed.snapshot,
      objects: {
        ...changed.snapshot.objects,
        [key]: { ...node, metadata: { ...node.metadata, annotations } },
      },
    };
    const decision = evaluate(shippedPolicies(), snapshot, changed.profile);
    for (const each of decision.nodes)
      expect(each).toMatchObject({
        action: "blocked",
        blocked: "refused",
        reason: "ResidualOwnership",
        wanted: "reboot",
      });
    expect(decision.verdict).toBe("deny");
  });
});
