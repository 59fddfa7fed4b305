import type fc from "fast-check";
import type { Profile } from "../../profile/profile.ts";
import type { Snapshot } from "../../snapshot/snapshot.ts";

/**
 * A law as a property that can be vacuous: it says how often its premise held and which things came up.
 * `check` throws when it held too seldom to have shown anything.
 */
export interface Law<Input> {
  readonly name: string;
  readonly statement: string;
  readonly arbitrary: fc.Arbitrary<Input>;
  /** Throws when the law is broken; counts what it saw. */
  readonly holds: (input: Input, tally: Tally) => void;
  /** The least share of runs (0 to 1) in which each of these must have come up. */
  readonly floors: Readonly<Record<string, number>>;
  /** Why these policies and this profile cannot be held to it; absent: they can. */
  readonly notAsked?: string | undefined;
  /** What of an input people are told: the world that it is about, and what of that is seen. */
  readonly sceneOf?: (input: Input) => Scene;
}

/** What a counterexample is made of. */
export interface Scene {
  /** One line each, oldest first: what happened up to the decision. */
  readonly story: readonly string[];
  readonly snapshot: Snapshot;
  readonly profile: Profile;
}

/** How often each named thing came up over the runs of one law. */
export interface Tally {
  readonly count: (name: string) => void;
}

/** Counts over the runs of one check. */
export interface Census extends Tally {
  readonly of: (name: string) => number;
  /** What came up, by name. */
  readonly counts: () => ReadonlyMap<string, number>;
}

export function createCensus(): Census {
  const counts = new Map<string, number>();
  return {
    count: (name) => counts.set(name, (counts.get(name) ?? 0) + 1),
    of: (name) => counts.get(name) ?? 0,
    counts: () => new Map([...counts].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

/** So many standard deviations of a count below what a share gives on average are still chance. */
const CHANCE_SIGMAS = 4;

/**
 * How often a thing must have come up at the least: its share of the runs less what chance may take, and once in any
 * case. Without that allowance a law with few runs would fail now and then with nothing wrong.
 */
export function leastCount(share: number, runs: number): number {
  const average = share * runs;
  return Math.max(1, Math.floor(average - CHANCE_SIGMAS * Math.sqrt(average)));
}

/** What came up less often than the law asks for; empty: the law was exercised. */
export function unmetFloors<Input>(
  law: Law<Input>,
  census: Census,
  runs: number,
): readonly string[] {
  return Object.entries(law.floors)
    .filter(([name, share]) => census.of(name) < leastCount(share, runs))
    .map(
      ([name, share]) =>
        `${name}: ${census.of(name)} of ${runs} runs, at least ${leastCount(share, runs)} wanted`,
    );
}
