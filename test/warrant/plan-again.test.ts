import { describe, expect, it } from "vitest";
import { checkWarrant } from "../../src/warrant/check-warrant.ts";
import { planWarrants } from "../../src/warrant/plan-warrants.ts";
import { shippedPolicies } from "../support/shipped-policies.ts";
import { inShort } from "./in-short.ts";
import {
  claim,
  type Edit,
  edited,
  HOLDER,
  later,
  marker,
  nodeIn,
  patch,
  profile,
  reboot,
  release,
  uncordon,
  WORKER,
} from "./transaction.ts";

// The warrant ran out, or the job was killed, and the same holder plans anew while it has the node.

const policies = shippedPolicies();
const RECOVERY_KEY = "platform.devantler.tech/ghcr-auth-drain-recovery";

const recorded =
  (wasCordoned: 0 | 1, initialTaints: readonly object[] = []): Edit =>
  (draft) => {
    const { metadata } = nodeIn(draft);
    metadata.annotations[RECOVERY_KEY] = JSON.stringify({
      v: 1,
      owner: HOLDER,
      uid: metadata.uid,
      phase: "active",
      desiredRevision: "a".repeat(64),
      wasCordoned,
      initialTaints,
    });
  };

function plan(...edits: readonly Edit[]) {
  return planWarrants(policies, later(...edits), profile, { holder: HOLDER });
}

describe("a plan of a node that its holder has already", () => {
  it.each([
    { was: 0, cordoned: false },
    { was: 1, cordoned: true },
  ] as const)("binds the cordon before the claim, as recorded: $was", ({ was, cordoned }) => {
    const taint = { key: "example.dev/keep", effect: "NoSchedule" };
    const { warrants } = plan(claim(), recorded(was, [taint]));
    expect(warrants[0]?.node).toMatchObject({
      name: WORKER,
      cordoned,
      taints: ["example.dev/keep:NoSchedule"],
    });
  });

  it("is withheld where no record says how it was", () => {
    const { warrants, withheld } = plan(claim());
    expect(warrants.map(({ node }) => node.name)).not.toContain(WORKER);
    expect(withheld).toMatchObject([
      { node: WORKER, because: "NotBound", missing: [{ fact: "node.cordoned" }] },
    ]);
  });

  it("needs no record where the node is not cordoned", () => {
    const { warrants } = plan(claim(), uncordon);
    expect(warrants[0]?.node).toMatchObject({ name: WORKER, cordoned: false });
  });

  it("is not done while the node wears the transaction's own cordon", () => {
    const [warrant] = plan(claim(), recorded(0)).warrants;
    if (warrant === undefined) throw new Error("no warrant was issued");
    const back = later(patch, reboot, marker, release);
    const left = edited(back, (draft) => {
      nodeIn(draft).spec.unschedulable = true;
    });
    expect(inShort(checkWarrant(warrant, back, policies, profile))).toBe("done");
    expect(inShort(checkWarrant(warrant, left, policies, profile))).toBe("void: node.cordoned");
  });
});
