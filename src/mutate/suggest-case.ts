import type { Witness } from "./compare-everywhere.ts";
import type { Mutant } from "./mutant.ts";

/** Values named in a suggestion; more help nobody. */
const VALUES_TOLD_MAX = 8;

/** What case would tell a survivor: values with which it decides otherwise where they are known, else what to look at. */
export function suggestionFor({ hint }: Mutant, witness: Witness | undefined): string {
  if (witness === undefined) return hint;
  const { values, before, after } = witness;
  const told = values.slice(0, VALUES_TOLD_MAX).map(({ name, value }) => `${name} = ${value}`);
  const more = values.length > told.length ? ", …" : "";
  const where =
    told.length === 0
      ? "a case in which nothing is known"
      : `a case with ${told.join(", ")}${more}`;
  return `${where}: it is ${before}, and with the change ${after}`;
}
