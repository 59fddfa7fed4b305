import { describe, expect, it } from "vitest";
import { absent, type Fact, known, unknown } from "../../../../src/engine/facts/fact.ts";
import { checkDependency } from "../../../../src/engine/facts/flux/dependency.ts";
import { kustomizationId } from "../../../../src/engine/facts/flux/flux-kinds.ts";
import { kustomizationState } from "../../../../src/engine/facts/flux/kustomization-state.ts";
import {
  formatObjectId,
  parseInventoryEntry,
} from "../../../../src/engine/facts/flux/object-id.ts";
import type { LiveObject } from "../../../../src/engine/facts/live-object.ts";
import type { ClusterObject } from "../../../../src/snapshot/snapshot.ts";
import { condition, kustomization, older } from "./flux-cluster.ts";

const id = kustomizationId("flux-system", "base");
const app = kustomization("app");
const offered: Fact<string> = known("latest@sha256:bbb");
const found = (object: ClusterObject): LiveObject => known({ key: "k", object });

describe("Flux's own check of a dependency", () => {
  it.each<{ why: string; object: ClusterObject; revision?: Fact<string>; part: string }>([
    { why: "ready at the revision", object: kustomization("base"), part: "met" },
    {
      why: "suspended, and ready at the revision: Flux does not ask that",
      object: kustomization("base", { spec: { suspend: true } }),
      part: "met",
    },
    {
      why: "without conditions",
      object: kustomization("base", { status: { conditions: [] } }),
      part: "GenerationNotObserved",
    },
    {
      why: "an older generation was observed, though it is Ready",
      object: kustomization("base", { metadata: { generation: 2 } }),
      part: "GenerationNotObserved",
    },
    {
      why: "Ready is Unknown",
      object: kustomization("base", { status: { conditions: [condition("Ready", "Unknown")] } }),
      part: "NotReady",
    },
    {
      why: "it has no Ready",
      object: kustomization("base", { status: { conditions: [condition("Healthy", "True")] } }),
      part: "NotReady",
    },
    {
      why: "one source, an older revision",
      object: kustomization("base", { status: { lastAppliedRevision: older } }),
      part: "RevisionOutdated",
    },
    {
      why: "another source: its revision is its own affair",
      object: kustomization("base", {
        spec: { sourceRef: { kind: "GitRepository", name: "flux-system" } },
        status: { lastAppliedRevision: older },
      }),
      part: "met",
    },
    {
      why: "the same source, its namespace written out",
      object: kustomization("base", {
        spec: {
          sourceRef: { kind: "OCIRepository", name: "flux-system", namespace: "flux-system" },
        },
        status: { lastAppliedRevision: older },
      }),
      part: "RevisionOutdated",
    },
    {
      why: "what the source offers was not read",
      object: kustomization("base"),
      revision: unknown("NotRead", "x"),
      part: "unknown",
    },
    {
      why: "what the source offers was not read, and it is not Ready anyway",
      object: kustomization("base", { status: { conditions: [condition("Ready", "False")] } }),
      revision: unknown("NotRead", "x"),
      part: "NotReady",
    },
    {
      why: "the source offers nothing",
      object: kustomization("base", { status: { lastAppliedRevision: older } }),
      revision: absent,
      part: "met",
    },
  ])("$part: $why", ({ object, revision = offered, part }) => {
    const check = checkDependency(
      app,
      { id, hasExpression: false },
      { found: found(object), revision },
    );
    expect(check.state === "unmet" ? check.part : check.state).toBe(part);
  });

  it("leaves to an expression everything but that the dependency exists", () => {
    const dependency = { id, hasExpression: true };
    const ask = (live: LiveObject) =>
      checkDependency(app, dependency, { found: live, revision: offered });
    expect(ask(found(kustomization("base")))).toMatchObject({
      state: "unknown",
      reasons: [{ code: "Withheld" }],
    });
    expect(ask(absent)).toMatchObject({ state: "unmet", part: "DependencyMissing" });
    expect(ask(unknown("NotRead", "x"))).toMatchObject({ state: "unknown" });
  });
});

describe("the state of a Kustomization", () => {
  const ready = (status: string, reason: string) => condition("Ready", status, { reason });
  const reconciling = (reason: string) => condition("Reconciling", "True", { reason });

  it.each([
    { state: "idleReady", why: "Ready at its generation", status: {} },
    {
      state: "unobserved",
      why: "Ready at an older generation",
      status: {},
      metadata: { generation: 2 },
    },
    {
      state: "unobserved",
      why: "no status at all",
      status: { observedGeneration: -1, conditions: [] },
    },
    {
      state: "idleNotReady",
      why: "failed, and nothing under way",
      status: { conditions: [ready("False", "BuildFailed")] },
    },
    {
      state: "failingRetrying",
      why: "failed, and tried again: it does not observe its generation",
      status: {
        observedGeneration: 0,
        conditions: [ready("False", "HealthCheckFailed"), reconciling("ProgressingWithRetry")],
      },
    },
    {
      state: "inFlight",
      why: "under way",
      status: { conditions: [ready("Unknown", "Progressing"), reconciling("Progressing")] },
    },
    {
      state: "blockedOnDependency",
      why: "the check of dependencies sets Ready alone",
      status: {
        conditions: [ready("False", "DependencyNotReady"), reconciling("ProgressingWithRetry")],
      },
    },
    {
      state: "stalled",
      why: "stalled, whatever else",
      status: {
        conditions: [ready("False", "InvalidCELExpression"), condition("Stalled", "True")],
      },
    },
    {
      state: "suspended",
      why: "suspended: its conditions are stale",
      spec: { suspend: true },
      status: {},
    },
    {
      state: "terminating",
      why: "being deleted",
      status: {},
      metadata: { deletionTimestamp: "2026-08-06T17:00:00Z" },
    },
  ])("is $state: $why", ({ state, why: _why, ...over }) => {
    expect(kustomizationState(kustomization("x", over)).state).toBe(state);
  });
});

describe("an entry of an inventory", () => {
  it.each([
    {
      id: "apps_db_postgresql.cnpg.io_Cluster",
      group: "postgresql.cnpg.io",
      told: "Cluster/apps/db",
    },
    { id: "apps_web__Service", group: "", told: "Service/apps/web" },
    { id: "_web__Namespace", group: "", told: "Namespace/web" },
    {
      id: "_system__controller__leader_rbac.authorization.k8s.io_ClusterRole",
      group: "rbac.authorization.k8s.io",
      told: "ClusterRole/system:controller:leader",
    },
  ])("$id is $told", ({ id: text, group, told }) => {
    const read = parseInventoryEntry({ id: text, v: "v1" });
    expect(read === undefined ? "" : formatObjectId(read)).toBe(told);
    expect(read?.group).toBe(group);
  });

  it.each(["", "_", "__", "a_b", "a__", "___", "a_b_c_"])("is nothing: %j", (text) => {
    expect(parseInventoryEntry({ id: text, v: "v1" })).toBeUndefined();
  });
});
