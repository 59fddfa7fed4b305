import fc from "fast-check";

// `PROPERTY_RUNS=10000 npm test` searches longer. A failure prints its seed and path; replay it
// with `PROPERTY_SEED`, then keep it as an `examples` entry of the property that failed.
const { PROPERTY_RUNS, PROPERTY_SEED } = process.env;

fc.configureGlobal({
  numRuns: Number(PROPERTY_RUNS ?? 100),
  ...(PROPERTY_SEED === undefined ? {} : { seed: Number(PROPERTY_SEED) }),
});
