import { describe, expect, it } from "vitest";
import type { PolicySet } from "../../src/engine/policy.ts";
import type { LawKey } from "../../src/testing/laws/law-of.ts";
import { renderVerification } from "../../src/testing/verify/render-verification.ts";
import type { Verification } from "../../src/testing/verify/verification.ts";
import { verify } from "../../src/testing/verify/verify.ts";
import { writeVerification } from "../../src/testing/verify/write-verification.ts";
import { policiesOf } from "../support/inline-policy.ts";
import { shippedPolicies } from "../support/shipped-policies.ts";
import { stormPolicies } from "./storm-policies.ts";

const unchanged = "unchangedCredentialRebootsNothing";

function asked(policies: PolicySet, laws: readonly LawKey[], runs = 100): Verification {
  return verify(policies, { runs, seed: 7, laws });
}

function toldOf(verification: Verification): string {
  return renderVerification(verification, { width: 100, color: false });
}

describe("a verification", () => {
  const broken = asked(stormPolicies, [unchanged]);
  const [report] = broken.laws;

  it("finds the first incident within a handful of runs, on the smallest fleet", () => {
    expect(report).toMatchObject({ law: unchanged, outcome: "broken" });
    expect(report?.runs).toBeLessThan(20);
    expect(report?.counterexample?.scene?.story[0]).toMatch(/^a fleet of [a-z]+-\d \(Talos v1.13/);
    expect(Object.keys(report?.counterexample?.scene?.snapshot.objects ?? {})).toHaveLength(3);
  });

  it("tells it as a story that ends in what is wrong", () => {
    const text = toldOf(broken);
    expect(text).toMatch(/^BROKEN: 1 of 1 law \(100 runs of each law, seed 7\)/);
    expect(text).toMatch(
      /1\. {2}a fleet of .*\n( {4}.*\n)* {4}→ {2}.* would reboot though its login is unchanged/,
    );
  });

  it("is the same from the same seed, and another from another", () => {
    expect(writeVerification(asked(stormPolicies, [unchanged]))).toBe(writeVerification(broken));
    expect(
      writeVerification(verify(stormPolicies, { runs: 100, seed: 8, laws: [unchanged] })),
    ).not.toBe(writeVerification(broken));
  });

  it("says which rules fired and which never did", () => {
    const { explored } = asked(shippedPolicies(), [unchanged], 30);
    expect(explored.decisions).toBe(30);
    expect(explored.rules["registry-credential/image-unproven"]).toBeGreaterThan(0);
    expect(explored.rules["registry-credential/credential-invalid"]).toBe(0);
    expect(explored.actions).toMatchObject({ restart: 0, reboot: 0 });
  });

  it.each<{
    why: string;
    policies: PolicySet;
    laws: readonly LawKey[];
    outcome: string;
    text: RegExp;
  }>([
    {
      why: "every law holds",
      policies: shippedPolicies(),
      laws: [unchanged, "greenIsNotDelivered"],
      outcome: "holds holds",
      text: /^HOLDS: 2 laws \(100 runs/,
    },
    {
      why: "a law that cannot be asked is no failure beside one that holds",
      policies: policiesOf({
        own: `
subject: nodeCredential
mode: first
rules:
  - name: blocked
    condition: load != "same"
    outcome: {blocked: refused, reason: Differs}
  - {name: unproven, condition: image != "proved", outcome: {obligations: [verify], reason: Unproven}}
  - {name: lost, condition: marker != "current", outcome: {obligations: [reassert], reason: Lost}}
otherwise: {obligations: [], reason: Fine}`,
      }),
      laws: [unchanged, "gateNeverCalmsDown"],
      outcome: "holds notAsked",
      text: /^HOLDS: 1 law; 1 cannot be asked of these policies.*no policy is about gates/s,
    },
    {
      why: "nothing that can be asked: nothing was shown",
      policies: stormPolicies,
      laws: ["gateNeverCalmsDown"],
      outcome: "notAsked",
      text: /^NOT SHOWN: no law was exercised/,
    },
    {
      why: "a policy that asks for nothing never shows what must come up",
      policies: policiesOf({
        calm: `
subject: nodeCredential
mode: first
rules: [{name: odd, condition: marker == "legacy", outcome: {obligations: [], reason: Odd}}]
otherwise: {obligations: [], reason: Fine}`,
      }),
      laws: [unchanged],
      outcome: "hardlyExercised",
      text: /^NOT SHOWN: of 1 law 1 hardly saw what must come up.*UNSHOWN/s,
    },
  ])("is $outcome: $why", ({ policies, laws, outcome, text }) => {
    const verification = asked(policies, laws);
    expect(verification.laws.map((law) => law.outcome).join(" ")).toBe(outcome);
    expect(toldOf(verification)).toMatch(text);
  });

  it("tells each law's start and end", () => {
    const said: string[] = [];
    verify(stormPolicies, {
      runs: 5,
      seed: 7,
      laws: ["gateNeverCalmsDown", unchanged],
      onLaw: (law, done) => said.push(`${law} ${done?.outcome ?? "…"}`),
    });
    expect(said).toEqual([
      "gateNeverCalmsDown …",
      "gateNeverCalmsDown notAsked",
      `${unchanged} …`,
      `${unchanged} broken`,
    ]);
  });
});
