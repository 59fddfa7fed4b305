import type { Profile } from "../../../profile/profile.ts";
import { type ClusterObject, objectKey, type Snapshot } from "../../../snapshot/snapshot.ts";
import type { FluxWorld, FluxWorldKustomization, FluxWorldWorkload } from "../flux-world.ts";
import { isReleaseReady, releasesOf, workloadsOf } from "../flux-world.ts";
import { instant } from "./names-of-worlds.ts";

const TIMEOUT_SECONDS = 300;

const kinds = {
  Kustomization: "kustomize.toolkit.fluxcd.io/v1",
  OCIRepository: "source.toolkit.fluxcd.io/v1",
  HelmRelease: "helm.toolkit.fluxcd.io/v2",
  Deployment: "apps/v1",
  DaemonSet: "apps/v1",
  Job: "batch/v1",
  PersistentVolumeClaim: "v1",
} as const;
type Kind = keyof typeof kinds;

/** Writes down what a reader of the cluster would have seen; objects at the hidden places were not read. */
export function observeFluxWorld(world: FluxWorld, hidden: readonly number[] = []): Snapshot {
  const objects = objectsOf(world);
  const unread = hidden.flatMap((place) => objects[place % objects.length] ?? []);
  const seen = objects.filter((object) => !unread.includes(object));
  const unreadKinds = new Set(unread.map(({ kind }) => kind));
  return {
    apiVersion: "fleetwarrant.dev/v1alpha1",
    kind: "Snapshot",
    metadata: { name: "world", cluster: "uid-kube-system" },
    takenAt: instant(world.nowSeconds),
    objects: Object.fromEntries(seen.map((object) => [keyOf(object), object])),
    coverage: Object.entries(kinds)
      .filter(([kind]) => !unreadKinds.has(kind))
      .map(([kind, apiVersion]) => ({ kind: `${apiVersion}/${kind}`, complete: true })),
    gaps: unread.map((object) => ({ part: "objects", name: keyOf(object), reason: "NotRead" })),
  };
}

/** Each Kustomization is a root, so that each is judged. */
export function profileOfFlux({ kustomizations }: FluxWorld): Profile {
  return {
    apiVersion: "fleetwarrant.dev/v1alpha1",
    kind: "Profile",
    metadata: { name: "world" },
    spec: {
      flux: {
        roots: kustomizations.map((_, place) => ({
          namespace: "flux-system",
          name: `k-${place}`,
        })),
      },
    },
  };
}

function keyOf({ apiVersion, kind, metadata }: ClusterObject): string {
  return objectKey(apiVersion, kind, metadata.namespace, metadata.name);
}

function objectsOf(world: FluxWorld): readonly ClusterObject[] {
  return [
    sourceOf(world),
    ...world.kustomizations.flatMap((one, place) =>
      one.exists ? [kustomizationOf(world, one, place)] : [],
    ),
    ...world.releases.map((_, place) => releaseOf(world, place)),
    ...world.workloads.map((one, place) => workloadOf(one, place)),
  ];
}

type Parts = Pick<ClusterObject, "spec" | "status">;

function objectOf(kind: Kind, namespace: string, name: string, parts: Parts): ClusterObject {
  const metadata = { namespace, name, uid: `uid-${kind}-${name}`, generation: 1 };
  return { apiVersion: kinds[kind], kind, metadata, ...parts };
}

function condition(type: string, status: string, reason: string, more = {}): object {
  return { type, status, reason, ...more };
}

function revisionText(revision: number): string {
  return `latest@sha256:${revision}`;
}

function sourceOf({ source, offered }: FluxWorld): ClusterObject {
  const isRefused = source === "refused";
  return objectOf("OCIRepository", "flux-system", "source", {
    spec: source === "suspended" ? { suspend: true } : {},
    status: {
      observedGeneration: 1,
      artifact: { revision: revisionText(offered) },
      conditions: [
        isRefused
          ? condition("Ready", "False", "AuthenticationFailed")
          : condition("Ready", "True", "Succeeded"),
      ],
    },
  });
}

function kustomizationOf(
  world: FluxWorld,
  one: FluxWorldKustomization,
  place: number,
): ClusterObject {
  const { isSuspended, waits, dependsOn, generation, observed, applied, phase } = one;
  const object = objectOf("Kustomization", "flux-system", `k-${place}`, {
    spec: {
      interval: "10m0s",
      retryInterval: "2m",
      timeout: `${TIMEOUT_SECONDS / 60}m0s`,
      wait: waits,
      sourceRef: { kind: "OCIRepository", name: "source" },
      dependsOn: dependsOn.map((each) => ({ name: `k-${each}` })),
      ...(isSuspended ? { suspend: true } : {}),
    },
    status: {
      ...(observed === 0 ? {} : { observedGeneration: observed }),
      ...(applied === 0 ? {} : { lastAppliedRevision: revisionText(applied) }),
      ...(phase === "new" ? {} : { inventory: inventoryOf(world, place) }),
      ...historyOf(one),
      conditions: conditionsOf(one),
    },
  });
  return { ...object, metadata: { ...object.metadata, generation } };
}

function inventoryOf(world: FluxWorld, place: number): object {
  const ids = [
    ...releasesOf(world, place).map((at) => `apps_r-${at}_helm.toolkit.fluxcd.io_HelmRelease`),
    ...workloadsOf(world, "kustomization", place).map((at) => workloadId(world, at)),
  ];
  return { entries: ids.map((id) => ({ id, v: "v1" })) };
}

function workloadId({ workloads }: FluxWorld, place: number): string {
  const kind = workloads[place]?.kind ?? "Deployment";
  const apiVersion = kinds[kind];
  const group = apiVersion.includes("/") ? apiVersion.slice(0, apiVersion.indexOf("/")) : "";
  return `apps_w-${place}_${group}_${kind}`;
}

function historyOf({ phase, sinceSeconds }: FluxWorldKustomization): object {
  if (phase !== "failed" && phase !== "ready") return {};
  const lastReconciledStatus = phase === "failed" ? "HealthCheckFailed" : "ReconciliationSucceeded";
  return {
    history: [{ digest: "sha256:1", lastReconciled: instant(sinceSeconds), lastReconciledStatus }],
  };
}

function conditionsOf(one: FluxWorldKustomization): readonly object[] {
  switch (one.phase) {
    case "new":
      return [];
    case "ready":
      return [condition("Ready", "True", "ReconciliationSucceeded")];
    case "waiting":
      return [condition("Ready", "False", "DependencyNotReady")];
    case "running": {
      const message = `Running health checks for revision ${revisionText(one.attempted)} with a timeout of ${TIMEOUT_SECONDS / 60}m0s`;
      const running = { message, lastTransitionTime: instant(one.sinceSeconds) };
      return [
        condition("Ready", "Unknown", "Progressing"),
        condition("Reconciling", "True", "Progressing", running),
        condition("Healthy", "Unknown", "Progressing", running),
      ];
    }
    case "failed": {
      const entries = one.named.map((name) => `${name} status: 'InProgress'`);
      const message = `timeout waiting for: [${entries.join(", ")}]`;
      return [
        condition("Ready", "False", "HealthCheckFailed", { message }),
        condition("Reconciling", "True", "ProgressingWithRetry"),
        condition("Healthy", "False", "HealthCheckFailed", { message }),
      ];
    }
  }
}

function releaseOf(world: FluxWorld, place: number): ClusterObject {
  const isReady = isReleaseReady(world, place);
  const isFailing = world.releases[place]?.isFailing === true;
  const reason = isFailing ? "ArtifactFailed" : "Progressing";
  return objectOf("HelmRelease", "apps", `r-${place}`, {
    spec: {
      chartRef: { kind: "OCIRepository", name: `chart-${place}` },
      ...(world.releases[place]?.waits === true ? {} : { install: { disableWait: true } }),
    },
    status: {
      observedGeneration: 1,
      inventory: {
        entries: workloadsOf(world, "release", place).map((at) => ({
          id: workloadId(world, at),
          v: "v1",
        })),
      },
      conditions: [
        isReady
          ? condition("Ready", "True", "InstallSucceeded")
          : condition("Ready", isFailing ? "False" : "Unknown", reason),
        ...(isFailing ? [condition("Stalled", "True", "RetriesExceeded")] : []),
      ],
    },
  });
}

function workloadOf({ kind, isCurrent }: FluxWorldWorkload, place: number): ClusterObject {
  return objectOf(kind, "apps", `w-${place}`, workloadParts(kind, isCurrent));
}

function workloadParts(kind: FluxWorldWorkload["kind"], isCurrent: boolean): Parts {
  switch (kind) {
    case "Job":
      return {
        spec: {},
        status: { conditions: [condition(isCurrent ? "Complete" : "Failed", "True", "Ended")] },
      };
    case "PersistentVolumeClaim":
      return { spec: {}, status: { phase: isCurrent ? "Bound" : "Pending" } };
    case "DaemonSet":
      return {
        spec: { updateStrategy: { type: "OnDelete" } },
        status: {
          observedGeneration: 1,
          desiredNumberScheduled: 3,
          currentNumberScheduled: 3,
          updatedNumberScheduled: isCurrent ? 3 : 1,
          numberReady: 3,
          numberAvailable: 3,
        },
      };
    case "Deployment":
      return {
        spec: { replicas: 2 },
        status: {
          observedGeneration: 1,
          replicas: 2,
          updatedReplicas: 2,
          readyReplicas: isCurrent ? 2 : 1,
          availableReplicas: isCurrent ? 2 : 1,
          conditions: [condition("Available", "True", "MinimumReplicasAvailable")],
        },
      };
  }
}
