import fc from "fast-check";

// The seed is fixed, so that whoever is told no by a failed test changed something: what a property draws by chance is no
// reason to refuse a commit that has nothing to do with it. `PROPERTY_SEED=random` explores, `PROPERTY_RUNS=10000`
// searches longer, and a failure prints its seed and path: keep it as an `examples` entry of the property that failed.
const { PROPERTY_RUNS, PROPERTY_SEED = "20261201" } = process.env;

fc.configureGlobal({
  numRuns: Number(PROPERTY_RUNS ?? 100),
  ...(PROPERTY_SEED === "random" ? {} : { seed: Number(PROPERTY_SEED) }),
});
