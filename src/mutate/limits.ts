/** Mutants of one run, all policies together. */
export const MUTANTS_MAX = 10_000;
/** Combinations of values that a mutant is compared with its policy on. */
export const COMPARED_STATES_MAX = 20_000;
