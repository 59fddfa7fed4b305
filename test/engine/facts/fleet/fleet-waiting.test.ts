import { describe, expect, it } from "vitest";
import { fleetHoursWithoutAdoption } from "../../../../src/engine/facts/fleet/fleet-hours-without-adoption.ts";
import { fleetWaitingSince } from "../../../../src/engine/facts/fleet/fleet-waiting-since.ts";
import { formatTimestamp } from "../../../../src/time/time.ts";
import { codesOf, derive, evidenceOf, instant } from "../derive.ts";
import { shown } from "../gate/known.ts";
import {
  agents,
  agentTemplate,
  type FleetCase,
  fleetSubject,
  seedRevisions,
  stepOf,
} from "./cilium-fleet.ts";

const [r19, r20, r23, r26, r27] = seedRevisions;
if (!(r19 && r20 && r23 && r26 && r27)) throw new Error("the seed has five revisions");

const rebooted = [
  ...agents(8, r19.hash),
  { name: "x", node: "n1", hash: r27.hash, createdAt: "2026-08-06T09:00:00Z" },
];

describe("fleet.waitingSince", () => {
  it("is unknown where steps are recorded and their records were not read", () => {
    const subject = fleetSubject({ pods: rebooted, stepsRecorded: true });
    expect(codesOf(derive(fleetWaitingSince, subject))).toEqual(["NotRead"]);
  });

  it.each<{ given: FleetCase; since: string; why: string }>([
    {
      given: {},
      since: "2026-07-28T18:19:31Z",
      why: "the seed's pods started before revision 20 was cut",
    },
    {
      given: { pods: agents(9, r19.hash, { createdAt: "2026-07-29T00:00:00Z" }) },
      since: "2026-07-29T00:00:00Z",
      why: "pods were created after the revision that they passed over",
    },
    {
      given: { pods: agents(9, r19.hash, { startedAt: "2026-07-29T01:00:00Z" }) },
      since: "2026-07-29T01:00:00Z",
      why: "pods were started later than created",
    },
    {
      given: { pods: agents(9, r19.hash, { startedAt: "" }) },
      since: "2026-07-28T18:19:31Z",
      why: "pods have not started yet",
    },
    {
      given: {
        pods: [
          ...agents(7, r19.hash),
          ...agents(2, r27.hash, { createdAt: "2026-08-06T09:00:00Z" }),
        ],
      },
      since: "2026-08-06T09:00:00Z",
      why: "two nodes were stepped later",
    },
    {
      given: { pods: rebooted, steps: [], stepsRecorded: true },
      since: "2026-07-28T18:19:31Z",
      why: "steps are recorded, and nobody stepped the node whose pod was made anew",
    },
    {
      given: { pods: rebooted, steps: [stepOf("n1", r27.hash)], stepsRecorded: true },
      since: "2026-08-06T09:00:00Z",
      why: "steps are recorded, and this one was",
    },
    {
      given: {
        pods: rebooted,
        steps: [stepOf("n1", r27.hash, { at: "2026-08-06T08:59:59Z" })],
        stepsRecorded: true,
      },
      since: "2026-07-28T18:19:31Z",
      why: "the record is of the pod before: a reboot made this one anew since",
    },
    {
      given: { pods: rebooted, steps: [] },
      since: "2026-08-06T09:00:00Z",
      why: "the profile does not say that steps are recorded, so nobody can tell a reboot from one",
    },
    {
      given: {
        pods: [
          ...agents(5, r19.hash),
          ...agents(4, r23.hash, { createdAt: "2026-08-02T00:00:00Z" }),
        ],
      },
      since: "2026-08-03T08:09:07Z",
      why: "the first revision above all that stale pods run is 26",
    },
    {
      given: {
        revisions: [r19, { ...r20, number: 28 }],
        pods: agents(9, r19.hash, { createdAt: "2026-08-04T00:00:00Z" }),
      },
      since: "2026-08-04T00:00:00Z",
      why: "an old template came back: the date of its revision says nothing",
    },
  ])("is $since: $why", ({ given, since }) => {
    const fact = derive(fleetWaitingSince, fleetSubject(given));
    expect(fact.state === "value" ? formatTimestamp(fact.value) : fact).toBe(since);
  });

  it.each<{ given: FleetCase; codes: string[]; why: string }>([
    { given: { pods: agents(9, r27.hash) }, codes: ["absent"], why: "all pods are current" },
    { given: { pods: [] }, codes: ["absent"], why: "no pod runs" },
    { given: { coverage: [] }, codes: ["NotRead"], why: "pods were not listed" },
    { given: { pods: [{ name: "x" }] }, codes: ["Unparsable"], why: "a pod has no hash" },
    {
      given: { pods: agents(1, r19.hash, { createdAt: "" }) },
      codes: ["Unparsable"],
      why: "a pod has no date",
    },
    {
      given: {
        revisions: [
          { ...r19, createdAt: "" },
          { ...r20, createdAt: "soon" },
        ],
      },
      codes: ["Unparsable"],
      why: "the revision that waits has no date",
    },
    {
      given: { revisions: [r19, r27], template: r19.template, pods: agents(9, r27.hash) },
      codes: ["NotRecorded"],
      why: "the template was changed back and not renumbered yet",
    },
  ])("is $codes when $why", ({ given, codes }) => {
    expect(codesOf(derive(fleetWaitingSince, fleetSubject(given)))).toEqual(codes);
  });

  it("rests on the revision and on the last adoption, if that is later", () => {
    expect(evidenceOf(fleetWaitingSince, fleetSubject())).toEqual([
      [
        `/objects/apps~1v1~1ControllerRevision~1kube-system~1cilium-${r20.hash}/metadata/creationTimestamp`,
        "2026-07-28T18:19:31Z",
      ],
    ]);
    const pods = agents(1, r19.hash, { createdAt: "2026-07-29T00:00:00Z" });
    const [, adopted] = evidenceOf(fleetWaitingSince, fleetSubject({ pods }));
    expect(adopted).toEqual([
      `/objects/v1~1Pod~1kube-system~1${r19.hash}-a1/metadata/creationTimestamp`,
      "2026-07-29T00:00:00Z",
    ]);
  });
});

describe("fleet.hoursWithoutAdoption", () => {
  it.each([
    {
      at: "2026-07-28T18:19:30Z",
      hours: 0,
      until: "2026-07-28T19:19:31Z",
      why: "a second before it began",
    },
    { at: "2026-07-28T18:19:31Z", hours: 0, until: "2026-07-28T19:19:31Z", why: "as it begins" },
    {
      at: "2026-07-28T19:19:30Z",
      hours: 0,
      until: "2026-07-28T19:19:31Z",
      why: "a second before the first hour is full",
    },
    {
      at: "2026-07-28T19:19:31Z",
      hours: 1,
      until: "2026-07-28T20:19:31Z",
      why: "as the first hour is full",
    },
    {
      at: "2026-08-06T17:20:00Z",
      hours: 215,
      until: "2026-08-06T18:19:31Z",
      why: "on the day of the seed",
    },
  ])("is $hours $why", ({ at, hours, until }) => {
    expect(derive(fleetHoursWithoutAdoption, fleetSubject({ at }))).toEqual({
      state: "value",
      value: hours,
      untilSeconds: instant(until).seconds,
    });
  });

  it("is absent when nothing waits, and unknown when that is not known", () => {
    const current = fleetSubject({ pods: agents(9, r27.hash) });
    expect(shown(derive(fleetHoursWithoutAdoption, current))).toBe("absent");
    const template = agentTemplate({ image: "v1.21.0" });
    const unresolved = fleetSubject({ template, pods: agents(9, r27.hash) });
    expect(codesOf(derive(fleetHoursWithoutAdoption, unresolved))).toEqual(["Inconsistent"]);
  });
});
