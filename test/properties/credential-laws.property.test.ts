import { describe, expect, it } from "vitest";
import { checkLaw } from "../../src/testing/laws/check-law.ts";
import {
  changedCredentialIsNeverWavedThrough,
  hidingWarrantsNothing,
  unchangedCredentialRebootsNothing,
} from "../../src/testing/laws/credential-laws.ts";
import { shippedPolicies } from "../support/shipped-policies.ts";

const runs = Number(process.env.LAW_RUNS ?? 1500);
const policies = shippedPolicies();

describe("the shipped registry-credential policy", () => {
  for (const law of [
    unchangedCredentialRebootsNothing(policies),
    changedCredentialIsNeverWavedThrough(policies),
    hidingWarrantsNothing(policies),
  ]) {
    it(`holds: ${law.name}`, () => {
      expect(() => checkLaw(law, { runs })).not.toThrow();
    });
  }
});
