import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../../src/input/json-value.ts";
import type { ClusterObject, Snapshot } from "../../../../src/snapshot/snapshot.ts";
import {
  atHealthChecks,
  condition,
  daemonSet,
  failedOn,
  fluxSnapshot,
  inventory,
  kustomization,
  objectOf,
} from "./flux-cluster.ts";
import { type ChainCase, decide, tell } from "./told.ts";

// Which objects a running health check waits for, and how they fare.

const agentId = "apps_agent_apps_DaemonSet";

/** `app` in its health checks, with this to say of what they are about. */
function checking(spec: JsonObject, status: JsonObject = {}): ClusterObject {
  const over = atHealthChecks();
  return kustomization("app", {
    spec: { ...over.spec, ...spec },
    status: { ...over.status, ...status },
  });
}

const checkingOn = (...healthChecks: readonly JsonObject[]): ClusterObject =>
  checking({ wait: false, healthChecks });

function agent(over: JsonObject, metadata: JsonObject = {}): ClusterObject {
  const object = daemonSet("apps/agent", "OnDelete", 0);
  return {
    ...object,
    metadata: { ...object.metadata, ...metadata },
    status: { ...(object.status as JsonObject), ...over },
  } as ClusterObject;
}

const deployment = objectOf("apps/v1", "Deployment", "apps/web", {
  spec: { replicas: 1 },
  status: { observedGeneration: 1, replicas: 1, updatedReplicas: 1 },
});
const definition = objectOf(
  "apiextensions.k8s.io/v1",
  "CustomResourceDefinition",
  "a.example.com",
  {
    status: { conditions: [condition("Established", "False", { reason: "Installing" })] },
  },
);
const namespace = (metadata: JsonObject): ClusterObject =>
  objectOf("v1", "Namespace", "apps", { metadata, status: { phase: "Terminating" } });
const job = (spec: JsonObject, status: JsonObject = {}): ClusterObject =>
  objectOf("batch/v1", "Job", "apps/migrate", { spec, status });
const slow = {
  edges: ["app <- app proven Waiting"],
  healing: "mayHeal",
  missing: [],
  deploy: "allow",
};
const open = { edges: [], healing: "unknown", deploy: "indeterminate" };

const cases: readonly ChainCase[] = [
  {
    why: "its inventory is empty, and Flux checks nothing only where there is nothing",
    objects: [checking({}, { inventory: { entries: [] } })],
    ...open,
    missing: ["NotRecorded"],
  },
  {
    why: "it has no inventory",
    objects: [checking({}, { inventory: null as never })],
    ...open,
    missing: ["NotRecorded"],
  },
  {
    why: "an entry of its inventory cannot be read",
    objects: [checking({}, { inventory: { entries: [{ id: "apps_x__ConfigMap" }, { id: "x" }] } })],
    ...open,
    missing: ["Unparsable"],
  },
  {
    why: "it checks by reference: what its inventory says is of no account",
    objects: [
      checking(
        { wait: false, healthChecks: [{ apiVersion: "v1", kind: "ConfigMap", name: "x" }] },
        { inventory: { entries: [] } },
      ),
    ],
    ...slow,
  },
  {
    why: "it applies to another cluster",
    objects: [checking({ kubeConfig: {} }, atHealthChecks(agentId).status), agent({})],
    ...open,
    missing: ["NotRecorded"],
  },
  {
    why: "it applies to another cluster, and its inventory is empty",
    objects: [checking({ kubeConfig: {} }, { inventory: { entries: [] } })],
    ...open,
    missing: ["NotRecorded"],
  },
  {
    why: "a namespace is there",
    objects: [kustomization("app", atHealthChecks("_apps__Namespace")), namespace({})],
    ...slow,
  },
  {
    why: "a namespace is being deleted, which kstatus does not take for current",
    objects: [
      kustomization("app", atHealthChecks("_apps__Namespace")),
      namespace({ deletionTimestamp: "2026-08-06T16:00:00Z" }),
    ],
    ...slow,
    edges: ["app <- Namespace/apps derived Terminating"],
  },
  {
    why: "a reference without namespace is of a cluster-scoped object",
    objects: [
      checkingOn({
        apiVersion: "apiextensions.k8s.io/v1",
        kind: "CustomResourceDefinition",
        name: "a.example.com",
      }),
      definition,
    ],
    ...slow,
    edges: ["app <- CustomResourceDefinition/a.example.com derived Installing"],
  },
  {
    why: "a reference without version is of apps/v1",
    objects: [checkingOn({ kind: "Deployment", namespace: "apps", name: "web" }), deployment],
    ...slow,
    edges: ["app <- Deployment/apps/web derived LessAvailable"],
  },
  {
    why: "a reference to itself is passed over",
    objects: [
      checkingOn({
        apiVersion: "kustomize.toolkit.fluxcd.io/v1",
        kind: "Kustomization",
        namespace: "flux-system",
        name: "app",
      }),
    ],
    ...slow,
  },
  {
    why: "a reference to one of its name elsewhere is not to itself",
    objects: [
      checkingOn({
        apiVersion: "kustomize.toolkit.fluxcd.io/v1",
        kind: "Kustomization",
        namespace: "tenants",
        name: "app",
      }),
    ],
    edges: ["app <- Kustomization/tenants/app derived NotFound"],
    healing: "unknown",
    missing: ["NotRecorded"],
    deploy: "allow",
  },
  {
    why: "what is checked by reference may be for another to make, or for nobody",
    objects: [checkingOn({ apiVersion: "apps/v1", kind: "Deployment", namespace: "a", name: "b" })],
    edges: ["app <- Deployment/a/b derived NotFound"],
    healing: "unknown",
    missing: ["NotRecorded"],
    deploy: "allow",
  },
  {
    why: "what it applied and is gone is applied anew",
    objects: [kustomization("app", atHealthChecks("a_b_apps_Deployment"))],
    ...slow,
    edges: ["app <- Deployment/a/b derived NotFound"],
  },
  {
    why: "a Job that is gone may have been done",
    objects: [kustomization("app", atHealthChecks("apps_migrate_batch_Job"))],
    ...open,
    missing: ["NotRecorded"],
  },
  {
    why: "a Job is suspended, by whoever may resume it",
    objects: [
      kustomization("app", atHealthChecks("apps_migrate_batch_Job")),
      job({ suspend: true }),
    ],
    edges: ["app <- Job/apps/migrate derived JobInProgress"],
    healing: "unknown",
    missing: ["NotRecorded"],
    deploy: "allow",
  },
  {
    why: "a Job runs",
    objects: [kustomization("app", atHealthChecks("apps_migrate_batch_Job")), job({})],
    ...slow,
    edges: ["app <- Job/apps/migrate derived JobInProgress"],
  },
  {
    why: "a node joins while nobody replaces pods",
    objects: [kustomization("app", atHealthChecks(agentId)), agent({ currentNumberScheduled: 8 })],
    edges: ["app <- DaemonSet/apps/agent derived LessCurrent"],
    healing: "needsHand",
    missing: [],
    deploy: "deny",
  },
  {
    why: "a node joins, and every pod there is is of the newest template",
    objects: [
      kustomization("app", atHealthChecks(agentId)),
      agent({ currentNumberScheduled: 8, updatedNumberScheduled: 8 }),
    ],
    ...slow,
    edges: ["app <- DaemonSet/apps/agent derived LessCurrent"],
  },
  {
    why: "its newest generation was not observed: the counts are of the one before",
    objects: [kustomization("app", atHealthChecks(agentId)), agent({}, { generation: 2 })],
    edges: ["app <- DaemonSet/apps/agent derived LatestGenerationNotObserved"],
    healing: "unknown",
    missing: ["NotRecorded"],
    deploy: "indeterminate",
  },
  {
    why: "it is being deleted: nobody has to delete its pods",
    objects: [
      kustomization("app", atHealthChecks(agentId)),
      agent({}, { deletionTimestamp: "2026-08-06T16:00:00Z" }),
    ],
    ...slow,
    edges: ["app <- DaemonSet/apps/agent derived Terminating"],
  },
  {
    why: "a claim has lost its volume",
    objects: [
      kustomization("app", atHealthChecks("apps_data__PersistentVolumeClaim")),
      objectOf("v1", "PersistentVolumeClaim", "apps/data", { status: { phase: "Lost" } }),
    ],
    edges: ["app <- PersistentVolumeClaim/apps/data derived NotBound"],
    healing: "needsHand",
    missing: [],
    deploy: "deny",
  },
  ...[
    {
      kind: "Deployment",
      type: "Progressing",
      status: "False",
      reason: "ProgressDeadlineExceeded",
    },
    { kind: "Pod", type: "PodScheduled", status: "False", reason: "Unschedulable" },
  ].map(
    ({ kind, type, status, reason }): ChainCase => ({
      why: `a ${kind} that failed may yet come up`,
      objects: [
        kustomization("app", atHealthChecks(`apps_web_${kind === "Pod" ? "" : "apps"}_${kind}`)),
        objectOf(kind === "Pod" ? "v1" : "apps/v1", kind, "apps/web", {
          status: { phase: "Pending", conditions: [condition(type, status, { reason })] },
        }),
      ],
      ...slow,
      edges: [`app <- ${kind}/apps/web derived ${kind === "Pod" ? "PodUnschedulable" : reason}`],
    }),
  ),
  {
    why: "anything else that failed needs a commit",
    objects: [
      kustomization(
        "app",
        atHealthChecks("_a.example.com_apiextensions.k8s.io_CustomResourceDefinition"),
      ),
      objectOf("apiextensions.k8s.io/v1", "CustomResourceDefinition", "a.example.com", {
        status: { conditions: [condition("NamesAccepted", "False", { reason: "Taken" })] },
      }),
    ],
    edges: ["app <- CustomResourceDefinition/a.example.com derived Taken"],
    healing: "needsCommit",
    missing: [],
    deploy: "allow",
  },
  {
    why: "of another of Flux its Ready reason is told, not that it is reconciled",
    objects: [
      kustomization(
        "app",
        atHealthChecks("flux-system_child_kustomize.toolkit.fluxcd.io_Kustomization"),
      ),
      kustomization(
        "child",
        failedOn("Job/apps/migrate status: 'Failed'", "apps_migrate_batch_Job"),
      ),
      job({}, { conditions: [condition("Failed", "True")] }),
    ],
    edges: ["app <- child derived HealthCheckFailed", "child <- Job/apps/migrate proven JobFailed"],
    healing: "needsCommit",
    missing: [],
    deploy: "allow",
  },
];

describe("health checks that run", () => {
  it.each(cases)("wait: $why", ({ why: _why, objects, ...told }) => {
    expect(tell(decide(objects))).toEqual(told);
  });

  it("wait for a Job of another group, which is not done by being gone", () => {
    const app = kustomization("app", atHealthChecks("apps_migrate_example.com_Job"));
    const { coverage } = fluxSnapshot([]);
    const [first] = coverage;
    const jobs = { ...first, kind: "example.com/v1/Job" } as Snapshot["coverage"][number];
    expect(tell(decide([app], "app", { coverage: [...coverage, jobs] }))).toEqual({
      ...slow,
      edges: ["app <- Job/apps/migrate derived NotFound"],
    });
  });

  it("are known by Healthy alone, where no message says it", () => {
    const { status } = atHealthChecks(agentId);
    const conditions = [
      condition("Reconciling", "True", { reason: "Progressing" }),
      condition("Healthy", "Unknown", { reason: "Progressing" }),
    ];
    const app = kustomization("app", { status: { ...status, conditions } });
    expect(tell(decide([app, agent({})])).healing).toBe("needsHand");
  });
});

describe("what is applied to another cluster", () => {
  it.each([
    { where: "elsewhere", spec: { kubeConfig: {} }, judged: 1 },
    { where: "here", spec: {}, judged: 2 },
  ])("is not judged as if it were of this one: $where", ({ spec, judged }) => {
    const child = "flux-system_child_kustomize.toolkit.fluxcd.io_Kustomization";
    const app = kustomization("app", { spec, status: inventory(child) });
    expect(decide([app]).counts.subjects.kustomization).toBe(judged);
  });
});

describe("what settles whether an object is there", () => {
  const app = kustomization("app", atHealthChecks("apps_db_postgresql.cnpg.io_Cluster"));
  const other = objectOf("postgresql.cnpg.io/v1", "Cluster", "apps/other");
  it.each([
    { why: "none of its kind was read", objects: [app], cure: "kubectl get" },
    { why: "others of its kind were", objects: [app, other], cure: "a manifest" },
  ])("is not the command that was run: $why", ({ objects, cure }) => {
    const coverage = fluxSnapshot([]).coverage.filter(({ kind }) => !kind.includes("cnpg"));
    const [told] = decide(objects, "app", { coverage }).flux ?? [];
    expect(told?.missing[0]?.cure?.slice(0, cure.length)).toBe(cure);
  });
});
