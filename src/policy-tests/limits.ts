/** Cases of one run, all files together. */
export const TEST_CASES_MAX = 10_000;
