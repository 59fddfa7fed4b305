import { describe, expect, it } from "vitest";
import {
  fleetAvailable,
  fleetDesired,
  fleetReady,
  fleetScheduled,
  fleetUpdated,
} from "../../../../src/engine/facts/fleet/fleet-counters.ts";
import { fleetExists } from "../../../../src/engine/facts/fleet/fleet-exists.ts";
import { fleetObserved } from "../../../../src/engine/facts/fleet/fleet-observed.ts";
import { fleetStrategy } from "../../../../src/engine/facts/fleet/fleet-strategy.ts";
import { codesOf, derive, evidenceOf } from "../derive.ts";
import { shown } from "../gate/known.ts";
import {
  daemonSetKey,
  daemonSetObject,
  type FleetCase,
  fleetOf,
  fleetSubject,
} from "./cilium-fleet.ts";

const counters = [fleetDesired, fleetScheduled, fleetUpdated, fleetReady, fleetAvailable];

const gone = { coverage: [{ kind: "apps/v1/DaemonSet", complete: true }] };

describe("counters of a fleet", () => {
  it.each<{ status: FleetCase["status"]; counts: unknown[]; why: string }>([
    {
      status: undefined,
      counts: [9, 9, 0, 9, 9],
      why: "the seed's: updated is left out, so it is 0",
    },
    {
      status: {
        desiredNumberScheduled: 9,
        currentNumberScheduled: 9,
        numberReady: 8,
        updatedNumberScheduled: 3,
        numberMisscheduled: 0,
      },
      counts: [9, 9, 3, 8, 0],
      why: "available is left out, so it is 0",
    },
    {
      status: {
        desiredNumberScheduled: 0,
        currentNumberScheduled: 0,
        numberReady: 0,
        numberMisscheduled: 0,
      },
      counts: [0, 0, 0, 0, 0],
      why: "no node is wanted",
    },
    {
      status: { desiredNumberScheduled: 9, numberReady: 9 },
      counts: [9, "unknown", 0, 9, 0],
      why: "scheduled is never left out, so it was cut",
    },
    {
      status: { currentNumberScheduled: 9, numberReady: 9, updatedNumberScheduled: 9 },
      counts: ["unknown", "unknown", "unknown", "unknown", "unknown"],
      why: "a status without desired was cut, and nothing left out of it is 0",
    },
    {
      status: {},
      counts: ["unknown", "unknown", "unknown", "unknown", "unknown"],
      why: "nothing was written yet",
    },
    {
      status: null,
      counts: ["unknown", "unknown", "unknown", "unknown", "unknown"],
      why: "there is no status",
    },
    {
      status: {
        desiredNumberScheduled: 9,
        currentNumberScheduled: "9",
        numberReady: -1,
        updatedNumberScheduled: null,
        numberAvailable: 1.5,
      },
      counts: [9, "unknown", "unknown", "unknown", "unknown"],
      why: "what stands there is no count",
    },
  ])("are $counts: $why", ({ status, counts }) => {
    const subject = fleetSubject(status === undefined ? {} : { status });
    expect(counters.map((counter) => shown(derive(counter, subject)))).toEqual(counts);
  });

  it("say where they were seen, also what was left out", () => {
    expect(evidenceOf(fleetUpdated, fleetSubject())).toEqual([
      ["/objects/apps~1v1~1DaemonSet~1kube-system~1cilium/status/updatedNumberScheduled", null],
    ]);
  });
});

describe("fleet.exists", () => {
  const declaredOnly = daemonSetObject({});
  const { uid: _uid, ...metadata } = declaredOnly.metadata;
  it.each<{ subject: ReturnType<typeof fleetSubject>; exists: unknown; why: string }>([
    { subject: fleetSubject(), exists: true, why: "it is in the snapshot" },
    { subject: fleetOf(gone), exists: false, why: "a complete list does not hold it" },
    { subject: fleetOf({}), exists: "unknown", why: "DaemonSets were not listed" },
    {
      subject: fleetOf({
        coverage: [{ kind: "apps/v1/DaemonSet", selector: "app=x", complete: true }],
      }),
      exists: "unknown",
      why: "only some DaemonSets were listed",
    },
    {
      subject: fleetOf({
        ...gone,
        gaps: [{ part: "objects", name: daemonSetKey, reason: "Forbidden" }],
      }),
      exists: "unknown",
      why: "it is a gap of a complete list",
    },
    {
      subject: fleetOf({ ...gone, objects: { [daemonSetKey]: { ...declaredOnly, metadata } } }),
      exists: "unknown",
      why: "only a declaration of it was given",
    },
  ])("is $exists when $why", ({ subject, exists }) => {
    expect(shown(derive(fleetExists, subject))).toBe(exists);
  });

  it("leaves counts at 0 and nothing observed once there is none", () => {
    const subject = fleetOf(gone);
    expect(counters.map((counter) => shown(derive(counter, subject)))).toEqual([0, 0, 0, 0, 0]);
    expect(shown(derive(fleetObserved, subject))).toBe(false);
    expect(shown(derive(fleetStrategy, subject))).toBe("absent");
  });
});

describe("fleet.strategy", () => {
  it.each<{ strategy: FleetCase["strategy"]; expected: unknown; why: string }>([
    { strategy: { type: "OnDelete" }, expected: "OnDelete", why: "it is set" },
    {
      strategy: { type: "RollingUpdate", rollingUpdate: { maxUnavailable: 2 } },
      expected: "RollingUpdate",
      why: "it is set with bounds",
    },
    { strategy: {}, expected: "RollingUpdate", why: "left out means the API's default" },
    {
      strategy: { type: "Recreate" },
      expected: "unknown",
      why: "no DaemonSet has such a strategy",
    },
  ])("is $expected when $why", ({ strategy, expected }) => {
    expect(shown(derive(fleetStrategy, fleetSubject({ strategy: strategy ?? {} })))).toBe(expected);
  });
});

describe("fleet.observed", () => {
  const status = {
    desiredNumberScheduled: 9,
    currentNumberScheduled: 9,
    numberReady: 9,
    numberMisscheduled: 0,
  };
  it.each<{ given: FleetCase; observed: unknown; why: string }>([
    { given: {}, observed: true, why: "generations are equal" },
    {
      given: { status: { ...status, observedGeneration: 23 } },
      observed: false,
      why: "the status lags by one",
    },
    { given: { status }, observed: false, why: "left out means 0" },
    {
      given: { status, metadata: { generation: 0 } },
      observed: true,
      why: "left out means 0, and so is the generation",
    },
    { given: { status: null }, observed: "unknown", why: "there is no status" },
    {
      given: { metadata: { deletionTimestamp: "2026-08-06T17:00:00Z" } },
      observed: false,
      why: "the DaemonSet is being deleted, and its status is not kept up",
    },
  ])("is $observed when $why", ({ given, observed }) => {
    expect(shown(derive(fleetObserved, fleetSubject(given)))).toBe(observed);
  });

  it("is unknown for a DaemonSet without generation", () => {
    const object = daemonSetObject({});
    const { generation: _generation, ...metadata } = object.metadata;
    const subject = fleetOf({ objects: { [daemonSetKey]: { ...object, metadata } } });
    expect(codesOf(derive(fleetObserved, subject))).toEqual(["Partial"]);
  });
});
