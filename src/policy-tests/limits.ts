/** Cases of one run, all files together. */
export const TEST_CASES_MAX = 10_000;
/** Mismatches told of one case; what is beyond is left out. */
export const MISMATCHES_PER_CASE_MAX = 1_000;
