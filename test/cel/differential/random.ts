/** Numbers that depend on a seed alone, so that a run can be played again. */
export interface Random {
  /** A whole number from 0 to `below`, excluded. */
  readonly below: (below: number) => number;
  /** True once in `times`. */
  readonly oneIn: (times: number) => boolean;
  readonly pick: <T>(from: readonly T[]) => T;
}

/** The numbers of one run: runs of one seed do not depend on each other. */
export function randomOf(seed: number, run: number): Random {
  let state = (Math.imul(seed, 0x9e3779b1) ^ Math.imul(run + 1, 0x85ebca6b)) >>> 0;
  // The step and the mixer of "mulberry32" (T. Ettinger, public domain).
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const below = (bound: number): number => Math.floor((next() / 2 ** 32) * bound);
  return {
    below,
    oneIn: (times) => below(times) === 0,
    pick: (from) => from[below(from.length)] as (typeof from)[number],
  };
}
