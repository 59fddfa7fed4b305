import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PolicySet } from "../../src/engine/policy.ts";
import type { Profile } from "../../src/profile/profile.ts";
import { laws, namesOf, observe, worlds } from "../../src/testing/index.ts";
import { collectedWhole } from "../../src/testing/world/observe/collected.ts";
import { namedBy } from "../../src/testing/world/observe/named-by.ts";
import { loadSources, readIncident } from "../support/incident-folder.ts";
import { policiesOf } from "../support/inline-policy.ts";
import { shippedPolicies } from "../support/shipped-policies.ts";

const shipped = shippedPolicies();
const { profile } = loadSources(readIncident("reboot-storm/stage"));
const { unchangedCredentialRebootsNothing: unchanged } = laws;

const said = (law: fc.IPropertyWithHooks<unknown>, runs = 100): string => {
  const { failed, errorInstance } = fc.check(law, { numRuns: runs });
  return failed ? String(errorInstance) : "holds";
};

/** Every worker, whatever is known of it. */
const always = (outcome: string): PolicySet =>
  policiesOf({
    always: `subject: nodeCredential\nmode: first\nrules: [{name: some, condition: 'node.role == "worker"', outcome: ${outcome}}]\notherwise: {obligations: [], reason: Other}`,
  });

/** What bound proofs and a history make of the incident's profile. */
const bound: Profile = {
  ...profile,
  spec: {
    ...profile.spec,
    credentials: (profile.spec.credentials ?? []).map((credential) => ({
      ...credential,
      history: true,
      proof: { ...credential.proof, uid: "proof.example/uid", bootId: "proof.example/boot-id" },
    })),
  },
};

/** Of worlds that bring their own names. */
const unnamed = new Set([
  "gateNeverCalmsDown",
  "rolloutConverges",
  "stepNeverRunsAhead",
  "hidingStepsNothing",
  "fluxCausesAreTrue",
  "hidingUnblocksNothing",
  "greenIsNotDelivered",
]);

describe("laws as properties", () => {
  it.each(Object.entries(laws).filter(([name]) => !unnamed.has(name)))(
    "%s holds on the worlds of somebody's own profile",
    (_, law) => {
      expect(said(law(shipped, bound), 99)).toBe("holds");
    },
  );

  it.each<{
    why: string;
    law: keyof typeof laws;
    policies: PolicySet;
    told: RegExp;
    own?: Profile;
  }>([
    {
      why: "a worker that reboots whatever is known",
      law: "unchangedCredentialRebootsNothing",
      policies: always("{obligations: [reboot, verify, reassert], reason: Always}"),
      told: /would reboot though its login is unchanged/,
    },
    {
      why: "the same where things are called as in somebody's profile",
      law: "unchangedCredentialRebootsNothing",
      policies: always("{obligations: [reboot, verify, reassert], reason: Always}"),
      told: /would reboot though its login is unchanged/,
      own: profile,
    },
    {
      why: "nothing ever comes up, so nothing was shown",
      law: "unchangedCredentialRebootsNothing",
      policies: always("{obligations: [], reason: Always}"),
      told: /hardly exercised: some node: blocked: 0 of 100 runs, at least 1 wanted/,
    },
    {
      why: "policies about gates are not held to laws about nodes",
      law: "unchangedCredentialRebootsNothing",
      policies: policiesOf({
        gates:
          "subject: gate\nmode: first\nrules: [{name: some, condition: gate.declared, outcome: {state: active, reason: Any}}]\notherwise: {state: active, reason: Any}",
      }),
      told: /cannot be asked: no policy is about nodes/,
    },
    {
      why: "nor the other way round",
      law: "gateNeverCalmsDown",
      policies: always("{obligations: [], reason: Always}"),
      told: /cannot be asked: no policy is about gates/,
    },
    {
      why: "claims that bind nothing are taken at their word",
      law: "changedCredentialIsNeverWavedThrough",
      policies: shipped,
      told: /cannot be asked: the profile collects no history/,
      own: profile,
    },
    {
      why: "a plan on the word of such claims has no end",
      law: "planConverges",
      policies: shipped,
      told: /cannot be asked: the profile's proofs do not tell their run/,
      own: profile,
    },
  ])("says of $why: $told", ({ law, policies, told, own }) => {
    expect(said(laws[law](policies, own))).toMatch(told);
  });

  it("is not called vacuous before enough was run to tell", () => {
    expect(said(unchanged(always("{obligations: [], reason: Always}")), 99)).toBe("holds");
  });
});

describe("a world of somebody's own profile", () => {
  it("is observed under the profile's names", () => {
    const [world] = fc.sample(worlds(namesOf(bound)), { numRuns: 1, seed: 3 });
    if (world === undefined) throw new Error("no world");
    const snapshot = observe(world, collectedWhole(namedBy(bound), world.nodes));
    expect(world.credentials.map(({ name, host }) => `${name} ${host}`)).toEqual([
      "registry ghcr.io",
    ]);
    expect(Object.keys(snapshot.git?.files ?? {})).toContain(
      "k8s/bases/infrastructure/controllers/ksail-operator/helm-release.yaml",
    );
    expect(Object.keys(snapshot.credentials?.registry?.live ?? {})).toEqual([
      "flux-system/ksail-registry-credentials",
    ]);
  });
});
