import {
  FLUX_SOURCE_NAME,
  type FluxWorld,
  type FluxWorldKustomization,
  kustomizationName,
  releaseName,
  workloadName,
} from "./flux-world.ts";

/**
 * The world with some of its things mended: what was not there is made, what was suspended goes on, what was broken is
 * current. Time alone mends the rest: see `settleFlux`.
 */
export function mendFlux(world: FluxWorld, isMended: (name: string) => boolean): FluxWorld {
  return {
    ...world,
    source: isMended(FLUX_SOURCE_NAME) ? "fetching" : world.source,
    kustomizations: world.kustomizations.map((one, place) =>
      isMended(kustomizationName(place)) ? { ...one, exists: true, isSuspended: false } : one,
    ),
    releases: world.releases.map((one, place) =>
      isMended(releaseName(place)) ? { ...one, isFailing: false } : one,
    ),
    workloads: world.workloads.map((one, place) =>
      isMended(workloadName(world, place)) ? { ...one, isCurrent: true } : one,
    ),
  };
}

/** The world in which those of one circle wait for one another no more. */
export function cutCircle(world: FluxWorld, place: number): FluxWorld {
  const { kustomizations } = world;
  const isInCircle = (each: number): boolean =>
    reach(kustomizations, place).has(each) && reach(kustomizations, each).has(place);
  return {
    ...world,
    kustomizations: kustomizations.map((one, at) =>
      isInCircle(at)
        ? { ...one, dependsOn: one.dependsOn.filter((each) => !isInCircle(each)) }
        : one,
    ),
  };
}

/** All that one depends on, over any number of others. */
export function reach(
  kustomizations: readonly FluxWorldKustomization[],
  from: number,
): ReadonlySet<number> {
  const found = new Set<number>(kustomizations[from]?.dependsOn);
  // A set gives what is added while it is gone through.
  for (const each of found)
    for (const next of kustomizations[each]?.dependsOn ?? []) found.add(next);
  return found;
}
