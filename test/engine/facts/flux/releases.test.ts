import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../../src/input/json-value.ts";
import type { ClusterObject } from "../../../../src/snapshot/snapshot.ts";
import {
  atHealthChecks,
  condition,
  daemonSet,
  inventory,
  kustomization,
  objectOf,
} from "./flux-cluster.ts";
import { type ChainCase, decide, tell } from "./told.ts";

// HelmReleases that a Kustomization waits for: what stands in their way by helm-controller, and what merely is there.

const waiting = kustomization("app", atHealthChecks("apps_web_helm.toolkit.fluxcd.io_HelmRelease"));
const agent = daemonSet("apps/agent", "OnDelete", 0);
const marked: ClusterObject = {
  ...agent,
  metadata: {
    ...agent.metadata,
    annotations: {
      "meta.helm.sh/release-name": "web",
      "meta.helm.sh/release-namespace": "apps",
    },
  },
};
const withAgent = inventory("apps_agent_apps_DaemonSet");

function release(
  name: string,
  isReady: JsonObject,
  over: { readonly spec?: JsonObject; readonly status?: JsonObject; metadata?: JsonObject } = {},
): ClusterObject {
  return objectOf("helm.toolkit.fluxcd.io/v2", "HelmRelease", `apps/${name}`, {
    metadata: over.metadata ?? {},
    spec: over.spec ?? {},
    status: {
      observedGeneration: 1,
      lastAttemptedReleaseAction: "upgrade",
      ...over.status,
      conditions: [isReady, condition("Reconciling", "True", { reason: "Progressing" })],
    },
  });
}

const acting = condition("Ready", "Unknown", { reason: "Progressing" });
const failing = (reason: string): JsonObject => condition("Ready", "False", { reason });
const ready = condition("Ready", "True", { reason: "UpgradeSucceeded" });
const web = "HelmRelease/apps/web";
const onAgent = `${web} <- DaemonSet/apps/agent derived LessUpdated`;
const blockedBy = (reason: string): readonly string[] => [
  `${web} <- ${web} proven ${reason}`,
  `app <- ${web} derived ${reason}`,
];

const cases: readonly ChainCase[] = [
  {
    why: "without an inventory a workload that bears its mark is of it, and there may be more",
    objects: [waiting, release("web", acting), marked],
    edges: [onAgent, `app <- ${web} derived Progressing`],
    healing: "needsHand",
    missing: ["NotRecorded"],
    deploy: "deny",
  },
  {
    why: "without an inventory and without a workload that bears its mark nothing is known of what it waits for",
    objects: [waiting, release("web", acting)],
    edges: [`app <- ${web} derived Progressing`],
    healing: "unknown",
    missing: ["NotRecorded"],
    deploy: "indeterminate",
  },
  {
    why: "an inventory that is empty is known",
    objects: [waiting, release("web", acting, { status: inventory() }), marked],
    edges: [`${web} <- ${web} proven Progressing`, `app <- ${web} derived Progressing`],
    healing: "mayHeal",
    missing: [],
    deploy: "allow",
  },
  {
    why: "an entry of its inventory cannot be read",
    objects: [waiting, release("web", acting, { status: inventory("agent") }), agent],
    edges: [`app <- ${web} derived Progressing`],
    healing: "unknown",
    missing: ["Unparsable"],
    deploy: "indeterminate",
  },
  ...["InstallFailed", "RollbackFailed", "UpgradeFailed"].map(
    (reason): ChainCase => ({
      why: `the action failed (${reason}): the next one waits for the same`,
      objects: [waiting, release("web", failing(reason), { status: withAgent }), agent],
      edges: [onAgent, `app <- ${web} derived ${reason}`],
      healing: "needsHand",
      missing: [],
      deploy: "deny",
    }),
  ),
  ...["ValuesError", "RESTClientError", "ChartMutateError", "TestFailed", "UninstallSucceeded"].map(
    (reason): ChainCase => ({
      why: `it failed before an action, or after it had waited (${reason}): what it installed is not the cause`,
      objects: [waiting, release("web", failing(reason), { status: withAgent }), agent],
      edges: blockedBy(reason),
      healing: "unknown",
      missing: ["Withheld"],
      deploy: "allow",
    }),
  ),
  {
    why: "it installs to another cluster: what is called the same here is not of it",
    objects: [
      waiting,
      release("web", acting, {
        spec: { kubeConfig: { secretRef: { name: "remote" } } },
        status: withAgent,
      }),
      agent,
    ],
    edges: [`app <- ${web} derived Progressing`],
    healing: "unknown",
    missing: ["NotRecorded"],
    deploy: "indeterminate",
  },
  {
    why: "it was not reconciled at its newest generation, and was ready before",
    objects: [
      waiting,
      release("web", ready, { metadata: { generation: 2 }, status: withAgent }),
      agent,
    ],
    edges: [
      `${web} <- ${web} proven GenerationNotObserved`,
      `app <- ${web} derived LatestGenerationNotObserved`,
    ],
    healing: "mayHeal",
    missing: [],
    deploy: "allow",
  },
  {
    why: "it is being deleted, be it suspended",
    objects: [
      waiting,
      release("web", acting, {
        spec: { suspend: true },
        metadata: { deletionTimestamp: "2026-08-06T17:00:00Z" },
      }),
    ],
    edges: [`${web} <- ${web} proven Terminating`, `app <- ${web} derived Terminating`],
    healing: "mayHeal",
    missing: [],
    deploy: "allow",
  },
  {
    why: "an action of which nobody knows which waits as an install does",
    objects: [
      waiting,
      release("web", acting, {
        spec: { install: { disableWait: true } },
        status: { ...withAgent, lastAttemptedReleaseAction: 7 },
      }),
      agent,
    ],
    edges: [`${web} <- ${web} proven Progressing`, `app <- ${web} derived Progressing`],
    healing: "mayHeal",
    missing: [],
    deploy: "allow",
  },
  {
    why: "it gave up",
    objects: [
      waiting,
      objectOf("helm.toolkit.fluxcd.io/v2", "HelmRelease", "apps/web", {
        status: { conditions: [condition("Stalled", "True", { reason: "RetriesExceeded" })] },
      }),
    ],
    edges: [`${web} <- ${web} proven RetriesExceeded`, `app <- ${web} derived RetriesExceeded`],
    healing: "needsCommit",
    missing: [],
    deploy: "allow",
  },
];

const db = "HelmRelease/apps/db";
const dependent = (entry: JsonObject): ClusterObject =>
  release("web", failing("DependencyNotReady"), { spec: { dependsOn: [entry] } });
const onDependency = `app <- ${web} derived DependencyNotReady`;

const dependencies: readonly ChainCase[] = [
  {
    why: "one that does not exist",
    objects: [waiting, dependent({ name: "db" })],
    edges: [`${web} <- ${db} proven DependencyMissing`, onDependency],
    healing: "needsCommit",
    missing: [],
    deploy: "allow",
  },
  {
    why: "one that is suspended and not ready",
    objects: [
      waiting,
      dependent({ name: "db" }),
      release("db", failing("UpgradeFailed"), { spec: { suspend: true } }),
    ],
    edges: [`${db} <- ${db} proven Suspended`, `${web} <- ${db} proven NotReady`, onDependency],
    healing: "needsHand",
    missing: [],
    deploy: "deny",
  },
  {
    why: "one whose readyExpr is not evaluated: it may be ready enough",
    objects: [
      waiting,
      dependent({ name: "db", readyExpr: "digest:1" }),
      release("db", failing("UpgradeFailed"), { spec: { suspend: true } }),
    ],
    edges: [onDependency],
    healing: "unknown",
    missing: ["Withheld"],
    deploy: "indeterminate",
  },
  {
    why: "one in another namespace",
    objects: [waiting, dependent({ name: "db", namespace: "other" }), release("db", ready)],
    edges: [`${web} <- HelmRelease/other/db proven DependencyMissing`, onDependency],
    healing: "needsCommit",
    missing: [],
    deploy: "allow",
  },
  {
    why: "one that is Ready while it is reconciled, as helm-controller asks it: the next check passes",
    objects: [waiting, dependent({ name: "db" }), release("db", ready)],
    edges: [`${web} <- ${web} proven DependencyNotReady`, onDependency],
    healing: "mayHeal",
    missing: [],
    deploy: "allow",
  },
];

const chart = (reason: string): ClusterObject =>
  objectOf("source.toolkit.fluxcd.io/v1", "HelmChart", "charts/apps-web", {
    status: { conditions: [condition("Ready", "False", { reason })] },
  });
const charted = (reason: string): ClusterObject =>
  release("web", failing(reason), {
    spec: { chart: { spec: { sourceRef: { name: "x", namespace: "charts" } } } },
  });

const charts: readonly ChainCase[] = [
  ...["SourceNotReady", "ArtifactFailed"].map(
    (reason): ChainCase => ({
      why: `it may not be read (${reason})`,
      objects: [waiting, charted(reason), chart("AuthenticationFailed")],
      edges: [
        `${web} <- HelmChart/charts/apps-web proven AuthenticationFailed`,
        `app <- ${web} derived ${reason}`,
      ],
      healing: "needsHand",
      missing: [],
      deploy: "deny",
    }),
  ),
  {
    why: "it is not signed as it should be: one that is may come with a deploy",
    objects: [waiting, charted("SourceNotReady"), chart("ChartVerificationError")],
    edges: [
      `${web} <- HelmChart/charts/apps-web proven ChartVerificationError`,
      `app <- ${web} derived SourceNotReady`,
    ],
    healing: "needsCommit",
    missing: [],
    deploy: "allow",
  },
];

describe("a HelmRelease that is waited for", () => {
  it.each(cases)("is told: $why", ({ why: _why, objects, ...told }) => {
    expect(tell(decide(objects))).toEqual(told);
  });

  it.each(dependencies)("depends on: $why", ({ why: _why, objects, ...told }) => {
    expect(tell(decide(objects))).toEqual(told);
  });

  it.each(charts)("waits for its chart: $why", ({ why: _why, objects, ...told }) => {
    expect(tell(decide(objects))).toEqual(told);
  });
});

describe("what belongs to a HelmRelease that is ready", () => {
  const releaseOf = (status: JsonObject, spec: JsonObject = {}): ClusterObject =>
    objectOf("helm.toolkit.fluxcd.io/v2", "HelmRelease", "apps/web", {
      spec,
      status: { observedGeneration: 1, ...status, conditions: [ready] },
    });
  const coincidentOf = (objects: readonly ClusterObject[]) => {
    const { findings, flux = [] } = decide(objects);
    return {
      told: flux.flatMap(({ coincident }) => coincident.map(({ object }) => object)),
      outcome: findings.find(({ rule }) => rule === "coincident-not-current")?.outcome,
    };
  };

  it("is what its inventory holds", () => {
    expect(coincidentOf([waiting, releaseOf(withAgent), agent])).toEqual({
      told: ["DaemonSet/apps/agent"],
      outcome: "fail",
    });
    expect(coincidentOf([waiting, releaseOf(inventory()), marked])).toEqual({
      told: [],
      outcome: undefined,
    });
  });

  it("may be more than what bears its mark, without an inventory", () => {
    expect(coincidentOf([waiting, releaseOf({}), marked])).toEqual({
      told: ["DaemonSet/apps/agent"],
      outcome: "fail",
    });
    expect(coincidentOf([waiting, releaseOf({})])).toEqual({ told: [], outcome: "unknown" });
  });

  it("is not in this cluster, where it is installed to another", () => {
    const kubeConfig = { secretRef: { name: "remote" } };
    expect(coincidentOf([waiting, releaseOf(withAgent, { kubeConfig }), agent])).toEqual({
      told: [],
      outcome: undefined,
    });
  });

  it("is not in this cluster, where the release itself is applied to another", () => {
    const { spec, ...rest } = waiting;
    const remote = { ...rest, spec: { ...(spec as JsonObject), kubeConfig: {} } } as ClusterObject;
    expect(coincidentOf([remote, releaseOf(withAgent), agent])).toEqual({
      told: [],
      outcome: undefined,
    });
  });

  it("is told of a release that is ready only", () => {
    const acted = release("web", acting, { status: withAgent });
    expect(coincidentOf([waiting, acted, agent]).told).toEqual([]);
  });
});
