import { describe, expect, it } from "vitest";
import type { GateDecision } from "../../src/engine/decision.ts";
import { compilePolicySet } from "../../src/policies/compile-policy-set.ts";
import { decideGateCase, type GateCase } from "../support/gate-cluster.ts";
import { shippedDocuments } from "../support/shipped-policies.ts";

function gateOf(given: GateCase): GateDecision {
  const [gate] = decideGateCase(given).gates;
  if (gate === undefined) throw new Error("no gate was judged");
  return gate;
}

interface Row {
  readonly marker: string;
  readonly at: string;
  readonly state: string;
  readonly reason: string;
  readonly age?: number;
  readonly why: string;
}

const seed = "2026-07-26";
const future = { state: "invalid", reason: "ActivationInFuture" };
const active = { state: "active", reason: "WithinWindow" };
const expiring = { state: "expiring", reason: "WarnAgeReached" };
const expired = { state: "expired", reason: "FailAgeReached" };

describe("a gate's window", () => {
  it.each<Row>([
    { marker: seed, at: "2026-07-25T23:59:59Z", ...future, why: "a second before its day" },
    { marker: seed, at: "2026-07-26T00:00:00Z", ...active, age: 0, why: "its day begins" },
    { marker: seed, at: "2026-07-26T00:00:01Z", ...active, age: 0, why: "a second later" },
    { marker: seed, at: "2026-08-01T23:59:59Z", ...active, age: 6, why: "a second before day 7" },
    {
      marker: seed,
      at: "2026-08-01T23:59:59.999999999Z",
      ...active,
      age: 6,
      why: "a nanosecond before day 7",
    },
    { marker: seed, at: "2026-08-02T00:00:00Z", ...expiring, age: 7, why: "day 7 is inclusive" },
    { marker: seed, at: "2026-08-02T00:00:01Z", ...expiring, age: 7, why: "a second later" },
    {
      marker: seed,
      at: "2026-08-08T23:59:59Z",
      ...expiring,
      age: 13,
      why: "a second before day 14",
    },
    { marker: seed, at: "2026-08-09T00:00:00Z", ...expired, age: 14, why: "day 14 is inclusive" },
    { marker: seed, at: "2026-08-09T00:00:01Z", ...expired, age: 14, why: "a second later" },
    { marker: seed, at: "2027-07-26T00:00:00Z", ...expired, age: 365, why: "and for good" },
    {
      marker: seed,
      at: "2026-07-26T00:56:37+02:00",
      ...future,
      why: "the author in UTC+2 wrote the local date, which UTC has not reached: the activation's own commit",
    },
    {
      marker: seed,
      at: "2026-07-26T01:59:59+02:00",
      ...future,
      why: "it stays so until two in the morning there",
    },
    { marker: seed, at: "2026-07-26T02:00:00+02:00", ...active, age: 0, why: "and not longer" },
    {
      marker: seed,
      at: "2026-08-09T01:59:59+02:00",
      ...expiring,
      age: 13,
      why: "the bound is UTC's as well",
    },
    {
      marker: "2028-02-22",
      at: "2028-02-28T23:59:59Z",
      ...active,
      age: 6,
      why: "before a leap day",
    },
    { marker: "2028-02-22", at: "2028-02-29T00:00:00Z", ...expiring, age: 7, why: "on a leap day" },
    { marker: "2028-02-15", at: "2028-02-29T00:00:00Z", ...expired, age: 14, why: "on a leap day" },
    { marker: "2028-02-29", at: "2028-03-07T00:00:00Z", ...expiring, age: 7, why: "from one on" },
    { marker: "2027-02-22", at: "2027-03-01T00:00:00Z", ...expiring, age: 7, why: "without one" },
    {
      marker: "2027-02-29",
      at: "2027-03-01T00:00:00Z",
      ...{ state: "invalid", reason: "MarkerMalformed" },
      why: "a leap day in a common year does not exist",
    },
    {
      marker: "2026-12-25",
      at: "2026-12-31T23:59:59Z",
      ...active,
      age: 6,
      why: "the year's last second",
    },
    { marker: "2026-12-25", at: "2027-01-01T00:00:00Z", ...expiring, age: 7, why: "a new year" },
    { marker: "2026-12-18", at: "2027-01-01T00:00:00Z", ...expired, age: 14, why: "a new year" },
  ])("$marker at $at is $state: $why", ({ marker, at, state, reason, age }) => {
    const gate = gateOf({ markers: [marker], at });
    expect([gate.state, gate.reason, gate.ageDays]).toEqual([state, reason, age]);
  });

  it.each([
    { marker: seed, warnsAt: "2026-08-02T00:00:00Z", failsAt: "2026-08-09T00:00:00Z" },
    { marker: "2028-02-22", warnsAt: "2028-02-29T00:00:00Z", failsAt: "2028-03-07T00:00:00Z" },
    { marker: "2026-12-25", warnsAt: "2027-01-01T00:00:00Z", failsAt: "2027-01-08T00:00:00Z" },
  ])("of $marker warns at $warnsAt and fails at $failsAt, and is so", ({ marker, ...instants }) => {
    const at = `${marker}T12:00:00Z`;
    expect(gateOf({ markers: [marker], at })).toMatchObject(instants);
    expect(gateOf({ markers: [marker], at: instants.warnsAt }).state).toBe("expiring");
    expect(gateOf({ markers: [marker], at: instants.failsAt }).state).toBe("expired");
  });

  it.each([
    {
      warn: 1,
      fail: 1,
      at: "2026-07-26T23:59:59Z",
      state: "active",
      why: "the day itself is free",
    },
    { warn: 1, fail: 1, at: "2026-07-27T00:00:00Z", state: "expired", why: "both fall on one day" },
    { warn: 3, fail: 30, at: "2026-07-29T00:00:00Z", state: "expiring", why: "another warning" },
    { warn: 3, fail: 30, at: "2026-08-25T00:00:00Z", state: "expired", why: "another bound" },
  ])("from $warn to $fail days is $state at $at: $why", ({ warn, fail, at, state }) => {
    const params = [
      { name: "warnAgeDays", value: `${warn}` },
      { name: "failAgeDays", value: `${fail}` },
    ];
    expect(gateOf({ at, params }).state).toBe(state);
  });

  it.each([
    { name: "failAgeDays", value: "08", why: "a padded number is none: it might be octal" },
    { name: "failAgeDays", value: "6", why: "it would fail before it warns" },
    { name: "warnAgeDays", value: "15", why: "it would warn after it fails" },
    { name: "failAgeDays", value: "0", why: "there is no day 0 to fail on" },
    { name: "failAgeDays", value: "-1", why: "nor one before" },
    { name: "failAgeDays", value: "366", why: "more than a year is no window" },
    { name: "failAgeDays", value: "14.5", why: "days are whole" },
    { name: "failAgeDays", value: "1e1", why: "no exponent" },
    { name: "failAgeDays", value: "", why: "nothing is no bound" },
  ])("cannot have $name=$value: $why", ({ name, value }) => {
    const compiled = compilePolicySet(shippedDocuments(), [{ name, value }]);
    expect(compiled.ok ? [] : compiled.problems.map(({ code }) => code)).toEqual([
      "POLICY_PARAM_INVALID",
    ]);
  });
});

describe("a marker that is wrong", () => {
  it.each([
    { markers: [], reason: "MarkerMissing" },
    { markers: [seed, seed], reason: "MarkerNotUnique" },
    { markers: ["soon"], reason: "MarkerMalformed" },
    { markers: ["2026-02-30"], reason: "MarkerMalformed" },
    { markers: ["2026-07-28"], reason: "ActivationInFuture" },
  ])("$markers is $reason, denies the deploy, and the notice is still given", (row) => {
    const gate = gateOf({ markers: row.markers });
    expect(gate).toMatchObject({
      state: "invalid",
      reason: row.reason,
      denies: ["deploy", "cluster-update"],
      suppresses: ["cluster_update"],
      hold: { replicas: 0, remembered: "1" },
      combination: "holding",
    });
    expect(gate.release).toBeDefined();
  });
});
