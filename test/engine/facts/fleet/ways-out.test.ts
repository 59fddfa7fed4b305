import { describe, expect, it } from "vitest";
import { deliveryHelm } from "../../../../src/engine/facts/fleet/delivery-helm.ts";
import { deliveryVersion } from "../../../../src/engine/facts/fleet/delivery-version.ts";
import { rollbackReplacesPods } from "../../../../src/engine/facts/fleet/rollback-replaces-pods.ts";
import type { JsonObject, JsonValue } from "../../../../src/input/json-value.ts";
import { derive, evidenceOf } from "../derive.ts";
import { gate } from "../gate/gate-subject.ts";
import { shown } from "../gate/known.ts";
import {
  agents,
  type FleetCase,
  fleetOf,
  fleetSubject,
  helmReleaseKey,
  helmReleaseObject,
  seedRevisions,
} from "./cilium-fleet.ts";

const [r19, , , , r27] = seedRevisions;
if (!(r19 && r27)) throw new Error("the seed has five revisions");

describe("rollback.replacesPods", () => {
  it.each<{ given: FleetCase; replaced: unknown; why: string }>([
    { given: {}, replaced: 9, why: "the seed's nine agents would all get another image" },
    {
      given: { pods: agents(9, r27.hash) },
      replaced: "unknown",
      why: "all pods run the wanted template, of which a rollback takes off what the component adds",
    },
    { given: { pods: [] }, replaced: "unknown", why: "no pod runs yet" },
    {
      given: { pods: [...agents(2, r27.hash), ...agents(7, r19.hash)] },
      replaced: 7,
      why: "two of nine were stepped",
    },
    {
      given: {
        revisions: [{ ...r27, hash: "aaaaaaaaaa", number: 25 }, r27],
        pods: agents(3, "aaaaaaaaaa"),
      },
      replaced: "unknown",
      why: "stale pods run what means the same",
    },
    { given: { coverage: [] }, replaced: "unknown", why: "pods were not listed" },
  ])("is $replaced: $why", ({ given, replaced }) => {
    expect(shown(derive(rollbackReplacesPods, fleetSubject(given)))).toBe(replaced);
  });
});

describe("delivery.helm", () => {
  const ready = (status: string, rest: JsonObject = {}): JsonValue => [
    { type: "Released", status: "True" },
    { type: "Ready", status, observedGeneration: 3, ...rest },
  ];
  const delivered = (conditions?: JsonValue) =>
    fleetOf({ objects: { [helmReleaseKey]: helmReleaseObject(conditions) } });
  const { helmRelease: _helmRelease, ...unnamed } = gate;
  it.each<{ subject: ReturnType<typeof fleetOf>; state: unknown; why: string }>([
    {
      subject: delivered(ready("True", { reason: "UpgradeSucceeded" })),
      state: "succeeded",
      why: "it is ready",
    },
    {
      subject: delivered(ready("False", { reason: "UpgradeFailed" })),
      state: "failed",
      why: "it failed",
    },
    {
      subject: delivered(ready("False", { reason: "DependencyNotReady" })),
      state: "inProgress",
      why: "it waits for another",
    },
    {
      subject: delivered(ready("Unknown", { reason: "Progressing" })),
      state: "inProgress",
      why: "it is under way",
    },
    {
      subject: delivered(ready("True", { observedGeneration: 2 })),
      state: "inProgress",
      why: "it was ready before the last edit",
    },
    {
      subject: delivered([{ type: "Released", status: "True" }]),
      state: "none",
      why: "it has no such condition",
    },
    { subject: delivered(), state: "none", why: "it has no conditions" },
    {
      subject: fleetOf({
        coverage: [{ kind: "helm.toolkit.fluxcd.io/v2/HelmRelease", complete: true }],
      }),
      state: "none",
      why: "a complete list does not hold it",
    },
    { subject: fleetOf({}), state: "unknown", why: "it was not read" },
    { subject: fleetOf({}, { gate: unnamed }), state: "absent", why: "the profile names none" },
  ])("is $state when $why", ({ subject, state }) => {
    expect(shown(derive(deliveryHelm, subject))).toBe(state);
  });

  it("tells which condition it read", () => {
    expect(evidenceOf(deliveryHelm, delivered(ready("True")))).toEqual([
      [`/objects/${helmReleaseKey.replaceAll("/", "~1")}/status/conditions/1/status`, "True"],
    ]);
  });
});

describe("delivery.version", () => {
  const released = (...history: readonly JsonObject[]) =>
    fleetOf({
      objects: {
        [helmReleaseKey]: { ...helmReleaseObject(undefined), status: { history: [...history] } },
      },
    });
  it.each<{ subject: ReturnType<typeof fleetOf>; version: unknown; why: string }>([
    {
      subject: released({ version: 41, chartVersion: "1.20.0" }),
      version: "1.20.0",
      why: "one release is in the history",
    },
    {
      subject: released(
        { version: 9, chartVersion: "1.19.0" },
        { version: 10, chartVersion: "1.20.0" },
      ),
      version: "1.20.0",
      why: "numbers order releases, not their place and not their digits",
    },
    { subject: released(), version: "absent", why: "nothing was released" },
    { subject: released({ version: 1 }), version: "absent", why: "the release names no version" },
    {
      subject: fleetOf({
        coverage: [{ kind: "helm.toolkit.fluxcd.io/v2/HelmRelease", complete: true }],
      }),
      version: "absent",
      why: "a complete list does not hold it",
    },
    { subject: fleetOf({}), version: "unknown", why: "it was not read" },
  ])("is $version when $why", ({ subject, version }) => {
    expect(shown(derive(deliveryVersion, subject))).toBe(version);
  });
});
