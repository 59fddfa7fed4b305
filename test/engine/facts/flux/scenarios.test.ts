import { describe, expect, it } from "vitest";
import type { Decision } from "../../../../src/engine/decision.ts";
import { evaluate } from "../../../../src/engine/evaluate.ts";
import type { ClusterObject, Snapshot } from "../../../../src/snapshot/snapshot.ts";
import { shippedPolicies } from "../../../support/shipped-policies.ts";
import {
  atHealthChecks,
  condition,
  daemonSet,
  dependsOn,
  failedOn,
  fluxProfile,
  fluxSnapshot,
  keptByDependency,
  kustomization,
  objectOf,
  older,
} from "./flux-cluster.ts";

// What a chain comes to, and what the shipped policy makes of it. Names are those of `flux-system`.

const policies = shippedPolicies();

function decide(
  objects: readonly ClusterObject[],
  root = "app",
  over: Partial<Snapshot> = {},
): Decision {
  return evaluate(policies, fluxSnapshot(objects, over), fluxProfile(root));
}

/** One line for each edge: from, to, class and reason. */
function edges({ flux = [] }: Decision): readonly string[] {
  return flux.flatMap(({ object, because }) =>
    because.map((edge) => `${object} <- ${edge.object} ${edge.class} ${edge.via} ${edge.reason}`),
  );
}

function entry({ flux = [] }: Decision, name: string) {
  return flux.find(({ object }) => object === `Kustomization/flux-system/${name}`);
}

const app = "Kustomization/flux-system/app";
const cluster = (status: "True" | "False"): ClusterObject =>
  objectOf("postgresql.cnpg.io/v1", "Cluster", "apps/db", {
    status: { conditions: [condition("Ready", status, { reason: "ClusterIsNotReady" })] },
  });
const job = (type: string): ClusterObject =>
  objectOf("batch/v1", "Job", "apps/migrate", {
    status: { failed: 3, conditions: [condition(type, "True")] },
  });
const claim = (phase: string): ClusterObject =>
  objectOf("v1", "PersistentVolumeClaim", "apps/data", { status: { phase } });

interface Scenario {
  readonly why: string;
  readonly objects: readonly ClusterObject[];
  readonly edges: readonly string[];
  readonly healing: string;
  readonly reasons: readonly string[];
  readonly deploy: string;
}

const scenarios: readonly Scenario[] = [
  {
    why: "it is ready at the newest revision",
    objects: [kustomization("app")],
    edges: [],
    healing: "none",
    reasons: [],
    deploy: "allow",
  },
  {
    why: "it has no source: nothing newer is offered",
    objects: [kustomization("app", { spec: { sourceRef: null } })],
    edges: [],
    healing: "none",
    reasons: [],
    deploy: "allow",
  },
  {
    why: "it is being deleted, be it suspended, and what comes then is not recorded",
    objects: [
      kustomization("app", {
        spec: { suspend: true },
        metadata: { deletionTimestamp: "2026-08-06T17:19:00Z" },
      }),
    ],
    edges: [`${app} <- ${app} proven self Terminating`],
    healing: "unknown",
    reasons: ["NeedsCommit", "NotReady"],
    deploy: "allow",
  },
  {
    why: "a dependency does not exist",
    objects: [kustomization("app", { spec: dependsOn("gone"), status: keptByDependency })],
    edges: [`${app} <- Kustomization/flux-system/gone proven dependency DependencyMissing`],
    healing: "needsCommit",
    reasons: ["NeedsCommit", "NotReady"],
    deploy: "allow",
  },
  {
    why: "a dependency stands at an older revision of the source that both use",
    objects: [
      kustomization("app", { spec: dependsOn("base"), status: keptByDependency }),
      kustomization("base", { status: { lastAppliedRevision: older } }),
    ],
    edges: [
      `${app} <- Kustomization/flux-system/base proven dependency RevisionOutdated`,
      "Kustomization/flux-system/base <- Kustomization/flux-system/base proven self Waiting",
    ],
    healing: "mayHeal",
    reasons: ["NotReady"],
    deploy: "allow",
  },
  {
    why: "two depend on one another",
    objects: [
      kustomization("app", { spec: dependsOn("base"), status: keptByDependency }),
      kustomization("base", { spec: dependsOn("app"), status: keptByDependency }),
    ],
    edges: [
      `${app} <- Kustomization/flux-system/base proven dependency NotReady`,
      `Kustomization/flux-system/base <- ${app} proven dependency NotReady`,
    ],
    healing: "needsCommit",
    reasons: ["NeedsCommit", "NotReady", "DependencyCycle"],
    deploy: "allow",
  },
  {
    why: "it depends on itself and is ready: the next revision would not get in",
    objects: [kustomization("app", { spec: dependsOn("app") })],
    edges: [],
    healing: "none",
    reasons: ["DependencyCycle"],
    deploy: "allow",
  },
  {
    why: "what it depends on is suspended, at an older revision",
    objects: [
      kustomization("app", { spec: dependsOn("base"), status: keptByDependency }),
      kustomization("base", { spec: { suspend: true }, status: { lastAppliedRevision: older } }),
    ],
    edges: [
      `${app} <- Kustomization/flux-system/base proven dependency RevisionOutdated`,
      "Kustomization/flux-system/base <- Kustomization/flux-system/base proven self Suspended",
    ],
    healing: "needsHand",
    reasons: ["NeedsHand", "NotReady"],
    deploy: "deny",
  },
  {
    why: "the Kustomization that applies it is suspended: it goes on, and hears no more of Git",
    objects: [
      kustomization("app", {
        metadata: {
          labels: {
            "kustomize.toolkit.fluxcd.io/name": "flux-system",
            "kustomize.toolkit.fluxcd.io/namespace": "flux-system",
          },
        },
      }),
      kustomization("flux-system", { spec: { suspend: true } }),
    ],
    edges: [],
    healing: "none",
    reasons: ["ParentSuspended"],
    deploy: "allow",
  },
  {
    why: "a CNPG Cluster that it named is not ready",
    objects: [
      kustomization(
        "app",
        failedOn("Cluster/apps/db status: 'InProgress'", "apps_db_postgresql.cnpg.io_Cluster"),
      ),
      cluster("False"),
    ],
    edges: [`${app} <- Cluster/apps/db proven healthCheck ClusterIsNotReady`],
    healing: "mayHeal",
    reasons: ["NotReady"],
    deploy: "allow",
  },
  {
    why: "what it named has recovered since",
    objects: [
      kustomization(
        "app",
        failedOn("Cluster/apps/db status: 'InProgress'", "apps_db_postgresql.cnpg.io_Cluster"),
      ),
      cluster("True"),
    ],
    edges: [`${app} <- ${app} proven self HealthCheckFailed`],
    healing: "mayHeal",
    reasons: ["NotReady"],
    deploy: "allow",
  },
  {
    why: "a Job failed for good",
    objects: [
      kustomization("app", failedOn("Job/apps/migrate status: 'Failed'", "apps_migrate_batch_Job")),
      job("Failed"),
    ],
    edges: [`${app} <- Job/apps/migrate proven healthCheck JobFailed`],
    healing: "needsCommit",
    reasons: ["NeedsCommit", "NotReady"],
    deploy: "allow",
  },
  {
    why: "a claim is pending while health checks run, which name nothing",
    objects: [
      kustomization("app", atHealthChecks("apps_data__PersistentVolumeClaim")),
      claim("Pending"),
    ],
    edges: [`${app} <- PersistentVolumeClaim/apps/data derived healthCheck NotBound`],
    healing: "mayHeal",
    reasons: ["NotReady"],
    deploy: "allow",
  },
  {
    why: "two causes that have nothing to do with one another",
    objects: [
      kustomization(
        "app",
        atHealthChecks("apps_data__PersistentVolumeClaim", "apps_migrate_batch_Job"),
      ),
      claim("Pending"),
      job("Failed"),
    ],
    edges: [
      `${app} <- PersistentVolumeClaim/apps/data derived healthCheck NotBound`,
      `${app} <- Job/apps/migrate derived healthCheck JobFailed`,
    ],
    healing: "needsCommit",
    reasons: ["NeedsCommit", "NotReady"],
    deploy: "allow",
  },
  {
    why: "all that it waits for is current: it is slow, and nothing else",
    objects: [
      kustomization("app", atHealthChecks("apps_db_postgresql.cnpg.io_Cluster")),
      cluster("True"),
    ],
    edges: [`${app} <- ${app} proven self Waiting`],
    healing: "mayHeal",
    reasons: ["NotReady"],
    deploy: "allow",
  },
  {
    why: "it applied itself, as the first one of a cluster does, and does not wait for that",
    objects: [
      kustomization(
        "app",
        atHealthChecks("flux-system_app_kustomize.toolkit.fluxcd.io_Kustomization"),
      ),
    ],
    edges: [`${app} <- ${app} proven self Waiting`],
    healing: "mayHeal",
    reasons: ["NotReady"],
    deploy: "allow",
  },
  {
    why: "it waits for a child that depends on it",
    objects: [
      kustomization(
        "app",
        atHealthChecks("flux-system_child_kustomize.toolkit.fluxcd.io_Kustomization"),
      ),
      kustomization("child", { spec: dependsOn("app"), status: keptByDependency }),
    ],
    edges: [
      `${app} <- Kustomization/flux-system/child derived healthCheck DependencyNotReady`,
      `Kustomization/flux-system/child <- ${app} proven dependency NotReady`,
    ],
    healing: "needsCommit",
    reasons: ["NeedsCommit", "NotReady"],
    deploy: "allow",
  },
  {
    why: "it applied an OnDelete DaemonSet itself, which nobody steps",
    objects: [
      kustomization("app", atHealthChecks("kube-system_cilium_apps_DaemonSet")),
      daemonSet("kube-system/cilium", "OnDelete", 0),
    ],
    edges: [`${app} <- DaemonSet/kube-system/cilium derived healthCheck LessUpdated`],
    healing: "needsHand",
    reasons: ["NeedsHand", "NotReady"],
    deploy: "deny",
  },
  {
    why: "what it waits for was not read",
    objects: [kustomization("app", atHealthChecks("apps_x_example.com_Widget"))],
    edges: [],
    healing: "unknown",
    reasons: ["NeedsHand", "NeedsCommit", "NotReady"],
    deploy: "indeterminate",
  },
];

describe("the chain", () => {
  it.each(scenarios)("$why", ({ objects, edges: expected, healing, reasons, deploy }) => {
    const decision = decide(objects);
    expect(edges(decision)).toEqual(expected);
    expect(entry(decision, "app")?.healing).toBe(healing);
    const found = decision.findings.filter(({ name }) => name === "flux-system/app");
    expect(found.map(({ reason }) => reason)).toEqual(reasons);
    expect(decision.verdicts.deploy).toBe(deploy);
  });
});
