/** The truth about a few Kustomizations, what they applied, and how each of that fares. */
export interface FluxWorld {
  readonly nowSeconds: number;
  /** Raised by each push: the revision that the one source offers while it fetches. */
  readonly offered: number;
  readonly source: "fetching" | "suspended" | "refused";
  readonly kustomizations: readonly FluxWorldKustomization[];
  readonly releases: readonly FluxWorldRelease[];
  readonly workloads: readonly FluxWorldWorkload[];
}

export interface FluxWorldKustomization {
  /** Others may depend on one that is not there. */
  readonly exists: boolean;
  readonly isSuspended: boolean;
  /** It waits for all that it applied. */
  readonly waits: boolean;
  /** Places of others, or of none. */
  readonly dependsOn: readonly number[];
  readonly generation: number;
  readonly observed: number;
  /** Of the source; 0: none yet. */
  readonly applied: number;
  readonly attempted: number;
  /** What Flux last came to. */
  readonly phase: "new" | "ready" | "running" | "failed" | "waiting";
  /** What the last attempt waited for in vain, as `Kind/namespace/name`. */
  readonly named: readonly string[];
  /** When its health checks began, or the last attempt ended. */
  readonly sinceSeconds: number;
}

/** A HelmRelease that a Kustomization applied. */
export interface FluxWorldRelease {
  readonly kustomization: number;
  /** It is ready only once what it installed is. */
  readonly waits: boolean;
  readonly isFailing: boolean;
}

export const workloadKinds = ["Deployment", "Job", "DaemonSet", "PersistentVolumeClaim"] as const;

export interface FluxWorldWorkload {
  readonly kind: (typeof workloadKinds)[number];
  /** What applied it. */
  readonly owner: { readonly by: "kustomization" | "release"; readonly place: number };
  readonly isCurrent: boolean;
}

export function kustomizationName(place: number): string {
  return `Kustomization/flux-system/k-${place}`;
}

export function releaseName(place: number): string {
  return `HelmRelease/apps/r-${place}`;
}

export function workloadName({ workloads }: FluxWorld, place: number): string {
  return `${workloads[place]?.kind}/apps/w-${place}`;
}

export const FLUX_SOURCE_NAME = "OCIRepository/flux-system/source";

/** Places of what was applied by one owner. */
export function workloadsOf(
  { workloads }: FluxWorld,
  by: FluxWorldWorkload["owner"]["by"],
  place: number,
): readonly number[] {
  return workloads.flatMap(({ owner }, at) =>
    owner.by === by && owner.place === place ? [at] : [],
  );
}

export function releasesOf({ releases }: FluxWorld, place: number): readonly number[] {
  return releases.flatMap(({ kustomization }, at) => (kustomization === place ? [at] : []));
}

export function isReleaseReady(world: FluxWorld, place: number): boolean {
  const release = world.releases[place];
  if (release === undefined || release.isFailing) return false;
  return (
    !release.waits ||
    workloadsOf(world, "release", place).every((at) => world.workloads[at]?.isCurrent)
  );
}

/** What a Kustomization would wait for now, and that is not there yet. */
export function lackingOf(world: FluxWorld, place: number): readonly string[] {
  const { workloads, kustomizations } = world;
  if (kustomizations[place]?.waits !== true) return [];
  return [
    ...releasesOf(world, place)
      .filter((at) => !isReleaseReady(world, at))
      .map(releaseName),
    ...workloadsOf(world, "kustomization", place)
      .filter((at) => workloads[at]?.isCurrent === false)
      .map((at) => workloadName(world, at)),
  ];
}

/** Nothing stands in its way: it is at the newest revision and generation, and the next revision would come. */
export function isThrough({ kustomizations, offered, source }: FluxWorld, place: number): boolean {
  const one = kustomizations[place];
  return (
    one?.exists === true &&
    !one.isSuspended &&
    one.phase === "ready" &&
    one.observed === one.generation &&
    one.applied === offered &&
    source === "fetching"
  );
}
