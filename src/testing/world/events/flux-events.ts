import {
  type FluxWorld,
  type FluxWorldKustomization,
  isThrough,
  lackingOf,
} from "../flux-world.ts";
import { atPlace } from "./at-place.ts";

/** What may happen to what Flux keeps. Things are named by place, modulo how many there are. */
export type FluxEvent =
  | { readonly type: "push" }
  | { readonly type: "source"; readonly is: FluxWorld["source"] }
  | { readonly type: "suspend" | "resume" | "remove" | "edit"; readonly kustomization: number }
  | { readonly type: "workload"; readonly workload: number; readonly isCurrent: boolean }
  | { readonly type: "release"; readonly release: number; readonly isFailing: boolean }
  /** Flux gets to it; what it has to wait for, it is still waiting for when somebody looks, or waited for in vain. */
  | { readonly type: "reconcile"; readonly kustomization: number; readonly isOver: boolean };

const SECONDS_PER_EVENT = 60;

/** Lets one event happen, a minute after the last one. */
export function fluxHappens(before: FluxWorld, event: FluxEvent): FluxWorld {
  const world = { ...before, nowSeconds: before.nowSeconds + SECONDS_PER_EVENT };
  switch (event.type) {
    case "push":
      // A source that does not fetch offers what it had.
      return world.source === "fetching" ? { ...world, offered: world.offered + 1 } : world;
    case "source":
      return { ...world, source: event.is };
    case "suspend":
      return onKustomization(world, event.kustomization, (one) => ({ ...one, isSuspended: true }));
    case "resume":
      return onKustomization(world, event.kustomization, (one) => ({ ...one, isSuspended: false }));
    case "remove":
      return onKustomization(world, event.kustomization, (one) => ({ ...one, exists: false }));
    case "edit":
      return onKustomization(world, event.kustomization, (one) => ({
        ...one,
        generation: one.generation + 1,
      }));
    case "workload": {
      const { workload, isCurrent } = event;
      const turn = atPlace(world.workloads, workload, (one) => ({ ...one, isCurrent }));
      return { ...world, workloads: turn };
    }
    case "release": {
      const { release, isFailing } = event;
      const turn = atPlace(world.releases, release, (one) => ({ ...one, isFailing }));
      return { ...world, releases: turn };
    }
    case "reconcile":
      return reconcile(world, event.kustomization % world.kustomizations.length, event.isOver);
  }
}

/** What kustomize-controller does when it gets to one (cluster-semantics §4.2). */
function reconcile(world: FluxWorld, place: number, isOver: boolean): FluxWorld {
  const one = world.kustomizations[place];
  if (one === undefined || !one.exists || one.isSuspended) return world;
  if (one.phase === "running") return isOver ? endAttempt(world, place, one.attempted) : world;
  if (!one.dependsOn.every((each) => isMet(world, each)))
    return onKustomization(world, place, (each) => ({ ...each, phase: "waiting" }));
  if (lackingOf(world, place).length === 0 || isOver)
    return endAttempt(world, place, world.offered);
  return onKustomization(world, place, (each) => ({
    ...each,
    phase: "running",
    attempted: world.offered,
    sinceSeconds: world.nowSeconds,
  }));
}

/** Flux' own check of a dependency: it asks what that one says of itself, though it be suspended since. */
export function isMet({ kustomizations, offered }: FluxWorld, place: number): boolean {
  const one = kustomizations[place];
  if (one?.exists !== true) return false;
  return one.phase === "ready" && one.observed === one.generation && one.applied === offered;
}

function endAttempt(world: FluxWorld, place: number, revision: number): FluxWorld {
  const named = lackingOf(world, place);
  const sinceSeconds = world.nowSeconds;
  return onKustomization(world, place, (one): FluxWorldKustomization => {
    const attempted = { ...one, attempted: revision, sinceSeconds, named };
    if (named.length > 0) return { ...attempted, phase: "failed" };
    return { ...attempted, phase: "ready", applied: revision, observed: one.generation };
  });
}

/** Lets Flux get to all that is not through, until it would come to nothing else. */
export function settleFlux(world: FluxWorld): FluxWorld {
  const places = world.kustomizations.map((_, place) => place);
  // Each round carries readiness over one dependency more; a running attempt takes a round of its own.
  const rounds = places.length + 2;
  let now = world;
  for (let round = 0; round < rounds; round += 1)
    for (const kustomization of places)
      if (!isThrough(now, kustomization))
        now = fluxHappens(now, { type: "reconcile", kustomization, isOver: true });
  return now;
}

function onKustomization(
  world: FluxWorld,
  place: number,
  change: (one: FluxWorldKustomization) => FluxWorldKustomization,
): FluxWorld {
  return { ...world, kustomizations: atPlace(world.kustomizations, place, change) };
}
