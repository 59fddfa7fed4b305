import type { PolicySet } from "../../engine/policy.ts";
import type { GateBounds } from "../world/gate-world.ts";

/** The bounds that a policy about gates has for params, under the names of the shipped one; undefined: it tells none. */
export function gateBoundsOf({ policies }: PolicySet): GateBounds | undefined {
  for (const { subject, paramNames, paramValues } of policies) {
    const paramOf = (name: string): unknown => paramValues[paramNames.indexOf(name)];
    const [warnAgeDays, failAgeDays] = [paramOf("warnAgeDays"), paramOf("failAgeDays")];
    if (subject === "gate" && typeof warnAgeDays === "number" && typeof failAgeDays === "number")
      return { warnAgeDays, failAgeDays };
  }
  return undefined;
}
