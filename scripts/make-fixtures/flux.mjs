// The Flux objects of the production cluster while the gate was up: a chain of Kustomizations, and what they applied.
import { after, digestFrom, kubectlJson, list, resourceVersion, uuid } from "./shapes.mjs";

const namespace = "flux-system";
const revisions = {
  applied: `latest@sha256:${digestFrom("", "manifests/applied")}`,
  offered: `latest@sha256:${digestFrom("", "manifests/offered")}`,
};

/** Health checks of the controllers began here; twenty-five minutes are theirs. */
const checkedSince = "2026-08-06T17:11:19Z";

function condition(type, status, reason, { message, at }) {
  return { lastTransitionTime: at, message, reason, status, type };
}

function kustomization(name, { generation, observed, spec, status, applier = "flux-system" }) {
  return {
    apiVersion: "kustomize.toolkit.fluxcd.io/v1",
    kind: "Kustomization",
    metadata: {
      name,
      namespace,
      uid: uuid(`kustomization/${name}`),
      resourceVersion: resourceVersion(checkedSince),
      generation,
      creationTimestamp: "2026-02-14T09:20:11Z",
      finalizers: ["finalizers.fluxcd.io"],
      labels: {
        "kustomize.toolkit.fluxcd.io/name": applier,
        "kustomize.toolkit.fluxcd.io/namespace": namespace,
      },
    },
    spec: {
      interval: "60m0s",
      path: `./clusters/prod/${name}`,
      prune: true,
      retryInterval: "2m0s",
      sourceRef: { kind: "OCIRepository", name: "flux-system" },
      ...spec,
    },
    status: { observedGeneration: observed ?? generation, ...status },
  };
}

function entries(...ids) {
  return { entries: ids.map(([id, v]) => ({ id, v })) };
}

const layers = ["infrastructure-controllers", "infrastructure", "apps"];

function flux() {
  const message = `Applied revision: ${revisions.offered}`;
  const at = after(checkedSince, -21);
  return kustomization("flux-system", {
    generation: 3,
    spec: { timeout: "5m0s" },
    status: {
      conditions: [condition("Ready", "True", "ReconciliationSucceeded", { message, at })],
      inventory: entries(
        ["flux-system_flux-system_kustomize.toolkit.fluxcd.io_Kustomization", "v1"],
        ...layers.map((name) => [
          `flux-system_${name}_kustomize.toolkit.fluxcd.io_Kustomization`,
          "v1",
        ]),
      ),
      lastAppliedRevision: revisions.offered,
      lastAttemptedRevision: revisions.offered,
    },
  });
}

const releases = [
  ["cert-manager", "cert-manager"],
  ["cnpg-system", "cloudnative-pg"],
  ["kube-system", "cilium"],
  ["longhorn-system", "longhorn"],
];

/** With `wait` and no health checks of its own it waits for all that it applied. */
function controllers() {
  const message = `Running health checks for revision ${revisions.offered} with a timeout of 25m0s`;
  const told = { message, at: checkedSince };
  return kustomization("infrastructure-controllers", {
    generation: 58,
    observed: 58,
    spec: { timeout: "25m0s", wait: true },
    status: {
      conditions: [
        condition("Ready", "Unknown", "Progressing", {
          message: "Reconciliation in progress",
          at: after(checkedSince, -4),
        }),
        condition("Reconciling", "True", "Progressing", told),
        condition("Healthy", "Unknown", "Progressing", told),
      ],
      history: [
        {
          digest: `sha256:${digestFrom("", "build/controllers")}`,
          firstReconciled: "2026-08-06T15:12:07Z",
          lastReconciled: after(checkedSince, -131),
          lastReconciledDuration: "25m9.4s",
          lastReconciledStatus: "HealthCheckFailed",
          metadata: { revision: revisions.applied },
          totalReconciliations: 4,
        },
      ],
      inventory: entries(
        ["_cnpg-system__Namespace", "v1"],
        ["_longhorn-system__Namespace", "v1"],
        ...releases.map(([where, name]) => [
          `${where}_${name}_helm.toolkit.fluxcd.io_HelmRelease`,
          "v2",
        ]),
        ["observability_coroot-db_postgresql.cnpg.io_Cluster", "v1"],
      ),
      lastAppliedRevision: revisions.applied,
      lastAttemptedRevision: revisions.offered,
    },
  });
}

/** Each hand-off pauses and resumes it: that costs two generations, which are observed once it is ready. */
function waiting(name, { on, generation, observed, isReconciling, timeout }) {
  const message = `dependency '${namespace}/${on}' is not ready`;
  const at = after(checkedSince, 3);
  return kustomization(name, {
    generation,
    observed,
    spec: { dependsOn: [{ name: on }], timeout, wait: true },
    status: {
      conditions: [
        condition("Ready", "False", "DependencyNotReady", { message, at }),
        ...(isReconciling
          ? [
              condition("Reconciling", "True", "ProgressingWithRetry", {
                message: "reconciling",
                at,
              }),
            ]
          : []),
      ],
      inventory: { entries: [] },
      lastAppliedRevision: revisions.applied,
      lastAttemptedRevision: revisions.applied,
    },
  });
}

function source() {
  const at = after(checkedSince, -39);
  const message = `stored artifact for digest '${revisions.offered}'`;
  return {
    apiVersion: "source.toolkit.fluxcd.io/v1",
    kind: "OCIRepository",
    metadata: {
      name: "flux-system",
      namespace,
      uid: uuid("ocirepository/flux-system"),
      resourceVersion: resourceVersion(at),
      generation: 2,
      creationTimestamp: "2026-02-14T09:20:10Z",
    },
    spec: {
      interval: "1m0s",
      ref: { tag: "latest" },
      secretRef: { name: "ksail-registry-credentials" },
      url: "oci://ghcr.io/devantler-tech/platform/manifests",
    },
    status: {
      artifact: {
        digest: revisions.offered.slice("latest@".length),
        lastUpdateTime: at,
        revision: revisions.offered,
      },
      conditions: [
        condition("Ready", "True", "Succeeded", { message, at }),
        condition("ArtifactInStorage", "True", "Succeeded", { message, at }),
      ],
      observedGeneration: 2,
    },
  };
}

/** A release beside cilium's that is of no interest: it is ready. */
function otherRelease([where, name]) {
  const at = "2026-08-04T11:02:36Z";
  const message = `Helm upgrade succeeded for release ${where}/${name}.v9`;
  return {
    apiVersion: "helm.toolkit.fluxcd.io/v2",
    kind: "HelmRelease",
    metadata: {
      name,
      namespace: where,
      uid: uuid(`helmrelease/${where}/${name}`),
      resourceVersion: resourceVersion(at),
      generation: 9,
      creationTimestamp: "2026-02-14T09:31:02Z",
    },
    spec: { interval: "10m0s", timeout: "10m" },
    status: {
      conditions: [condition("Ready", "True", "UpgradeSucceeded", { message, at })],
      lastAttemptedReleaseAction: "upgrade",
      observedGeneration: 9,
    },
  };
}

/** Everything that `kubectl get … -A` gives of Flux, `cilium` being the HelmRelease of the gated DaemonSet. */
export function fluxFiles(cilium) {
  return {
    "kustomizations.json": kubectlJson(
      list([
        waiting("apps", {
          on: "infrastructure",
          generation: 44,
          observed: 44,
          isReconciling: false,
          timeout: "30m0s",
        }),
        flux(),
        waiting("infrastructure", {
          on: "infrastructure-controllers",
          generation: 721,
          observed: 719,
          isReconciling: true,
          timeout: "20m0s",
        }),
        controllers(),
      ]),
    ),
    "ocirepositories.json": kubectlJson(list([source()])),
    "helmreleases.json": kubectlJson(
      list([...releases.filter(([, name]) => name !== "cilium").map(otherRelease), cilium]),
    ),
  };
}

/** Kinds that were listed wholly, of all namespaces. */
export const fluxKinds = [
  "kustomize.toolkit.fluxcd.io/v1/Kustomization",
  "source.toolkit.fluxcd.io/v1/OCIRepository",
  "helm.toolkit.fluxcd.io/v2/HelmRelease",
  "apps/v1/DaemonSet",
];
