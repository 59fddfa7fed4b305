import type { Profile } from "../../src/profile/profile.ts";
import type { Snapshot } from "../../src/snapshot/snapshot.ts";
import type { WarrantCheck } from "../../src/warrant/check-warrant.ts";
import { planWarrants, type WarrantOptions } from "../../src/warrant/plan-warrants.ts";
import type { Warrant } from "../../src/warrant/warrant.ts";
import { shippedPolicies } from "../support/shipped-policies.ts";
import { HOLDER, profile as incidentProfile } from "./transaction.ts";

const policies = shippedPolicies();

/** The warrant of the plan's first step. */
export function firstWarrant(
  snapshot: Snapshot,
  profile: Profile = incidentProfile,
  options: WarrantOptions = { holder: HOLDER },
): Warrant {
  const [warrant] = planWarrants(policies, snapshot, profile, options).warrants;
  if (warrant === undefined) throw new Error("no warrant was issued");
  return warrant;
}

/** The outcome with its phase, or with the facts that it hangs on. */
export function inShort(check: WarrantCheck): string {
  switch (check.outcome) {
    case "done":
      return "done";
    case "stands":
      return `stands: ${check.phase}`;
    case "paused":
      return `paused: ${check.phase}: ${check.unmet.map(({ guard }) => guard).join(", ")}`;
    case "void":
      return `void: ${check.moved.map(({ fact }) => fact).join(", ")}`;
    case "unconfirmed":
      return `unconfirmed: ${check.unconfirmed.map(({ fact }) => fact).join(", ")}`;
  }
}
