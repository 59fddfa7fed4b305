import { describe, expect, it } from "vitest";
import { evaluate } from "../../../../src/engine/evaluate.ts";
import { createFactSource } from "../../../../src/engine/fact-source.ts";
import type { Fact } from "../../../../src/engine/facts/fact.ts";
import { kustomizationFacts } from "../../../../src/engine/facts/flux/kustomization-facts.ts";
import type { JsonObject } from "../../../../src/input/json-value.ts";
import type { ClusterObject, Snapshot } from "../../../../src/snapshot/snapshot.ts";
import { shippedPolicies } from "../../../support/shipped-policies.ts";
import { deriveAll } from "../derive.ts";
import {
  atHealthChecks,
  condition,
  daemonSet,
  dependsOn,
  failedOn,
  fluxProfile,
  fluxSnapshot,
  inventory,
  keptByDependency,
  kustomization,
  objectOf,
} from "./flux-cluster.ts";

// Goal: seeing less never tells something else. Method: one object or list after the other is hidden behind a gap;
// each fact stays, or is not known, and no verdict moves to allow.

const release = (
  name: string,
  ready: "True" | "False",
  over: { readonly spec?: JsonObject; readonly status?: JsonObject } = {},
): ClusterObject =>
  objectOf("helm.toolkit.fluxcd.io/v2", "HelmRelease", `apps/${name}`, {
    spec: over.spec ?? {},
    status: {
      observedGeneration: 1,
      conditions: [condition("Ready", ready, { reason: "UpgradeFailed" })],
      ...over.status,
    },
  });
/** An OnDelete DaemonSet that nobody steps, as Helm marks what it installs. */
const marked = (name: string, of: string): ClusterObject => {
  const object = daemonSet(`apps/${name}`, "OnDelete", 0);
  const annotations = {
    "meta.helm.sh/release-name": of,
    "meta.helm.sh/release-namespace": "apps",
  };
  return { ...object, metadata: { ...object.metadata, annotations } };
};
const db = (apiVersion: string, status: "True" | "False"): ClusterObject =>
  objectOf(apiVersion, "Cluster", "apps/db", {
    status: { conditions: [condition("Ready", status)] },
  });
const bothReleases = [
  "apps_good_helm.toolkit.fluxcd.io_HelmRelease",
  "apps_bad_helm.toolkit.fluxcd.io_HelmRelease",
];
const job = objectOf("batch/v1", "Job", "apps/migrate", {
  status: { conditions: [condition("Failed", "True")] },
});

const clusters: Readonly<Record<string, readonly ClusterObject[]>> = {
  ready: [kustomization("app", { spec: dependsOn("base") }), kustomization("base")],
  // At the newest revision nobody asks for a dependency any more, be it gone.
  "ready without its dependency": [kustomization("app", { spec: dependsOn("gone") })],
  waiting: [
    kustomization("app", { spec: dependsOn("base", "other"), status: keptByDependency }),
    kustomization("base", { spec: { suspend: true }, status: { lastAppliedRevision: "x" } }),
    kustomization("other"),
  ],
  checking: [
    kustomization(
      "app",
      atHealthChecks(
        "apps_good_helm.toolkit.fluxcd.io_HelmRelease",
        "apps_bad_helm.toolkit.fluxcd.io_HelmRelease",
        "apps_migrate_batch_Job",
      ),
    ),
    release("good", "True", { status: inventory("kube-system_cilium_apps_DaemonSet") }),
    release("bad", "False", { status: inventory("apps_agent_apps_DaemonSet") }),
    daemonSet("kube-system/cilium", "OnDelete", 0),
    daemonSet("apps/agent", "OnDelete", 3),
    job,
  ],
  "checking releases without an inventory": [
    kustomization("app", atHealthChecks(...bothReleases)),
    release("good", "True"),
    release("bad", "False"),
    marked("cilium", "good"),
    marked("agent", "bad"),
  ],
  "checking a release without an inventory, of which nothing else is seen": [
    kustomization("app", atHealthChecks("apps_bad_helm.toolkit.fluxcd.io_HelmRelease")),
    release("bad", "False"),
  ],
  "checking a release that depends on another": [
    kustomization("app", atHealthChecks("apps_bad_helm.toolkit.fluxcd.io_HelmRelease")),
    release("bad", "False", {
      spec: { dependsOn: [{ name: "base" }, { name: "good" }] },
      status: { conditions: [condition("Ready", "False", { reason: "DependencyNotReady" })] },
    }),
    release("base", "False", { spec: { suspend: true } }),
    release("good", "True"),
  ],
  "checking by reference": [
    kustomization("app", {
      ...atHealthChecks(),
      spec: {
        wait: false,
        healthChecks: [
          { kind: "DaemonSet", namespace: "apps", name: "agent" },
          { kind: "Deployment", namespace: "apps", name: "gone" },
        ],
      },
    }),
    daemonSet("apps/agent", "OnDelete", 3),
  ],
  "failed early": [
    kustomization("app", {
      status: {
        ...failedOn("", "apps_migrate_batch_Job", "apps_agent_apps_DaemonSet").status,
        conditions: [
          condition("Ready", "False", {
            reason: "HealthCheckFailed",
            message: "failed early due to stalled resources: [Job/apps/migrate status: 'Failed']",
          }),
        ],
      },
    }),
    job,
    daemonSet("apps/agent", "OnDelete", 3),
  ],
  "failed on one of two of a name": [
    kustomization(
      "app",
      failedOn(
        "Cluster/apps/db status: 'InProgress'",
        "apps_db_postgresql.cnpg.io_Cluster",
        "apps_db_cluster.x-k8s.io_Cluster",
      ),
    ),
    db("postgresql.cnpg.io/v1", "False"),
    db("cluster.x-k8s.io/v1", "True"),
  ],
  "failed on both of a name, which are ready": [
    kustomization(
      "app",
      failedOn(
        "Cluster/apps/db status: 'InProgress'",
        "apps_db_postgresql.cnpg.io_Cluster",
        "apps_db_cluster.x-k8s.io_Cluster",
      ),
    ),
    db("postgresql.cnpg.io/v1", "True"),
    db("cluster.x-k8s.io/v1", "True"),
  ],
  "behind at an artifact that does not do": [
    kustomization("app", {
      status: {
        lastAppliedRevision: "x",
        conditions: [condition("Ready", "False", { reason: "ArtifactFailed" })],
      },
    }),
  ],
  "behind at an artifact that is not there": [
    kustomization("app", {
      status: {
        lastAppliedRevision: "x",
        conditions: [condition("Ready", "False", { reason: "ArtifactFailed" })],
      },
    }),
    objectOf("source.toolkit.fluxcd.io/v1", "OCIRepository", "flux-system/flux-system", {
      status: { conditions: [condition("Ready", "False", { reason: "AuthenticationFailed" })] },
    }),
  ],
  failed: [
    kustomization("app", failedOn("Job/apps/migrate status: 'Failed'", "apps_migrate_batch_Job")),
    job,
  ],
  circle: [
    kustomization("app", { spec: dependsOn("base"), status: keptByDependency }),
    kustomization("base", { spec: dependsOn("app"), status: keptByDependency }),
  ],
};

const policies = shippedPolicies();
const rank = { allow: 0, indeterminate: 1, deny: 2 } as const;

function factsOf(snapshot: Snapshot): ReadonlyMap<string, Fact<unknown>> {
  const source = createFactSource(snapshot, fluxProfile("app"));
  return deriveAll(kustomizationFacts, {
    source,
    namespace: "flux-system",
    name: "app",
    root: source.profile.spec.flux?.roots[0],
  });
}

function* hidings(
  snapshot: Snapshot,
): Iterable<{ readonly what: string; readonly less: Snapshot }> {
  for (const [key, object] of Object.entries(snapshot.objects)) {
    const { [key]: _hidden, ...objects } = snapshot.objects;
    const gap = { part: "objects", name: key, reason: "Forbidden" } as const;
    yield { what: object.metadata.name, less: { ...snapshot, objects, gaps: [gap] } };
  }
  for (const [at, { kind }] of snapshot.coverage.entries()) {
    const gap = { part: "objects", name: kind, reason: "Forbidden" } as const;
    const objects = Object.fromEntries(
      Object.entries(snapshot.objects).filter(([key]) => !key.startsWith(`${kind}/`)),
    );
    const coverage = snapshot.coverage.filter((_, index) => index !== at);
    yield { what: kind, less: { ...snapshot, objects, coverage, gaps: [gap] } };
  }
}

/** A value, or what is left of it: less of an open list, or nothing. */
function isLess(less: Fact<unknown>, whole: Fact<unknown>): boolean {
  if (less.state === "unknown") {
    const value = whole.state === "value" ? whole.value : null;
    return less.oneOf === undefined || whole.state === "unknown" || less.oneOf.includes(value);
  }
  if (whole.state === "unknown") return false;
  const [a, b] = [less, whole].map((fact) => (fact.state === "value" ? fact.value : null));
  if (!isOpenList(a) || !isOpenList(b)) return JSON.stringify(a) === JSON.stringify(b);
  const isSame = a.items.length === b.items.length;
  return a.items.every((item) => b.items.includes(item)) && (isSame || a.reasons.length > 0);
}

function isOpenList(
  value: unknown,
): value is { readonly items: readonly string[]; readonly reasons: readonly unknown[] } {
  return typeof value === "object" && value !== null && "items" in value;
}

describe.each(Object.entries(clusters))("with less to be seen (%s)", (_name, objects) => {
  const snapshot = fluxSnapshot(objects);
  const facts = factsOf(snapshot);
  const { deploy = "allow" } = evaluate(policies, snapshot, fluxProfile("app")).verdicts;

  it.each([...hidings(snapshot)])("tells nothing else: $what", ({ less }) => {
    for (const [name, fact] of factsOf(less)) {
      const whole = facts.get(name);
      if (whole === undefined) throw new Error(name);
      expect({ name, fact, isLess: isLess(fact, whole) }).toMatchObject({ isLess: true });
    }
    const { verdicts } = evaluate(policies, less, fluxProfile("app"));
    const before = rank[deploy];
    expect(rank[verdicts.deploy ?? "allow"]).toBeGreaterThanOrEqual(Math.min(before, 1));
  });
});
