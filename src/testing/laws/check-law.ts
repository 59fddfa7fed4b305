import fc from "fast-check";
import { createCensus, type Law, unmetFloors } from "./law.ts";

/**
 * Runs one law over generated input.
 *
 * @throws Error with the shrunk counterexample when it is broken, or with what came up too seldom when
 *   it was hardly exercised: a law that saw nothing has shown nothing.
 */
export function checkLaw<Input>(
  law: Law<Input>,
  options: { readonly runs: number; readonly seed?: number },
): void {
  const census = createCensus();
  fc.assert(
    fc.property(law.arbitrary, (input) => law.holds(input, census)),
    {
      numRuns: options.runs,
      includeErrorInReport: true,
      ...(options.seed === undefined ? {} : { seed: options.seed }),
    },
  );
  const unmet = unmetFloors(law, census, options.runs);
  if (unmet.length > 0)
    throw new Error(`law "${law.name}" was hardly exercised: ${unmet.join("; ")}`);
}
