import { describe, expect, it } from "vitest";
import type { Decision } from "../../src/engine/decision.ts";
import { evaluate } from "../../src/engine/evaluate.ts";
import type { JsonObject } from "../../src/input/json-value.ts";
import { renderText } from "../../src/report/render-text.ts";
import type { ClusterObject, Snapshot } from "../../src/snapshot/snapshot.ts";
import { loadSources, readIncident } from "../support/incident-folder.ts";
import { shippedPolicies } from "../support/shipped-policies.ts";
import {
  atHealthChecks,
  condition,
  daemonSet,
  dependsOn,
  failedOn,
  fluxProfile,
  fluxSnapshot,
  type GivenRoot,
  inventory,
  keptByDependency,
  kustomization,
  objectOf,
  takenAt,
} from "./facts/flux/flux-cluster.ts";

// The shipped policy: each of its rules where it holds and where it does not, a boundary on both sides. Which causes there
// are and what they take stands in facts/flux/scenarios.test.ts.

const policies = shippedPolicies();

function decide(objects: readonly ClusterObject[], root: GivenRoot = "app"): Decision {
  return evaluate(policies, fluxSnapshot(objects), fluxProfile(root));
}

function reasonsOf({ findings }: Decision): readonly string[] {
  return findings.filter(({ outcome }) => outcome === "fail").map(({ reason }) => reason);
}

const release = (name: string, status: JsonObject, spec: JsonObject = {}): ClusterObject =>
  objectOf("helm.toolkit.fluxcd.io/v2", "HelmRelease", `apps/${name}`, {
    spec,
    status: { observedGeneration: 1, ...status },
  });
const isReady = [condition("Ready", "True")];
const oneRelease = "apps_web_helm.toolkit.fluxcd.io_HelmRelease";
const mustQuiesce = { name: "app", mustQuiesce: true };

describe("a root that has to be quiescent", () => {
  const busy = kustomization("app", atHealthChecks());
  it.each([
    { why: "Flux reconciles it", objects: [busy], deploy: "deny", denied: true },
    {
      why: "it waits for a dependency, quiescent",
      objects: [
        kustomization("app", { spec: dependsOn("base"), status: keptByDependency }),
        kustomization("base"),
      ],
      deploy: "allow",
      denied: false,
    },
    { why: "it is ready", objects: [kustomization("app")], deploy: "allow", denied: false },
    { why: "it does not exist", objects: [], deploy: "deny", denied: true },
  ])("denies a deploy: $denied, where $why", ({ objects, deploy, denied }) => {
    const decision = decide(objects, mustQuiesce);
    expect(reasonsOf(decision).includes("NotQuiescent")).toBe(denied);
    expect(decision.verdicts.deploy).toBe(deploy);
    expect(decision.verdicts.heal).toBe("allow");
  });

  it("denies nothing where no deploy needs it", () => {
    expect(reasonsOf(decide([busy]))).toEqual(["NotReady"]);
  });
});

describe("when a retry is worth anything", () => {
  const retryOf = (objects: readonly ClusterObject[]) =>
    decide(objects).flux?.find(({ object }) => object.endsWith("/app"));

  it("is when the running attempt is over, by when its health checks began", () => {
    expect(retryOf([kustomization("app", atHealthChecks())])).toMatchObject({
      healing: "mayHeal",
      attempt: { what: "ends", at: "2026-08-06T17:35:00Z" },
      retryUsefulAt: "2026-08-06T17:35:00Z",
    });
  });

  it("is when the next attempt begins, by the end of the last in its history", () => {
    const failed = failedOn(
      "Cluster/apps/db status: 'InProgress'",
      "apps_db_postgresql.cnpg.io_Cluster",
    );
    const db = objectOf("postgresql.cnpg.io/v1", "Cluster", "apps/db", {
      status: { conditions: [condition("Ready", "False")] },
    });
    expect(retryOf([kustomization("app", failed), db])).toMatchObject({
      attempt: { what: "starts", at: "2026-08-06T17:21:00Z" },
      // The next has five minutes of its own.
      retryUsefulAt: "2026-08-06T17:26:00Z",
    });
    const { history: _lost, ...status } = failed.status ?? {};
    const without = retryOf([kustomization("app", { ...failed, status }), db]);
    expect(without).not.toHaveProperty("retryUsefulAt");
    const succeeded = [
      { lastReconciled: "2026-08-06T17:00:00Z", lastReconciledStatus: "ReconciliationSucceeded" },
    ];
    const older = retryOf([
      kustomization("app", { ...failed, status: { ...status, history: succeeded } }),
      db,
    ]);
    expect(older).not.toHaveProperty("retryUsefulAt");
  });

  it("is when the latest of all attempts on the way is over", () => {
    const objects = [
      kustomization("app", { spec: dependsOn("one", "two"), status: keptByDependency }),
      kustomization("one", atHealthChecks()),
      kustomization(
        "two",
        failedOn("Cluster/apps/db status: 'InProgress'", "apps_db_postgresql.cnpg.io_Cluster"),
      ),
      objectOf("postgresql.cnpg.io/v1", "Cluster", "apps/db", {
        status: { conditions: [condition("Ready", "False")] },
      }),
    ];
    expect(retryOf(objects)).toMatchObject({ retryUsefulAt: "2026-08-06T17:35:00Z" });
  });

  it("is never where time mends nothing", () => {
    const stuck = retryOf([
      kustomization("app", atHealthChecks("kube-system_a_apps_DaemonSet")),
      daemonSet("kube-system/a", "OnDelete", 8),
    ]);
    expect(stuck).toMatchObject({ healing: "needsHand", attemptsOverAt: "2026-08-06T17:35:00Z" });
    expect(stuck).not.toHaveProperty("retryUsefulAt");
  });
});

describe("a HelmRelease that is waited for", () => {
  const waiting = kustomization("app", atHealthChecks(oneRelease));
  const upgrading = {
    conditions: [condition("Ready", "Unknown", { reason: "Progressing" })],
    lastAttemptedReleaseAction: "upgrade",
    ...inventory("apps_agent_apps_DaemonSet"),
  };
  const agent = daemonSet("apps/agent", "OnDelete", 0);
  const linksOf = (objects: readonly ClusterObject[]): readonly string[] =>
    (decide(objects).flux ?? [])
      .filter(({ object }) => object.startsWith("HelmRelease/"))
      .flatMap(({ because }) =>
        because.map((edge) => `${edge.object} ${edge.class} ${edge.via} ${edge.reason}`),
      );

  it.each([
    {
      why: "it waits as kstatus does, which knows no OnDelete",
      object: release("web", upgrading),
      links: ["DaemonSet/apps/agent derived release LessUpdated"],
    },
    {
      why: "it waits as Helm 3 did, which takes OnDelete for ready",
      object: release("web", upgrading, { waitStrategy: { name: "legacy" } }),
      links: ["HelmRelease/apps/web proven self Progressing"],
    },
    {
      why: "it does not wait",
      object: release("web", upgrading, { upgrade: { disableWait: true } }),
      links: ["HelmRelease/apps/web proven self Progressing"],
    },
    {
      why: "it is suspended",
      object: release("web", { conditions: [condition("Ready", "False")] }, { suspend: true }),
      links: ["HelmRelease/apps/web proven self Suspended"],
    },
    {
      why: "Flux gave up",
      object: release("web", {
        conditions: [condition("Stalled", "True", { reason: "RetriesExceeded" })],
      }),
      links: ["HelmRelease/apps/web proven self RetriesExceeded"],
    },
    {
      why: "it waits for another that does not exist",
      object: release(
        "web",
        { conditions: [condition("Ready", "False", { reason: "DependencyNotReady" })] },
        { dependsOn: [{ name: "base" }] },
      ),
      links: ["HelmRelease/apps/base proven dependency DependencyMissing"],
    },
  ])("is followed: $why", ({ object, links }) => {
    expect(linksOf([waiting, object, agent])).toEqual(links);
  });

  it("is not followed where it is ready: what it installed is told beside it, and is no cause", () => {
    const decision = decide([
      waiting,
      release("web", { conditions: isReady, ...inventory("apps_agent_apps_DaemonSet") }),
      agent,
    ]);
    expect(reasonsOf(decision)).toEqual(["NotReady", "CoincidentNotCurrent"]);
    const [app] = decision.flux ?? [];
    expect(app).toMatchObject({
      healing: "mayHeal",
      coincident: [{ object: "DaemonSet/apps/agent", class: "coincident" }],
    });
    expect(app?.because.map(({ object }) => object)).not.toContain("DaemonSet/apps/agent");
  });

  it("has nothing beside it where all that it installed is current", () => {
    const decision = decide([
      waiting,
      release("web", { conditions: isReady, ...inventory("apps_agent_apps_DaemonSet") }),
      daemonSet("apps/agent", "OnDelete", 9),
    ]);
    expect(reasonsOf(decision)).toEqual(["NotReady"]);
  });
});

describe("budgets", () => {
  it.each([
    { timeout: "4m59s", told: true, why: "shorter than what a HelmRelease has by default" },
    { timeout: "5m0s", told: false, why: "as long, as by default" },
  ])("contradict one another: $told ($timeout, $why)", ({ timeout, told }) => {
    const app = kustomization("app", { spec: { timeout }, status: inventory(oneRelease) });
    const decision = decide([app, release("web", { conditions: isReady })]);
    expect(reasonsOf(decision).includes("BudgetContradicts")).toBe(told);
  });

  it.each([
    { waitSeconds: 599, told: true },
    { waitSeconds: 600, told: false },
  ])(
    "are too short for the chain: $told ($waitSeconds s for two times five minutes)",
    ({ waitSeconds, told }) => {
      const objects = [kustomization("app", { spec: dependsOn("base") }), kustomization("base")];
      expect(
        reasonsOf(decide(objects, { name: "app", waitSeconds })).includes("WaitTooShort"),
      ).toBe(told);
    },
  );
});

describe("sources", () => {
  const source = (over: { spec?: JsonObject; status?: JsonObject }): ClusterObject =>
    objectOf("source.toolkit.fluxcd.io/v1", "OCIRepository", "flux-system/flux-system", {
      spec: over.spec ?? {},
      status: {
        observedGeneration: 1,
        artifact: { revision: "latest@sha256:bbb" },
        ...over.status,
      },
    });
  it.each([
    {
      why: "it may not read",
      object: source({
        status: { conditions: [condition("Ready", "False", { reason: "AuthenticationFailed" })] },
      }),
      healing: "needsHand",
      deploy: "deny",
    },
    {
      why: "it could not fetch",
      object: source({
        status: { conditions: [condition("Ready", "False", { reason: "FetchFailed" })] },
      }),
      healing: "mayHeal",
      deploy: "allow",
    },
    {
      why: "it is suspended",
      object: source({ spec: { suspend: true } }),
      healing: "needsHand",
      deploy: "deny",
    },
    {
      why: "it fetches",
      object: source({ status: { conditions: [condition("Ready", "True")] } }),
      healing: "none",
      deploy: "allow",
    },
  ])("keep a new revision away: $why", ({ object, healing, deploy }) => {
    const decision = decide([object, kustomization("app")]);
    expect(decision.flux?.[0]?.healing).toBe(healing);
    expect(decision.verdicts.deploy).toBe(deploy);
  });
});

describe("what is judged", () => {
  it("is what the profile names and what that applied, itself aside", () => {
    const root = kustomization("root", {
      status: inventory(
        "flux-system_root_kustomize.toolkit.fluxcd.io_Kustomization",
        "flux-system_app_kustomize.toolkit.fluxcd.io_Kustomization",
        "apps_web__ConfigMap",
      ),
    });
    const decision = decide([root, kustomization("app"), kustomization("stranger")], "root");
    expect(decision.counts.subjects.kustomization).toBe(2);
    // What is ready and no root is counted, and not shown.
    expect(decision.flux?.map(({ object }) => object)).toEqual(["Kustomization/flux-system/root"]);
  });

  it("is unknown where nobody read it, and so is the deploy", () => {
    const nothing: Snapshot = { ...fluxSnapshot([]), objects: {}, coverage: [], takenAt };
    const decision = evaluate(policies, nothing, fluxProfile(mustQuiesce));
    expect(decision.flux).toMatchObject([
      { state: "unknown", ready: "unknown", healing: "unknown" },
    ]);
    expect(decision.verdicts.deploy).toBe("indeterminate");
  });
});

describe("the chain of 2026-08-06", () => {
  const { snapshot, profile } = loadSources(readIncident("stalled-gate/flux-blocked"));
  const db = (ready: "True" | "False"): Snapshot => ({
    ...snapshot,
    objects: {
      ...snapshot.objects,
      "postgresql.cnpg.io/v1/Cluster/observability/coroot-db": objectOf(
        "postgresql.cnpg.io/v1",
        "Cluster",
        "observability/coroot-db",
        {
          status: { conditions: [condition("Ready", ready, { reason: "ClusterIsNotReady" })] },
        },
      ),
    },
  });
  const causesOf = (seen: Snapshot) => {
    const decision = evaluate(policies, seen, profile);
    const message =
      decision.findings.find(({ reason }) => reason === "NotQuiescent")?.message ?? "";
    return { message, healing: decision.flux?.map(({ healing }) => healing) };
  };

  it("names no cause while the database cluster was not read", () => {
    const { message, healing } = causesOf(snapshot);
    expect(message).not.toContain("cilium");
    expect(healing).toEqual(["unknown", "none", "unknown", "unknown"]);
  });

  it("names the database cluster once it was, and never the DaemonSet", () => {
    const { message, healing } = causesOf(db("False"));
    expect(message).toContain("Cluster/observability/coroot-db: ClusterIsNotReady");
    expect(message).not.toContain("cilium");
    expect(healing).toEqual(["mayHeal", "none", "mayHeal", "mayHeal"]);
  });

  it("says that it is slow where everything is ready, the DaemonSet notwithstanding", () => {
    const { message } = causesOf(db("True"));
    expect(message).toContain("infrastructure-controllers: Waiting");
    expect(message).not.toContain("cilium");
  });

  it("is shown as a tree that narrow terminals can show", () => {
    const decision = evaluate(policies, db("False"), profile);
    for (const width of [100, 40]) {
      const text = renderText(decision, { width, color: false });
      expect(text).toContain("└─");
      const long = text
        .split("\n")
        .filter((line) => line.length > width && line.trim().includes(" "));
      expect(long).toEqual([]);
    }
  });
});
