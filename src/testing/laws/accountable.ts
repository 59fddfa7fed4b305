import type fc from "fast-check";
import { namings } from "../arbitraries/collections.ts";
import type { ClusterNames } from "../world/cluster-names.ts";
import type { Named } from "../world/observe/collected.ts";
import { namedBy } from "../world/observe/named-by.ts";

/**
 * Where the profile names no source for the declaration history and a claim does not tell its run, the claim is
 * taken at its word and a finding says so. The laws about changed credentials ask for one of the two.
 */
export function accountable(names: ClusterNames): fc.Arbitrary<Named> {
  return names.profile === undefined ? namings(names).filter(isAccountable) : namings(names);
}

/** Why somebody's profile cannot be held to the laws about changed credentials; undefined: it can. */
export function unaccountable({ profile }: ClusterNames): string | undefined {
  return profile === undefined || isAccountable(namedBy(profile))
    ? undefined
    : "the profile collects no history of declarations, and its proofs do not tell their run: a claim is taken at its word";
}

/** A boot id alone does not tell the run of a runtime that restarts by itself, unless Talos tells what is configured. */
function isAccountable({ binds, history, talos }: Named): boolean {
  return history || (binds !== "nothing" && talos);
}
