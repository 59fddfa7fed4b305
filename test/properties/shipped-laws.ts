import type { PolicySet } from "../../src/engine/policy.ts";
import type { ParamSetting } from "../../src/policies/policy-settings.ts";
import { changedNeverWavedThrough } from "../../src/testing/laws/changed-never-waved-through.ts";
import { currentProofMeansLoaded } from "../../src/testing/laws/current-proof-means-loaded.ts";
import { fluxCausesAreTrue } from "../../src/testing/laws/flux-causes-are-true.ts";
import { gateNeverCalms } from "../../src/testing/laws/gate-never-calms.ts";
import { greenIsNotDelivered } from "../../src/testing/laws/green-is-not-delivered.ts";
import { guardsHold } from "../../src/testing/laws/guards-hold.ts";
import { hidingConfirmsNothing } from "../../src/testing/laws/hiding-confirms-nothing.ts";
import { hidingStepsNothing } from "../../src/testing/laws/hiding-steps-nothing.ts";
import { hidingUnblocksNothing } from "../../src/testing/laws/hiding-unblocks-nothing.ts";
import { hidingWarrantsNothing } from "../../src/testing/laws/hiding-warrants-nothing.ts";
import { type Judge, judgeBy } from "../../src/testing/laws/judge.ts";
import type { Law } from "../../src/testing/laws/law.ts";
import { onlyEvidenceWarrants } from "../../src/testing/laws/only-evidence-warrants.ts";
import { planConverges } from "../../src/testing/laws/plan-converges.ts";
import { rolloutConverges } from "../../src/testing/laws/rollout-converges.ts";
import { judgeRolloutsBy } from "../../src/testing/laws/rollout-judge.ts";
import { secretsNeverLeave } from "../../src/testing/laws/secrets-never-leave.ts";
import { stepNeverRunsAhead } from "../../src/testing/laws/step-never-runs-ahead.ts";
import { unchangedRebootsNothing } from "../../src/testing/laws/unchanged-reboots-nothing.ts";
import { warrantActsOnce } from "../../src/testing/laws/warrant-acts-once.ts";
import { warrantStandsAtOnce } from "../../src/testing/laws/warrant-stands-at-once.ts";
import type { GateBounds } from "../../src/testing/world/gate-world.ts";
import { shippedPolicies } from "../support/shipped-policies.ts";
import { tellInMemory } from "./tell-in-memory.ts";

// biome-ignore lint/suspicious/noExplicitAny: laws of different inputs in one list
export type AnyLaw = Law<any>;

/** The laws that the shipped policies are held to, with their default params. */
export function shippedLaws(): readonly AnyLaw[] {
  const policies = shippedPolicies();
  const judge = judgeBy(policies);
  const rollouts = judgeRolloutsBy(policies);
  return [
    unchangedRebootsNothing(judge),
    changedNeverWavedThrough(judge),
    currentProofMeansLoaded(judge),
    onlyEvidenceWarrants(judge),
    hidingWarrantsNothing(judge),
    planConverges(judge),
    guardsHold(judge),
    gateNeverCalms(judgeWithBounds(shippedPolicies)),
    secretsNeverLeave(tellInMemory),
    warrantStandsAtOnce(policies),
    warrantActsOnce(policies),
    hidingConfirmsNothing(policies),
    rolloutConverges(rollouts),
    stepNeverRunsAhead(rollouts),
    hidingStepsNothing(judge, rollouts),
    fluxCausesAreTrue(judge),
    hidingUnblocksNothing(judge),
    greenIsNotDelivered(judge),
  ];
}

/** The judge for each pair of bounds, made when it is first asked for. */
export function judgeWithBounds(
  policiesWith: (settings: readonly ParamSetting[]) => PolicySet,
): (bounds: GateBounds) => Judge {
  const judges = new Map<string, Judge>();
  return ({ warnAgeDays, failAgeDays }) => {
    const key = `${warnAgeDays} ${failAgeDays}`;
    const judge =
      judges.get(key) ??
      judgeBy(
        policiesWith([
          { name: "warnAgeDays", value: `${warnAgeDays}` },
          { name: "failAgeDays", value: `${failAgeDays}` },
        ]),
      );
    judges.set(key, judge);
    return judge;
  };
}
