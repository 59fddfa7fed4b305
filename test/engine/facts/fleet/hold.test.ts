import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { holdRecordedTemplate } from "../../../../src/engine/facts/fleet/hold-recorded-template.ts";
import {
  holdNamed,
  holdOwned,
  holdRemembered,
  holdRememberedState,
  judgeRemembered,
} from "../../../../src/engine/facts/fleet/hold-remembered.ts";
import {
  holdReplicas,
  holdRunningReplicas,
} from "../../../../src/engine/facts/fleet/hold-replicas.ts";
import type { GatedFleetSubject } from "../../../../src/engine/facts/subject.ts";
import type { ProfileGate } from "../../../../src/profile/profile.ts";
import type { ClusterObject } from "../../../../src/snapshot/snapshot.ts";
import { codesOf, derive } from "../derive.ts";
import { gate } from "../gate/gate-subject.ts";
import { shown } from "../gate/known.ts";
import { deploymentKey, deploymentObject, fleetOf } from "./cilium-fleet.ts";

const replicasKey = gate.ownership?.rememberedReplicas ?? "";
const templateKey = gate.ownership?.reconciledTemplate ?? "";
const hash = "94910ca6".repeat(8);

const withDeployment = (deployment: ClusterObject): GatedFleetSubject =>
  fleetOf({ objects: { [deploymentKey]: deployment } });
const remembering = (text: string): GatedFleetSubject =>
  withDeployment(deploymentObject({ [replicasKey]: text }));

const listed = { coverage: [{ kind: "apps/v1/Deployment", complete: true }] };
const { ownership: _ownership, ...unnamed } = gate;

function facts(subject: GatedFleetSubject): unknown[] {
  return [
    shown(derive(holdNamed, subject)),
    shown(derive(holdOwned, subject)),
    shown(derive(holdRemembered, subject)),
    shown(derive(holdRememberedState, subject)),
  ];
}

describe("the hold", () => {
  it.each<{ subject: GatedFleetSubject; seen: unknown[]; why: string }>([
    { subject: remembering("1"), seen: [true, true, "1", "valid"], why: "the seed's remembered 1" },
    {
      subject: remembering("0"),
      seen: [true, true, "0", "zero"],
      why: "zero is owned all the same",
    },
    {
      subject: remembering("none"),
      seen: [true, true, "none", "malformed"],
      why: "any text is owned",
    },
    { subject: remembering(" "), seen: [true, true, " ", "malformed"], why: "a blank is text" },
    { subject: remembering(""), seen: [true, false, "absent", "none"], why: "nothing is written" },
    {
      subject: withDeployment(deploymentObject({})),
      seen: [true, false, "absent", "none"],
      why: "there is no annotation",
    },
    {
      subject: fleetOf({}),
      seen: [true, "unknown", "unknown", "unknown"],
      why: "the Deployment was not read",
    },
    {
      subject: fleetOf(listed),
      seen: [true, "unknown", "unknown", "unknown"],
      why: "a complete list lacks the Deployment that the profile names",
    },
    {
      subject: fleetOf({}, { gate: unnamed }),
      seen: [false, false, "absent", "none"],
      why: "the profile names none",
    },
  ])("is $seen: $why", ({ subject, seen }) => {
    expect(facts(subject)).toEqual(seen);
  });

  it("says why ownership is not known, and what would tell", () => {
    expect(derive(holdOwned, fleetOf({}))).toMatchObject({
      reasons: [
        {
          code: "NotRead",
          cure: "kubectl get deployment cluster-autoscaler -n kube-system -o json",
        },
      ],
    });
    expect(codesOf(derive(holdOwned, fleetOf(listed)))).toEqual(["Inconsistent"]);
    const gaps = [{ part: "objects", name: "apps/v1/Deployment", reason: "Forbidden" }] as const;
    expect(codesOf(derive(holdOwned, fleetOf({ gaps })))).toEqual(["Forbidden"]);
  });

  it("is not taken from a declaration", () => {
    const deployment = deploymentObject({});
    const { uid: _uid, ...metadata } = deployment.metadata;
    expect(shown(derive(holdOwned, withDeployment({ ...deployment, metadata })))).toBe("unknown");
  });
});

describe("judgeRemembered", () => {
  it.each([
    { text: "1", state: "valid", why: "the least" },
    { text: "08", state: "valid", why: "a leading zero, which is no octal" },
    { text: "0000000000000001", state: "valid", why: "many leading zeros" },
    { text: "2147483647", state: "valid", why: "the most" },
    { text: "2147483648", state: "outOfRange", why: "one more" },
    {
      text: "18446744073709551617",
      state: "outOfRange",
      why: "2^64 + 1, which 64 bits would read as 1",
    },
    { text: "99999999999", state: "outOfRange", why: "eleven digits" },
    { text: "0", state: "zero", why: "zero" },
    { text: "00", state: "zero", why: "zero twice" },
    { text: "-1", state: "malformed", why: "a sign" },
    { text: "+1", state: "malformed", why: "a sign" },
    { text: "1.0", state: "malformed", why: "a point" },
    { text: "1e3", state: "malformed", why: "an exponent" },
    { text: "1 ", state: "malformed", why: "a blank" },
    { text: "1\n", state: "malformed", why: "a line break" },
    { text: "١", state: "malformed", why: "a digit of another script" },
    { text: "null", state: "malformed", why: "a word" },
  ])("takes `$text` for $state: $why", ({ text, state }) => {
    expect(judgeRemembered(text)).toBe(state);
  });

  it("takes a number for valid exactly if it is one of 32 bits above 0, however many zeros lead", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 70n }), fc.nat(12), (number, zeros) => {
        const isValid = number > 0n && number < 2n ** 31n;
        expect(judgeRemembered("0".repeat(zeros) + number) === "valid").toBe(isValid);
      }),
    );
  });
});

describe("hold.replicas and hold.runningReplicas", () => {
  it.each<{ subject: GatedFleetSubject; counts: unknown[]; why: string }>([
    {
      subject: withDeployment(deploymentObject({})),
      counts: [0, 0],
      why: "0 is asked for, and a status without replicas means 0",
    },
    {
      subject: withDeployment(deploymentObject({}, { spec: {}, status: { replicas: 1 } })),
      counts: [1, 1],
      why: "a spec without replicas means 1",
    },
    {
      subject: withDeployment(
        deploymentObject({}, { spec: { replicas: 0 }, status: { replicas: 1 } }),
      ),
      counts: [0, 1],
      why: "one is still there",
    },
    {
      subject: withDeployment(deploymentObject({}, { status: null })),
      counts: [0, "unknown"],
      why: "there is no status",
    },
    {
      subject: withDeployment(deploymentObject({}, { spec: { replicas: "0" } })),
      counts: ["unknown", 0],
      why: "what stands there is no count",
    },
    { subject: fleetOf({}), counts: ["unknown", "unknown"], why: "the Deployment was not read" },
    {
      subject: fleetOf({}, { gate: unnamed }),
      counts: ["absent", "absent"],
      why: "the profile names none",
    },
  ])("are $counts: $why", ({ subject, counts }) => {
    expect([holdReplicas, holdRunningReplicas].map((one) => shown(derive(one, subject)))).toEqual(
      counts,
    );
  });
});

describe("hold.recordedTemplate", () => {
  const recording = (text: string): GatedFleetSubject =>
    withDeployment(deploymentObject({ [templateKey]: text }));
  const noTemplateKey: ProfileGate = {
    ...unnamed,
    ownership: {
      deployment: { namespace: "kube-system", name: "cluster-autoscaler" },
      rememberedReplicas: replicasKey,
    },
  };
  it.each<{ subject: GatedFleetSubject; seen: unknown; why: string }>([
    {
      subject: recording(hash),
      seen: "valid",
      why: "a hash is recorded",
    },
    {
      subject: recording(hash.toUpperCase()),
      seen: "missing",
      why: "upper case is none",
    },
    { subject: recording(hash.slice(1)), seen: "missing", why: "a short hash is none" },
    { subject: recording(`${hash}\n`), seen: "missing", why: "a line break follows" },
    {
      subject: withDeployment(deploymentObject({})),
      seen: "missing",
      why: "nothing is recorded",
    },
    { subject: fleetOf({}), seen: "unknown", why: "the Deployment was not read" },
    {
      subject: fleetOf({}, { gate: noTemplateKey }),
      seen: "absent",
      why: "the profile names no such annotation",
    },
    {
      subject: fleetOf({}, { gate: unnamed }),
      seen: "absent",
      why: "the profile names no hold",
    },
  ])("is $seen: $why", ({ subject, seen }) => {
    expect(shown(derive(holdRecordedTemplate, subject))).toBe(seen);
  });
});
