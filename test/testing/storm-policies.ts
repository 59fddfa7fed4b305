import type { PolicySet } from "../../src/engine/policy.ts";
import { policiesOf } from "../support/inline-policy.ts";

/** A missing marker taken for a changed credential: what made the first incident. */
export const stormPolicies: PolicySet = policiesOf({
  storm: `
subject: nodeCredential
mode: first
rules:
  - name: marker-missing
    condition: marker != "current" && effect == "reboot"
    outcome: {obligations: [reboot, verify, reassert], reason: MarkerMissing}
otherwise: {obligations: [], reason: Fine}`,
});
