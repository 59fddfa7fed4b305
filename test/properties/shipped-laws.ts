import { changedNeverWavedThrough } from "../../src/testing/laws/changed-never-waved-through.ts";
import { currentProofMeansLoaded } from "../../src/testing/laws/current-proof-means-loaded.ts";
import { guardsHold } from "../../src/testing/laws/guards-hold.ts";
import { hidingConfirmsNothing } from "../../src/testing/laws/hiding-confirms-nothing.ts";
import { hidingWarrantsNothing } from "../../src/testing/laws/hiding-warrants-nothing.ts";
import { judgeBy } from "../../src/testing/laws/judge.ts";
import type { Law } from "../../src/testing/laws/law.ts";
import { onlyEvidenceWarrants } from "../../src/testing/laws/only-evidence-warrants.ts";
import { planConverges } from "../../src/testing/laws/plan-converges.ts";
import { secretsNeverLeave } from "../../src/testing/laws/secrets-never-leave.ts";
import { unchangedRebootsNothing } from "../../src/testing/laws/unchanged-reboots-nothing.ts";
import { warrantActsOnce } from "../../src/testing/laws/warrant-acts-once.ts";
import { warrantStandsAtOnce } from "../../src/testing/laws/warrant-stands-at-once.ts";
import { shippedPolicies } from "../support/shipped-policies.ts";
import { tellInMemory } from "./tell-in-memory.ts";

// biome-ignore lint/suspicious/noExplicitAny: laws of different inputs in one list
export type AnyLaw = Law<any>;

/** The laws that the shipped policies are held to, with their default params. */
export function shippedLaws(): readonly AnyLaw[] {
  const policies = shippedPolicies();
  const judge = judgeBy(policies);
  return [
    unchangedRebootsNothing(judge),
    changedNeverWavedThrough(judge),
    currentProofMeansLoaded(judge),
    onlyEvidenceWarrants(judge),
    hidingWarrantsNothing(judge),
    planConverges(judge),
    guardsHold(judge),
    secretsNeverLeave(tellInMemory),
    warrantStandsAtOnce(policies),
    warrantActsOnce(policies),
    hidingConfirmsNothing(policies),
  ];
}
