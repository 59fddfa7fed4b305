import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createFactTable } from "../../../../src/engine/facts/fact-table.ts";
import { gateActivatedDay } from "../../../../src/engine/facts/gate/gate-activated-day.ts";
import { gateActivatedOn } from "../../../../src/engine/facts/gate/gate-activated-on.ts";
import { gateAgeDays } from "../../../../src/engine/facts/gate/gate-age-days.ts";
import { gateFacts } from "../../../../src/engine/facts/gate/gate-facts.ts";
import { gateMarker, type MarkerState } from "../../../../src/engine/facts/gate/gate-marker.ts";
import { codesOf, derive, deriveAll, evidenceOf, instant } from "../derive.ts";
import {
  declaredFiles,
  gate,
  gateSubject,
  kustomization,
  markerKey,
  withMarkers,
} from "./gate-subject.ts";
import { knownValue, shown } from "./known.ts";

const noon = "2026-08-06T12:00:00Z";

describe("gate.marker", () => {
  it.each<{ values: string[]; marker: MarkerState; why: string }>([
    { values: ["2026-07-26"], marker: "valid", why: "one day that exists" },
    { values: [], marker: "missing", why: "no marker" },
    { values: ["2026-07-26", "2026-07-26"], marker: "several", why: "two markers, though equal" },
    { values: ["2026-07-26", "soon"], marker: "several", why: "two markers, one of them wrong" },
    { values: [""], marker: "malformed", why: "nothing after the colon" },
    { values: ["2026-02-30"], marker: "malformed", why: "a day that does not exist" },
    { values: ["2026-02-29"], marker: "malformed", why: "a leap day in a common year" },
    { values: ["2024-02-29"], marker: "valid", why: "a leap day in a leap year" },
    { values: ["2026-13-01"], marker: "malformed", why: "a month that does not exist" },
    { values: ["2026-7-26"], marker: "malformed", why: "a month of one digit" },
    { values: ["26-07-2026"], marker: "malformed", why: "the day first" },
    { values: ['"2026-07-26"'], marker: "malformed", why: "quotes" },
    { values: ["2026-07-26T00:00:00Z"], marker: "malformed", why: "an instant instead of a day" },
    { values: ["2026-08-06"], marker: "valid", why: "today" },
    { values: ["2026-08-07"], marker: "future", why: "tomorrow" },
    { values: ["2027-08-06"], marker: "future", why: "next year" },
  ])("is $marker for $why", ({ values, marker }) => {
    expect(knownValue(gateMarker, gateSubject({ files: withMarkers(...values), at: noon }))).toBe(
      marker,
    );
  });

  it("ignores markers of other keys", () => {
    const markers = [{ key: "platform.example/other", value: "2026-07-26", line: 3 }];
    const files = { ...declaredFiles, [kustomization]: { markers } };
    expect(knownValue(gateMarker, gateSubject({ files }))).toBe("missing");
  });

  it("is looked for in the profile's own file where it names one", () => {
    const elsewhere = { ...gate, marker: { key: markerKey, file: "k8s/gates.yaml" } };
    const files = {
      ...declaredFiles,
      "k8s/gates.yaml": { markers: [{ key: markerKey, value: "nonsense", line: 1 }] },
    };
    expect(knownValue(gateMarker, gateSubject({ files, gate: elsewhere }))).toBe("malformed");
  });

  it("is unknown when the file was not read, and missing when it was and has none", () => {
    expect(codesOf(derive(gateMarker, gateSubject({ files: {} })))).toEqual(["NotRead"]);
    expect(knownValue(gateMarker, gateSubject({ files: { [kustomization]: {} } }))).toBe("missing");
  });

  it("may differ, for a day to come, from that day on", () => {
    const subject = gateSubject({ files: withMarkers("2026-08-07"), at: noon });
    const fact = derive(gateMarker, subject);
    expect(fact).toEqual({
      state: "value",
      value: "future",
      untilSeconds: instant("2026-08-07T00:00:00Z").seconds,
    });
  });

  it("tells where it was seen", () => {
    expect(evidenceOf(gateMarker, gateSubject({ files: declaredFiles }))).toEqual([
      ["/git/files/k8s~1controllers~1kustomization.yaml/markers/0/value", "2026-07-26"],
    ]);
  });
});

describe("gate.ageDays", () => {
  it.each<{ day: string; at: string; age: number | "absent"; why: string }>([
    {
      day: "2026-07-26",
      at: "2026-07-25T23:59:59Z",
      age: "absent",
      why: "a second before its day",
    },
    { day: "2026-07-26", at: "2026-07-26T00:00:00Z", age: 0, why: "at the start of its day" },
    { day: "2026-07-26", at: "2026-07-26T00:00:01Z", age: 0, why: "a second into its day" },
    { day: "2026-07-26", at: "2026-08-01T23:59:59Z", age: 6, why: "a second before day 7" },
    { day: "2026-07-26", at: "2026-08-02T00:00:00Z", age: 7, why: "at day 7" },
    { day: "2026-07-26", at: "2026-08-08T23:59:59Z", age: 13, why: "a second before day 14" },
    { day: "2026-07-26", at: "2026-08-09T00:00:00Z", age: 14, why: "at day 14" },
    { day: "2026-07-26", at: "2026-08-09T00:00:01Z", age: 14, why: "a second into day 14" },
    { day: "2028-02-28", at: "2028-03-01T00:00:00Z", age: 2, why: "across a leap day" },
    {
      day: "2027-02-28",
      at: "2027-03-01T00:00:00Z",
      age: 1,
      why: "across the end of a short February",
    },
    { day: "2026-12-31", at: "2027-01-01T00:00:00Z", age: 1, why: "across the end of the year" },
    {
      day: "2026-07-26",
      at: "2026-07-27T01:30:00+02:00",
      age: 0,
      why: "in UTC whatever the offset",
    },
  ])("is $age $why", ({ day, at, age }) => {
    const fact = derive(gateAgeDays, gateSubject({ files: withMarkers(day), at }));
    expect(shown(fact)).toBe(age);
  });

  it.each([
    { values: [], why: "there is no marker" },
    { values: ["2026-07-26", "2026-07-27"], why: "there are two" },
    { values: ["2026-02-30"], why: "its day does not exist" },
  ])("is absent when $why", ({ values }) => {
    const subject = gateSubject({ files: withMarkers(...values) });
    expect(derive(gateAgeDays, subject).state).toBe("absent");
    expect(derive(gateActivatedOn, subject).state).toBe("absent");
    expect(derive(gateActivatedDay, subject).state).toBe("absent");
  });

  it("holds until the next UTC midnight and changes there", () => {
    const seconds = fc.integer({ min: 0, max: 4_000_000_000 });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 40_000 }), seconds, (epochDay, later) => {
        const day = new Date(epochDay * 86_400_000).toISOString().slice(0, 10);
        const at = new Date(epochDay * 86_400_000 + later * 1000);
        const subject = gateSubject({ files: withMarkers(day), at: at.toISOString() });
        const fact = derive(gateAgeDays, subject);
        if (fact.state !== "value") throw new Error("no age");
        expect(fact.value).toBe(Math.floor(later / 86_400));
        expect(fact.untilSeconds).toBe((epochDay + fact.value + 1) * 86_400);
      }),
    );
  });
});

describe("gate.activatedOn", () => {
  it("is the day's first instant, and the day itself for messages, also when it is to come", () => {
    const subject = gateSubject({ files: withMarkers("2026-08-09"), at: noon });
    expect(knownValue(gateActivatedOn, subject)).toEqual(instant("2026-08-09T00:00:00Z"));
    expect(knownValue(gateActivatedDay, subject)).toBe("2026-08-09");
  });
});

describe("gate facts", () => {
  it("are a table, and none of them is unknown of the seed's gate", () => {
    const table = createFactTable(gateFacts);
    const facts = deriveAll(table.facts, gateSubject({ files: declaredFiles, at: noon }));
    const values = [...facts].map(([name, fact]) => [name, shown(fact)]);
    expect(Object.fromEntries(values)).toEqual({
      "gate.name": "cilium-homogeneous-devices",
      "gate.renderedStrategy": "absent",
      "gate.renderedOtherwise": "absent",
      "gate.declared": true,
      "gate.referenced": true,
      "gate.marker": "valid",
      "gate.activatedOn": instant("2026-07-26T00:00:00Z"),
      "gate.activatedDay": "2026-07-26",
      "gate.ageDays": 11,
      "gate.suppresses": ["cluster_update"],
      "gate.markerEdit": "absent",
      "gate.earlierDay": "absent",
    });
  });
});
