import { describe, expect, it } from "vitest";
import { createCensus, leastCount, unmetFloors } from "../../src/testing/laws/law.ts";

describe("how often a premise must have held", () => {
  it.each([
    {
      share: 0.02,
      runs: 250,
      least: 1,
      why: "five on average: chance may take four of them, but not all",
    },
    {
      share: 0.05,
      runs: 100_000,
      least: 4717,
      why: "of many runs hardly anything is left to chance",
    },
    { share: 0.5, runs: 100, least: 21, why: "fifty on average" },
    { share: 0, runs: 100, least: 1, why: "what a law names must come up at all" },
  ])("$share of $runs runs: at least $least ($why)", ({ share, runs, least }) => {
    expect(leastCount(share, runs)).toBe(least);
    const law = { floors: { premise: share } } as unknown as Parameters<typeof unmetFloors>[0];
    const census = createCensus();
    for (let count = 1; count < least; count += 1) census.count("premise");
    expect(unmetFloors(law, census, runs)).toHaveLength(1);
    census.count("premise");
    expect(unmetFloors(law, census, runs)).toEqual([]);
  });
});
