import type fc from "fast-check";
import { named } from "../arbitraries/collections.ts";
import type { Named } from "../world/observe/collected.ts";

/**
 * Where the profile names no source for the declaration history and a claim does not tell its run, the claim is
 * taken at its word and a finding says so. The laws about changed credentials ask for one of the two.
 */
export const accountable: fc.Arbitrary<Named> = named.filter(isAccountable);

/** A boot id alone does not tell the run of a runtime that restarts by itself, unless Talos tells what is configured. */
function isAccountable({ binds, history, talos }: Named): boolean {
  return history || (binds !== "nothing" && talos);
}
