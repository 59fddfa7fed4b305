import fc from "fast-check";
import { type Census, createCensus, type Law, unmetFloors } from "./law.ts";

/** How a law is run. The same seed and number of runs give the same inputs. */
export interface LawOptions {
  readonly runs: number;
  readonly seed?: number;
}

/**
 * Runs one law over generated input, and says what came up.
 *
 * @throws Error with the shrunk counterexample when it is broken, or with what came up too seldom when
 *   it was hardly exercised: a law that saw nothing has shown nothing.
 */
export function checkLaw<Input>(law: Law<Input>, { runs, seed }: LawOptions): Census {
  const census = createCensus();
  fc.assert(
    fc.property(law.arbitrary, (input) => law.holds(input, census)),
    {
      numRuns: runs,
      includeErrorInReport: true,
      ...(seed === undefined ? {} : { seed }),
    },
  );
  const unmet = unmetFloors(law, census, runs);
  if (unmet.length > 0)
    throw new Error(`law "${law.name}" was hardly exercised: ${unmet.join("; ")}`);
  return census;
}
