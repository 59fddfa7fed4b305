import type { JsonObject, JsonValue } from "../../../../src/input/json-value.ts";
import type { Profile } from "../../../../src/profile/profile.ts";
import type { ClusterObject, Snapshot } from "../../../../src/snapshot/snapshot.ts";
import { objectKey } from "../../../../src/snapshot/snapshot.ts";

/** The revision that the source of every Kustomization offers. */
const offered = "latest@sha256:bbb";
export const older = "latest@sha256:aaa";
export const takenAt = "2026-08-06T17:20:00Z";

/** An object of the cluster. */
export function objectOf(
  apiVersion: string,
  kind: string,
  path: string,
  rest: {
    readonly metadata?: JsonObject;
    readonly spec?: JsonObject;
    readonly status?: JsonObject;
  } = {},
): ClusterObject {
  const [namespace = "", name = ""] = path.includes("/") ? path.split("/") : ["", path];
  const { metadata, ...parts } = rest;
  return {
    apiVersion,
    kind,
    metadata: {
      name,
      ...(namespace === "" ? {} : { namespace }),
      uid: `uid-of-${kind}-${path}`,
      generation: 1,
      ...metadata,
    },
    ...parts,
  } as ClusterObject;
}

export interface ConditionOver {
  readonly reason?: string;
  readonly message?: string;
  readonly lastTransitionTime?: string;
}

export function condition(type: string, status: string, over: ConditionOver = {}): JsonObject {
  return { type, status, reason: status === "True" ? "Succeeded" : "Failed", ...over };
}

interface KustomizationOver {
  readonly metadata?: JsonObject;
  readonly spec?: JsonObject;
  readonly status?: JsonObject;
}

/** A Kustomization that stands at the revision its source offers; `over` says what a test is about. */
export function kustomization(name: string, over: KustomizationOver = {}): ClusterObject {
  return objectOf("kustomize.toolkit.fluxcd.io/v1", "Kustomization", `flux-system/${name}`, {
    ...(over.metadata === undefined ? {} : { metadata: over.metadata }),
    spec: {
      interval: "10m0s",
      retryInterval: "2m",
      timeout: "5m0s",
      wait: true,
      sourceRef: { kind: "OCIRepository", name: "flux-system" },
      ...over.spec,
    },
    status: {
      observedGeneration: 1,
      lastAppliedRevision: offered,
      conditions: [condition("Ready", "True", { reason: "ReconciliationSucceeded" })],
      ...over.status,
    },
  });
}

export function dependsOn(...names: readonly string[]): JsonObject {
  return { dependsOn: names.map((name) => ({ name })) };
}

export function inventory(...ids: readonly string[]): JsonObject {
  return { inventory: { entries: ids.map((id) => ({ id, v: "v1" })) } };
}

/** In its health checks since ten minutes, which may take twenty-five; of nothing that could hold it up where none is given. */
export function atHealthChecks(...ids: readonly string[]): KustomizationOver {
  const lastTransitionTime = "2026-08-06T17:10:00Z";
  const message = `Running health checks for revision ${offered} with a timeout of 25m0s`;
  return {
    spec: { timeout: "25m0s" },
    status: {
      ...inventory(...(ids.length === 0 ? ["apps_settings__ConfigMap"] : ids)),
      lastAppliedRevision: older,
      conditions: [
        condition("Ready", "Unknown", { reason: "Progressing" }),
        condition("Reconciling", "True", { reason: "Progressing", message, lastTransitionTime }),
        condition("Healthy", "Unknown", { reason: "Progressing", message, lastTransitionTime }),
      ],
    },
  };
}

/** Its last health checks failed on these, and it is to be tried again. */
export function failedOn(named: string, ...ids: readonly string[]): KustomizationOver {
  const message = `timeout waiting for: [${named}]`;
  return {
    status: {
      ...inventory(...ids),
      lastAppliedRevision: older,
      history: [
        {
          digest: "sha256:1",
          lastReconciled: "2026-08-06T17:19:00Z",
          lastReconciledStatus: "HealthCheckFailed",
          totalReconciliations: 3,
        },
      ],
      conditions: [
        condition("Ready", "False", { reason: "HealthCheckFailed", message }),
        condition("Reconciling", "True", { reason: "ProgressingWithRetry" }),
        condition("Healthy", "False", { reason: "HealthCheckFailed", message }),
      ],
    },
  };
}

/** Flux found a dependency of it not ready. */
export const keptByDependency: JsonObject = {
  lastAppliedRevision: older,
  conditions: [condition("Ready", "False", { reason: "DependencyNotReady" })],
};

/** The source of all of them. */
const source: ClusterObject = objectOf(
  "source.toolkit.fluxcd.io/v1",
  "OCIRepository",
  "flux-system/flux-system",
  {
    status: {
      observedGeneration: 1,
      artifact: { revision: offered },
      conditions: [condition("Ready", "True")],
    },
  },
);

/** Kinds of which these clusters were listed wholly. */
const listed = [
  "kustomize.toolkit.fluxcd.io/v1/Kustomization",
  "source.toolkit.fluxcd.io/v1/OCIRepository",
  "helm.toolkit.fluxcd.io/v2/HelmRelease",
  "apps/v1/DaemonSet",
  "apps/v1/Deployment",
  "batch/v1/Job",
  "v1/PersistentVolumeClaim",
  "postgresql.cnpg.io/v1/Cluster",
];

/** A snapshot of these objects and the source, in which all kinds that tests use were listed. */
export function fluxSnapshot(
  objects: readonly ClusterObject[],
  over: Partial<Snapshot> = {},
): Snapshot {
  const all = [source, ...objects];
  return {
    apiVersion: "fleetwarrant.dev/v1alpha1",
    kind: "Snapshot",
    takenAt,
    objects: Object.fromEntries(
      all.map((object) => {
        const { apiVersion, kind, metadata } = object;
        return [objectKey(apiVersion, kind, metadata.namespace, metadata.name), object];
      }),
    ),
    coverage: listed.map((kind) => ({ kind, complete: true, readAt: takenAt })),
    ...over,
  };
}

/** A root of a profile, by its name where nothing else is said of it. */
export type GivenRoot =
  | string
  | { readonly name: string; readonly mustQuiesce?: boolean; readonly waitSeconds?: number };

/** A profile that names these Kustomizations of `flux-system`. */
export function fluxProfile(...roots: readonly GivenRoot[]): Profile {
  return {
    apiVersion: "fleetwarrant.dev/v1alpha1",
    kind: "Profile",
    metadata: { name: "test" },
    spec: {
      flux: {
        roots: roots.map((root) => ({
          namespace: "flux-system",
          ...(typeof root === "string" ? { name: root } : root),
        })),
      },
    },
  };
}

/** A DaemonSet of which `updated` of nine pods are of the newest template. */
export function daemonSet(path: string, type: string, updated: number): ClusterObject {
  return objectOf("apps/v1", "DaemonSet", path, {
    spec: { updateStrategy: { type } },
    status: {
      observedGeneration: 1,
      desiredNumberScheduled: 9,
      currentNumberScheduled: 9,
      numberReady: 9,
      numberAvailable: 9,
      ...(updated === 0 ? {} : { updatedNumberScheduled: updated }),
    } as Record<string, JsonValue>,
  });
}
