import fc from "fast-check";
import type { GateBounds, GateCluster, GateWorld } from "../world/gate-world.ts";

/** 1971 to 2099: leap days, ends of years, and a February of 2100 that is out of reach. */
const days = fc.integer({ min: 400, max: 47_000 });

const words = fc.constantFrom("", "soon", "2026-02-30", "2027-02-29", "2026-13-01", "26-07-2026");

const clusters: fc.Arbitrary<GateCluster> = fc.record({
  strategy: fc.constantFrom("OnDelete", "RollingUpdate"),
  remembered: fc.constantFrom(undefined, "1", "0", "00", "x"),
  replicas: fc.nat({ max: 2 }),
  generation: fc.nat({ max: 9 }),
});

export const gateWorlds: fc.Arbitrary<GateWorld> = fc.record({
  isListed: fc.oneof({ weight: 5, arbitrary: fc.constant(true) }, fc.boolean()),
  setsOnDelete: fc.oneof({ weight: 5, arbitrary: fc.constant(true) }, fc.boolean()),
  markers: fc.oneof(
    { weight: 6, arbitrary: fc.tuple(days) },
    { weight: 1, arbitrary: fc.tuple(words) },
    { weight: 1, arbitrary: fc.array(fc.oneof(days, words), { maxLength: 3 }) },
  ),
  cluster: clusters,
});

export { clusters as gateClusters };

/** As params have them; few, since each makes a policy of its own. */
export const gateBounds: fc.Arbitrary<GateBounds> = fc.constantFrom(
  { warnAgeDays: 7, failAgeDays: 14 },
  { warnAgeDays: 1, failAgeDays: 1 },
  { warnAgeDays: 3, failAgeDays: 4 },
  { warnAgeDays: 14, failAgeDays: 14 },
  { warnAgeDays: 30, failAgeDays: 60 },
);
