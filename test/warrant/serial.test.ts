import { describe, expect, it } from "vitest";
import { checkWarrant } from "../../src/warrant/check-warrant.ts";
import { planWarrants } from "../../src/warrant/plan-warrants.ts";
import { shippedPolicies } from "../support/shipped-policies.ts";
import { inShort } from "./in-short.ts";
import {
  at,
  claim,
  drain,
  type Edit,
  HOLDER,
  incident,
  later,
  marker,
  patch,
  probed,
  profile,
  reboot,
  release,
  WORKER,
} from "./transaction.ts";

// One node at a time, whatever number of warrants somebody holds.

const policies = shippedPolicies();
const { warrants } = planWarrants(policies, incident, profile, { holder: HOLDER });

function check(name: string, edits: readonly Edit[]) {
  const warrant = warrants.find(({ node }) => node.name === name);
  if (warrant === undefined) throw new Error("no warrant was issued");
  const snapshot = later(...edits, at("2026-08-09T20:20:00Z"));
  return checkWarrant(warrant, snapshot, policies, profile, { holder: HOLDER });
}

const SECOND = "prod-worker-2";
const through = [patch, reboot, marker, release];

describe("the turn of a node", () => {
  it.each<{ why: string; name: string; edits: readonly Edit[]; says: string }>([
    { why: "the first of the plan", name: WORKER, edits: [], says: "stands: claim" },
    { why: "the first is not through", name: SECOND, edits: [], says: "paused: claim: Serial" },
    { why: "the first is through", name: SECOND, edits: through, says: "stands: claim" },
    {
      why: "the caller is at the first, about to reboot it",
      name: SECOND,
      edits: [claim(), patch, drain],
      says: "paused: claim: Serial",
    },
    {
      why: "the caller is at the first, which rebooted",
      name: SECOND,
      edits: [claim(), patch, reboot, probed("pulled")],
      says: "paused: claim: Serial",
    },
    {
      why: "both are claimed: neither goes down",
      name: WORKER,
      edits: [claim(), patch, drain, claim(HOLDER, SECOND)],
      says: "paused: reboot: Serial",
    },
    {
      why: "both are claimed, and this one is only to be proved",
      name: WORKER,
      edits: [claim(), patch, reboot, claim(HOLDER, SECOND)],
      says: "stands: verify",
    },
    {
      why: "claimed once, it goes on whatever comes before it now",
      name: SECOND,
      edits: [claim(HOLDER, SECOND)],
      says: "stands: patch",
    },
  ])("$name: $why → $says", ({ name, edits, says }) => {
    expect(inShort(check(name, edits))).toBe(says);
  });

  it("is kept by the node that is named", () => {
    const held = check(SECOND, [claim()]);
    expect(held).toMatchObject({
      outcome: "paused",
      unmet: [{ guard: "Serial", message: expect.stringContaining(WORKER) }],
    });
  });
});
