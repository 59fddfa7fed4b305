import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../../src/input/json-value.ts";
import type { ClusterObject } from "../../../../src/snapshot/snapshot.ts";
import {
  atHealthChecks,
  condition,
  daemonSet,
  dependsOn,
  failedOn,
  inventory,
  keptByDependency,
  kustomization,
  objectOf,
  older,
} from "./flux-cluster.ts";
import { decide, tell } from "./told.ts";

// When attempts begin and end, what a deploy may wait for, and what is said of it. The snapshot is of 17:20:00.

const newest = "latest@sha256:bbb";
const running = (timeout: string, revision = newest): string =>
  `Running health checks for revision ${revision} with a timeout of ${timeout}`;

interface Run {
  readonly healthy?: string;
  readonly reconciling?: string;
  readonly at?: string;
  readonly timeout?: string;
}

/** `app` in its health checks, which its conditions tell by these messages. */
function runs({ healthy, reconciling, at = "2026-08-06T17:10:00Z", timeout = "25m0s" }: Run) {
  const saying = (message: string | undefined): JsonObject => ({
    reason: "Progressing",
    lastTransitionTime: at,
    ...(message === undefined ? {} : { message }),
  });
  return kustomization("app", {
    spec: { timeout },
    status: {
      ...inventory("apps_settings__ConfigMap"),
      lastAppliedRevision: older,
      conditions: [
        condition("Reconciling", "True", saying(reconciling)),
        condition("Healthy", "Unknown", saying(healthy)),
      ],
    },
  });
}

const db = objectOf("postgresql.cnpg.io/v1", "Cluster", "apps/db", {
  status: { conditions: [condition("Ready", "False")] },
});

/** `app`, failed and with these entries in its history, in the order given. */
function failed(
  history: readonly (readonly [at: string, status: string])[],
  reason = "HealthCheckFailed",
): ClusterObject {
  const over = failedOn(
    "Cluster/apps/db status: 'InProgress'",
    "apps_db_postgresql.cnpg.io_Cluster",
  );
  const message = "timeout waiting for: [Cluster/apps/db status: 'InProgress']";
  return kustomization("app", {
    status: {
      ...over.status,
      conditions: [condition("Ready", "False", { reason, message })],
      history: history.map(([at, lastReconciledStatus]) => ({
        lastReconciled: `2026-08-06T${at}Z`,
        lastReconciledStatus,
      })),
    },
  });
}

const appOf = (objects: readonly ClusterObject[]) =>
  decide(objects).flux?.find(({ object }) => object.endsWith("/app"));

describe("an attempt", () => {
  it.each([
    {
      why: "by both conditions",
      run: { healthy: running("25m0s"), reconciling: running("25m0s") },
      ends: "17:35:00",
    },
    { why: "by Healthy alone", run: { healthy: running("25m0s") }, ends: "17:35:00" },
    { why: "by Reconciling alone", run: { reconciling: running("25m0s") }, ends: "17:35:00" },
    {
      why: "by what it was given then, whatever its spec gives by now",
      run: { healthy: running("12m0s"), timeout: "40m" },
      ends: "17:22:00",
    },
    {
      why: "by its spec, where what it was given cannot be read",
      run: { healthy: running("soon"), timeout: "12m" },
      ends: "17:22:00",
    },
    { why: "not told: no message says when it began", run: {}, ends: undefined },
    {
      why: "not told: it was to be over before the snapshot was taken",
      run: { healthy: running("9m59s") },
      ends: undefined,
    },
    {
      why: "told at the very instant of the snapshot",
      run: { healthy: running("10m0s") },
      ends: "17:20:00",
    },
    {
      why: "not told: it is dated long after the snapshot",
      run: { healthy: running("5m0s"), at: "2026-08-07T17:00:00Z" },
      ends: undefined,
    },
  ])("that runs is over $why", ({ run, ends }) => {
    const { attempt, attemptsOverAt } = appOf([runs(run)]) ?? {};
    const at = ends === undefined ? undefined : `2026-08-06T${ends}Z`;
    expect({ attempt, attemptsOverAt }).toEqual({
      attempt: at === undefined ? undefined : { what: "ends", at },
      attemptsOverAt: at,
    });
  });

  it.each([
    {
      why: "after the end of the last",
      history: [["17:19:00", "HealthCheckFailed"]],
      starts: "17:21:00",
    },
    {
      why: "after the newest, in whatever order they stand",
      history: [
        ["17:01:00", "HealthCheckFailed"],
        ["17:19:00", "HealthCheckFailed"],
        ["17:10:00", "HealthCheckFailed"],
      ],
      starts: "17:21:00",
    },
    {
      why: "nobody knows when: another one has failed since",
      history: [["17:19:00", "ReconciliationFailed"]],
      starts: undefined,
    },
    {
      why: "nobody knows when: it did well since",
      history: [["17:19:00", "ReconciliationSucceeded"]],
      starts: undefined,
    },
    {
      why: "nobody knows when: it was to begin long ago",
      history: [["14:00:00", "HealthCheckFailed"]],
      starts: undefined,
    },
    { why: "nobody knows when: without a history", history: [], starts: undefined },
    {
      why: "nobody knows when: it is dated after the snapshot",
      history: [["23:00:00", "HealthCheckFailed"]],
      starts: undefined,
    },
  ] as const)("that failed is followed by another $why", ({ history, starts }) => {
    const { attempt, attemptsOverAt } = appOf([failed(history), db]) ?? {};
    expect(attempt).toEqual(
      starts === undefined ? undefined : { what: "starts", at: `2026-08-06T${starts}Z` },
    );
    // Then it has five minutes of its own.
    expect(attemptsOverAt).toBe(starts === undefined ? undefined : "2026-08-06T17:26:00Z");
  });

  it("that failed to build is in no history", () => {
    const object = failed([["17:19:00", "HealthCheckFailed"]], "BuildFailed");
    expect(appOf([object])).not.toHaveProperty("attempt");
  });
});

describe("a revision that came while an attempt runs", () => {
  const base = kustomization("base", {
    spec: { suspend: true },
    status: { lastAppliedRevision: older },
  });
  const at = (revision: string): ClusterObject => {
    const over = atHealthChecks();
    const message = running("25m0s", revision);
    return kustomization("app", {
      spec: { ...over.spec, ...dependsOn("base") },
      status: {
        ...over.status,
        conditions: [condition("Reconciling", "True", { reason: "Progressing", message })],
      },
    });
  };

  it.each([
    {
      why: "is asked for its dependencies next",
      revision: older,
      healing: "needsHand",
      edges: ["app <- base derived RevisionOutdated", "base <- base proven Suspended"],
    },
    {
      why: "is what the attempt is about: they were met",
      revision: newest,
      healing: "mayHeal",
      edges: ["app <- app proven Waiting"],
    },
  ])("$why", ({ revision, healing, edges }) => {
    expect(tell(decide([at(revision), base]))).toMatchObject({ healing, edges });
  });

  it("is known by the last one attempted, where no message tells it", () => {
    const conditions = [condition("Reconciling", "True", { reason: "Progressing" })];
    const app = (lastAttemptedRevision: string): ClusterObject =>
      kustomization("app", {
        spec: dependsOn("base"),
        status: { lastAppliedRevision: older, lastAttemptedRevision, conditions },
      });
    expect(tell(decide([app(older), base])).healing).toBe("needsHand");
    expect(tell(decide([app(newest), base])).healing).toBe("mayHeal");
  });
});

describe("a deploy that waits for quiescence", () => {
  const soon = runs({ healthy: running("11m58s") });
  it.each([
    {
      why: "it is over in time",
      app: soon,
      waitSeconds: 118,
      deploy: "allow",
      reason: "NotQuiescentYet",
    },
    {
      why: "a second too late",
      app: soon,
      waitSeconds: 117,
      deploy: "deny",
      reason: "NotQuiescent",
    },
    { why: "nobody says for how long", app: soon, deploy: "deny", reason: "NotQuiescent" },
    {
      why: "what it waits for is not to come",
      app: kustomization("app", atHealthChecks("apps_agent_apps_DaemonSet")),
      waitSeconds: 1200,
      deploy: "deny",
      reason: "NotQuiescent",
    },
    {
      why: "it fails and is tried again, which is not quiescent in between",
      app: kustomization("app", {
        status: {
          ...(failed([["17:19:00", "HealthCheckFailed"]]).status as JsonObject),
          conditions: [
            condition("Ready", "False", {
              reason: "HealthCheckFailed",
              message: "timeout waiting for: []",
            }),
            condition("Reconciling", "True", { reason: "ProgressingWithRetry" }),
          ],
        },
      }),
      waitSeconds: 1200,
      deploy: "deny",
      reason: "NotQuiescent",
    },
  ])("is told $deploy: $why", ({ app, waitSeconds, deploy, reason }) => {
    const root = {
      name: "app",
      mustQuiesce: true,
      ...(waitSeconds === undefined ? {} : { waitSeconds }),
    };
    const decision = decide([app, daemonSet("apps/agent", "OnDelete", 0), db], root);
    expect(decision.verdicts.deploy).toBe(deploy);
    expect(decision.findings.map((finding) => finding.reason)).toContain(reason);
  });

  it("is left open where the end of the attempt is not known", () => {
    const root = { name: "app", mustQuiesce: true, waitSeconds: 118 };
    expect(decide([runs({})], root).verdicts.deploy).toBe("indeterminate");
  });
});

describe("what is said of waiting", () => {
  const adviceOf = (objects: readonly ClusterObject[]): string =>
    decide(objects).findings.find(({ reason }) => reason === "NotReady")?.remediation ?? "";

  it.each([
    {
      why: "a new artifact has just come",
      objects: [kustomization("app", { status: { lastAppliedRevision: older } })],
    },
    {
      why: "its dependencies are met by now",
      objects: [
        kustomization("app", { spec: dependsOn("base"), status: keptByDependency }),
        kustomization("base"),
      ],
    },
  ])("is not that it is worth nothing: $why", ({ objects }) => {
    expect(adviceOf(objects)).toContain("attempts under way: none is known");
  });

  it("is when attempts are over, where that is known", () => {
    expect(adviceOf([runs({ healthy: running("25m0s") })])).toContain(
      "over by 2026-08-06T17:35:00Z at the latest",
    );
  });
});

describe("one that a root applied, and that only a hand moves on", () => {
  const child = (spec: JsonObject): readonly ClusterObject[] => [
    kustomization("app", {
      spec: { wait: false },
      status: inventory("flux-system_child_kustomize.toolkit.fluxcd.io_Kustomization"),
    }),
    kustomization("child", { spec }),
  ];

  it.each([
    { suspend: true, root: "app", deploy: "allow", reasons: ["AppliedNeedsHand", "NotReady"] },
    { suspend: true, root: "child", deploy: "deny", reasons: ["NeedsHand", "NotReady"] },
    { suspend: false, root: "app", deploy: "allow", reasons: [] },
  ])(
    "denies a deploy only where it is named itself: $root $suspend",
    ({ suspend, root, deploy, reasons }) => {
      const { verdicts, findings } = decide(child({ suspend }), root);
      expect(verdicts.deploy).toBe(deploy);
      expect(findings.map(({ reason }) => reason)).toEqual(reasons);
    },
  );
});

describe("one that waits for itself", () => {
  it("is told so", () => {
    const app = kustomization("app", { spec: dependsOn("app"), status: keptByDependency });
    const [finding] = decide([app]).findings;
    expect(finding?.message).toContain("waits for itself");
  });
});

describe("the budget of a HelmRelease", () => {
  it.each([
    { action: "upgrade", told: true },
    { action: "install", told: true },
    { action: "helm", told: false },
  ])("is that of its longest action: $action", ({ action, told }) => {
    const app = kustomization("app", {
      spec: { timeout: "10m" },
      status: inventory("apps_web_helm.toolkit.fluxcd.io_HelmRelease"),
    });
    const release = objectOf("helm.toolkit.fluxcd.io/v2", "HelmRelease", "apps/web", {
      spec: { timeout: "2m", [action]: { timeout: "40m" } },
      status: { observedGeneration: 1, conditions: [condition("Ready", "True")] },
    });
    const reasons = decide([app, release]).findings.map(({ reason }) => reason);
    expect(reasons.includes("BudgetContradicts")).toBe(told);
  });
});
