import type { PolicySet } from "../../src/engine/policy.ts";
import type { ParamSetting } from "../../src/policies/policy-settings.ts";
import { gateBounds } from "../../src/testing/arbitraries/gate-worlds.ts";
import { gateNeverCalms } from "../../src/testing/laws/gate-never-calms.ts";
import { type Judge, judgeBy } from "../../src/testing/laws/judge.ts";
import { type AnyLaw, LAW_KEYS, lawOf } from "../../src/testing/laws/law-of.ts";
import { secretsNeverLeave } from "../../src/testing/laws/secrets-never-leave.ts";
import type { GateBounds } from "../../src/testing/world/gate-world.ts";
import { shippedPolicies } from "../support/shipped-policies.ts";
import { tellInMemory } from "./tell-in-memory.ts";

/** The laws that the shipped policies are held to, with their default params. */
export function shippedLaws(): readonly AnyLaw[] {
  const policies = shippedPolicies();
  // Of the shipped gate the bounds are params, and so may be anything.
  const gate = gateNeverCalms(judgeWithBounds(shippedPolicies), gateBounds);
  return [
    ...LAW_KEYS.map((key) => (key === "gateNeverCalmsDown" ? gate : lawOf(key, policies))),
    secretsNeverLeave(tellInMemory),
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
