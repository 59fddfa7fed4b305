import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../../src/input/json-value.ts";
import type { ClusterObject } from "../../../../src/snapshot/snapshot.ts";
import {
  atHealthChecks,
  condition,
  daemonSet,
  failedOn,
  kustomization,
  objectOf,
  older,
} from "./flux-cluster.ts";
import { type ChainCase, decide, tell } from "./told.ts";

// What Flux says that the last attempt failed on, and what that leaves open.

const agent = daemonSet("apps/agent", "OnDelete", 0);
const agentId = "apps_agent_apps_DaemonSet";
const job = objectOf("batch/v1", "Job", "apps/migrate", {
  status: { failed: 3, conditions: [condition("Failed", "True")] },
});
const jobId = "apps_migrate_batch_Job";
const deployment = (ready: number): ClusterObject =>
  objectOf("apps/v1", "Deployment", "apps/web", {
    spec: { replicas: 1 },
    status: {
      observedGeneration: 1,
      replicas: 1,
      updatedReplicas: 1,
      availableReplicas: ready,
      readyReplicas: ready,
      conditions: [
        condition("Available", "True"),
        condition("Progressing", "True", { reason: "NewReplicaSetAvailable" }),
      ],
    },
  });
const webId = "apps_web_apps_Deployment";
const cluster = (apiVersion: string, status: "True" | "False"): ClusterObject =>
  objectOf(apiVersion, "Cluster", "apps/db", {
    status: { conditions: [condition("Ready", status, { reason: "ClusterIsNotReady" })] },
  });
const bothClusters = ["apps_db_postgresql.cnpg.io_Cluster", "apps_db_cluster.x-k8s.io_Cluster"];

/** `app`, of which the last health checks ended with this message. */
function ended(message: string, ids: readonly string[], spec: JsonObject = {}): ClusterObject {
  const { status } = failedOn("", ...ids);
  const conditions = [
    condition("Ready", "False", { reason: "HealthCheckFailed", message }),
    condition("Reconciling", "True", { reason: "ProgressingWithRetry" }),
  ];
  return kustomization("app", { spec, status: { ...status, conditions } });
}

/** `app`, of which the last attempt failed for this reason before health checks. */
function failed(reason: string): ClusterObject {
  const conditions = [
    condition("Ready", "False", { reason }),
    condition("Reconciling", "True", { reason: "ProgressingWithRetry" }),
  ];
  return kustomization("app", { status: { lastAppliedRevision: older, conditions } });
}

const early = (named: string): string => `failed early due to stalled resources: [${named}]`;
const timeout = (named: string): string => `timeout waiting for: [${named}]`;
const needsAgent = "app <- DaemonSet/apps/agent derived LessUpdated";

const cases: readonly ChainCase[] = [
  {
    why: "what failed early is named alone: the rest is still waited for",
    objects: [ended(early("Job/apps/migrate status: 'Failed'"), [jobId, agentId]), job, agent],
    edges: ["app <- Job/apps/migrate proven JobFailed", needsAgent],
    healing: "needsHand",
    missing: [],
    deploy: "deny",
  },
  {
    why: "what failed early has recovered, and the rest has not",
    objects: [
      ended(early("Deployment/apps/web status: 'Failed'"), [webId, agentId]),
      deployment(1),
      agent,
    ],
    edges: [needsAgent],
    healing: "needsHand",
    missing: [],
    deploy: "deny",
  },
  {
    why: "a timeout names all that was not ready: nothing else is asked for",
    objects: [
      ended(timeout("Deployment/apps/web status: 'InProgress'"), [webId, "apps_x_a.com_Widget"]),
      deployment(0),
    ],
    edges: ["app <- Deployment/apps/web proven LessAvailable"],
    healing: "mayHeal",
    missing: [],
    deploy: "allow",
  },
  {
    why: "a list that was cut may have named more, and half a name is none",
    objects: [
      ended("timeout waiting for: [Deployment/apps/web status: 'InProgress', DaemonSet/apps/ag", [
        webId,
        agentId,
      ]),
      deployment(0),
      daemonSet("apps/agent", "OnDelete", 9),
    ],
    edges: ["app <- Deployment/apps/web proven LessAvailable"],
    healing: "unknown",
    missing: ["Partial"],
    deploy: "indeterminate",
  },
  {
    why: "an error that it quotes has brackets of its own",
    objects: [
      ended(
        timeout(
          "Deployment/apps/web status: 'Unknown': rpc error [code 5], DaemonSet/apps/agent status: 'InProgress'",
        ),
        [webId, agentId],
      ),
      deployment(1),
      agent,
    ],
    edges: ["app <- DaemonSet/apps/agent proven LessUpdated"],
    healing: "needsHand",
    missing: [],
    deploy: "deny",
  },
  {
    why: "two kinds of one name: which of them it named is not told",
    objects: [
      ended(timeout("Cluster/apps/db status: 'InProgress'"), bothClusters),
      cluster("postgresql.cnpg.io/v1", "False"),
      cluster("cluster.x-k8s.io/v1", "True"),
    ],
    edges: ["app <- Cluster/apps/db proven InProgress"],
    healing: "unknown",
    missing: ["NotRecorded"],
    deploy: "indeterminate",
  },
  {
    why: "two kinds of one name, both ready by now",
    objects: [
      ended(timeout("Cluster/apps/db status: 'InProgress'"), bothClusters),
      cluster("postgresql.cnpg.io/v1", "True"),
      cluster("cluster.x-k8s.io/v1", "True"),
    ],
    edges: ["app <- app proven HealthCheckFailed"],
    healing: "mayHeal",
    missing: [],
    deploy: "allow",
  },
  {
    why: "it names an object of another cluster: one of that name here is another one",
    objects: [
      ended(timeout("DaemonSet/apps/agent status: 'InProgress'"), [agentId], {
        kubeConfig: { secretRef: { name: "remote" } },
      }),
      agent,
    ],
    edges: ["app <- DaemonSet/apps/agent proven InProgress"],
    healing: "unknown",
    missing: ["NotRecorded"],
    deploy: "indeterminate",
  },
  {
    why: "it names what is not in its inventory",
    objects: [ended(timeout("Job/apps/migrate status: 'Failed'"), [agentId]), agent, job],
    edges: ["app <- Job/apps/migrate proven Failed"],
    healing: "unknown",
    missing: ["Inconsistent"],
    deploy: "indeterminate",
  },
  {
    why: "it names a HelmRelease that is gone, and that it applies anew",
    objects: [
      ended(timeout("HelmRelease/apps/web status: 'InProgress'"), [
        "apps_web_helm.toolkit.fluxcd.io_HelmRelease",
      ]),
    ],
    edges: ["app <- HelmRelease/apps/web proven NotFound"],
    healing: "mayHeal",
    missing: [],
    deploy: "allow",
  },
  {
    why: "its message was not kept",
    objects: [ended("health checks failed somehow", [agentId]), agent],
    edges: [needsAgent],
    healing: "needsHand",
    missing: ["NotRecorded"],
    deploy: "deny",
  },
  {
    why: "Healthy names it where Ready does not say it",
    objects: [
      kustomization("app", {
        status: {
          ...failedOn("", jobId).status,
          conditions: [
            condition("Ready", "False", { reason: "HealthCheckFailed" }),
            condition("Healthy", "False", {
              reason: "HealthCheckFailed",
              message: timeout("Job/apps/migrate status: 'Failed'"),
            }),
          ],
        },
      }),
      job,
    ],
    edges: ["app <- Job/apps/migrate proven JobFailed"],
    healing: "needsCommit",
    missing: [],
    deploy: "allow",
  },
  {
    why: "it names what it checks by reference, which it did not apply",
    objects: [
      ended(timeout("Job/apps/migrate status: 'Failed'"), [], {
        wait: false,
        healthChecks: [{ apiVersion: "batch/v1", kind: "Job", namespace: "apps", name: "migrate" }],
      }),
      job,
    ],
    edges: ["app <- Job/apps/migrate proven JobFailed"],
    healing: "needsCommit",
    missing: [],
    deploy: "allow",
  },
  {
    why: "how a kind fares is for an expression to say, whatever its conditions say",
    objects: [
      ended(timeout("Cluster/apps/db status: 'InProgress'"), [bothClusters[0] ?? ""], {
        healthCheckExprs: [{ apiVersion: "postgresql.cnpg.io/v1", kind: "Cluster" }],
      }),
      cluster("postgresql.cnpg.io/v1", "True"),
    ],
    edges: ["app <- Cluster/apps/db proven InProgress"],
    healing: "unknown",
    missing: ["Withheld"],
    deploy: "indeterminate",
  },
  {
    why: "a new attempt has not come to its health checks: what the last ones named is likely to be met again",
    objects: [
      kustomization("app", {
        status: {
          ...failedOn("", agentId).status,
          conditions: [
            condition("Ready", "Unknown", { reason: "Progressing" }),
            condition("Reconciling", "True", { reason: "Progressing" }),
            condition("Healthy", "False", {
              reason: "HealthCheckFailed",
              message: timeout("DaemonSet/apps/agent status: 'InProgress'"),
            }),
          ],
        },
      }),
      agent,
    ],
    edges: [needsAgent],
    healing: "needsHand",
    missing: [],
    deploy: "deny",
  },
  {
    why: "an attempt has not come to its health checks, and the last ones failed on nothing",
    objects: [
      kustomization("app", {
        status: {
          ...atHealthChecks(agentId).status,
          conditions: [condition("Reconciling", "True", { reason: "Progressing" })],
        },
      }),
      agent,
    ],
    edges: ["app <- app proven Waiting"],
    healing: "mayHeal",
    missing: [],
    deploy: "allow",
  },
  {
    why: "health checks were broken off for a newer revision, which is to wait for the same",
    objects: [
      kustomization("app", {
        status: {
          ...failedOn("", agentId).status,
          conditions: [condition("Ready", "False", { reason: "HealthCheckCanceled" })],
        },
      }),
      agent,
    ],
    edges: [needsAgent],
    healing: "needsHand",
    missing: [],
    deploy: "deny",
  },
  {
    why: "a path that is not in the artifact and a download that failed have one reason",
    objects: [failed("ArtifactFailed")],
    edges: ["app <- app proven ArtifactFailed"],
    healing: "unknown",
    missing: ["Withheld"],
    deploy: "allow",
  },
  {
    why: "it does not build",
    objects: [failed("BuildFailed")],
    edges: ["app <- app proven BuildFailed"],
    healing: "needsCommit",
    missing: [],
    deploy: "allow",
  },
  {
    why: "it could not be applied, for a reason that stays in its message",
    objects: [failed("ReconciliationFailed")],
    edges: ["app <- app proven ReconciliationFailed"],
    healing: "unknown",
    missing: ["Withheld"],
    deploy: "allow",
  },
];

describe("what the last attempt failed on", () => {
  it.each(cases)("$why", ({ why: _why, objects, ...told }) => {
    expect(tell(decide(objects))).toEqual(told);
  });

  it("is the source, where that has no artifact: then nothing is said of the Kustomization itself", () => {
    const source = objectOf(
      "source.toolkit.fluxcd.io/v1",
      "OCIRepository",
      "flux-system/flux-system",
      { status: { conditions: [condition("Ready", "False", { reason: "FetchFailed" })] } },
    );
    expect(tell(decide([failed("ArtifactFailed"), source])).edges).toEqual([
      "app <- OCIRepository/flux-system/flux-system proven FetchFailed",
    ]);
    const other = tell(decide([failed("ReconciliationFailed"), source]));
    expect(other.edges[0]).toContain("derived FetchFailed");
  });

  it("is no more only where health checks failed: broken off they make way for a newer revision", () => {
    const app = kustomization("app", {
      status: {
        ...failedOn("", "apps_settings__ConfigMap").status,
        conditions: [condition("Ready", "False", { reason: "HealthCheckCanceled" })],
      },
    });
    const [link] = decide([app]).flux?.[0]?.because ?? [];
    expect(link?.detail).toContain("newer revision");
  });
});
