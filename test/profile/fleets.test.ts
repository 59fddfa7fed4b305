import { expect, it } from "vitest";
import { fleetOf, fleetsOf } from "../../src/profile/fleets.ts";
import type { Profile, ProfileGate } from "../../src/profile/profile.ts";
import { parseProfile } from "../../src/profile/read-profile.ts";

const cilium = { namespace: "kube-system", name: "cilium" };
const agent = { namespace: "logging", name: "agent" };

function gate(name: string, rest: Partial<ProfileGate> = {}): ProfileGate {
  const strategy = { kind: "HelmRelease", name: "cilium", pointer: "/spec/x" };
  const declared = { kustomization: "k.yaml", component: "hold", strategy };
  return { name, declared, marker: { key: "example.com/at" }, daemonSet: cilium, ...rest };
}

function profileOf(spec: Profile["spec"]): Profile {
  return {
    apiVersion: "fleetwarrant.dev/v1alpha1",
    kind: "Profile",
    metadata: { name: "test" },
    spec,
  };
}

it("lists each DaemonSet once, by name, with what gates and entries say of it", () => {
  const profile = profileOf({
    gates: [gate("b", { helmRelease: cilium }), gate("a")],
    fleets: [{ daemonSet: agent }, { daemonSet: cilium, stepsRecorded: true }],
  });
  expect(fleetsOf(profile)).toMatchObject([
    { name: "kube-system/cilium", gate: { name: "a" }, helmRelease: cilium, stepsRecorded: true },
    { name: "logging/agent", daemonSet: agent },
  ]);
  expect(fleetOf(profile, agent)?.name).toBe("logging/agent");
  expect(fleetOf(profile, { ...agent, name: "other" })).toBeUndefined();
});

it("names none where the profile does not", () => {
  expect(fleetsOf(profileOf({ gates: [gate("a", { daemonSet: undefined } as never)] }))).toEqual(
    [],
  );
  expect(fleetsOf(profileOf({}))).toEqual([]);
});

it("refuses a DaemonSet that has two entries", () => {
  const entry = "\n    - daemonSet: {namespace: kube-system, name: cilium}";
  const head =
    "apiVersion: fleetwarrant.dev/v1alpha1\nkind: Profile\nmetadata: {name: prod}\nspec:";
  const result = parseProfile(`${head}\n  fleets:${entry}${entry}\n`, "p.yaml");
  expect(result.ok ? [] : result.problems).toMatchObject([
    { code: "PROFILE_AMBIGUOUS", message: "fleet `kube-system/cilium` occurs twice" },
  ]);
});
