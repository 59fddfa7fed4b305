import fc from "fast-check";
import { type FluxEvent, fluxHappens, settleFlux } from "../world/events/flux-events.ts";
import { type FluxWorld, workloadKinds } from "../world/flux-world.ts";

const KUSTOMIZATIONS_MAX = 4;
const WORKLOADS_MAX = 5;
const RELEASES_MAX = 2;

const place = fc.nat({ max: KUSTOMIZATIONS_MAX - 1 });
const mostly: fc.Arbitrary<boolean> = fc.nat({ max: 3 }).map((draw) => draw > 0);
const seldom: fc.Arbitrary<boolean> = mostly.map((draw) => !draw);

/** Mostly on those before it, so that circles are not the rule. */
function dependencies(at: number): fc.Arbitrary<readonly number[]> {
  const before = fc.uniqueArray(fc.nat({ max: Math.max(0, at - 1) }), { maxLength: 2 });
  return fc.oneof(
    { weight: 8, arbitrary: at === 0 ? fc.constant([]) : before },
    { weight: 1, arbitrary: fc.uniqueArray(place, { maxLength: 2 }) },
  );
}

const fresh: fc.Arbitrary<FluxWorld> = fc
  .record({
    waits: fc.array(mostly, { minLength: 1, maxLength: KUSTOMIZATIONS_MAX }),
    dependsOn: fc.tuple(dependencies(0), dependencies(1), dependencies(2), dependencies(3)),
    releases: fc.array(fc.record({ kustomization: place, waits: fc.boolean() }), {
      maxLength: RELEASES_MAX,
    }),
    workloads: fc.array(
      fc.record({
        kind: fc.constantFrom(...workloadKinds),
        by: fc.constantFrom("kustomization", "release"),
        place,
      }),
      { minLength: 1, maxLength: WORKLOADS_MAX },
    ),
  })
  .map(({ waits, dependsOn, releases, workloads }) => {
    const isOfRelease = (by: string): boolean => by === "release" && releases.length > 0;
    return settleFlux({
      nowSeconds: 1_792_000_000,
      offered: 1,
      source: "fetching",
      kustomizations: waits.map((each, at) => ({
        exists: true,
        isSuspended: false,
        waits: each,
        dependsOn: (dependsOn[at] ?? []).filter((other) => other < waits.length),
        generation: 1,
        observed: 0,
        applied: 0,
        attempted: 0,
        phase: "new",
        named: [],
        sinceSeconds: 1_792_000_000,
      })),
      releases: releases.map((each) => ({
        ...each,
        kustomization: each.kustomization % waits.length,
        isFailing: false,
      })),
      workloads: workloads.map(({ kind, by, place: at }) => ({
        kind,
        owner: isOfRelease(by)
          ? { by: "release", place: at % releases.length }
          : { by: "kustomization", place: at % waits.length },
        isCurrent: true,
      })),
    });
  });

const kustomization = place;
const workload = fc.nat({ max: WORKLOADS_MAX - 1 });

const events: fc.Arbitrary<FluxEvent> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ type: fc.constant("push") }) },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant("source"),
      is: fc.constantFrom("fetching", "fetching", "suspended", "refused"),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constantFrom("suspend", "resume", "resume", "remove", "edit", "edit"),
      kustomization,
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ type: fc.constant("workload"), workload, isCurrent: seldom }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant("release"),
      release: fc.nat({ max: RELEASES_MAX - 1 }),
      isFailing: fc.boolean(),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      type: fc.constant("reconcile"),
      kustomization,
      isOver: fc.boolean(),
    }),
  },
);

/** What Flux keeps, after a past in which things broke and it got to some of them. */
export const fluxWorlds: fc.Arbitrary<FluxWorld> = fc
  .tuple(fresh, fc.array(events, { minLength: 2, maxLength: 12 }))
  .map(([world, past]) => past.reduce(fluxHappens, world));

/** Places of objects that were not read. */
export const hiddenObjects: fc.Arbitrary<readonly number[]> = fc.uniqueArray(
  fc.nat({ max: KUSTOMIZATIONS_MAX + WORKLOADS_MAX + RELEASES_MAX }),
  { minLength: 1, maxLength: 3 },
);
