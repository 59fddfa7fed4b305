import { asJson } from "../input/as-json.ts";
import { canonicalJson } from "../snapshot/canonical-json.ts";
import type { WarrantCheck } from "../warrant/check-warrant.ts";
import type { WarrantedPlan } from "../warrant/plan-warrants.ts";

/** The bytes of a plan with its warrants: canonical JSON, indented by two, ending in a newline. */
export function writePlan({ decision, warrants, withheld }: WarrantedPlan): string {
  const document = { apiVersion: decision.apiVersion, kind: "Plan", decision, warrants, withheld };
  return canonicalJson(asJson(document), 2);
}

/** The bytes of a warrant's check, in the same form. */
export function writeWarrantCheck(check: WarrantCheck<string>): string {
  return canonicalJson(asJson(check), 2);
}
