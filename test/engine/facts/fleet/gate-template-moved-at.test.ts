import { describe, expect, it } from "vitest";
import { gateTemplateMovedAt } from "../../../../src/engine/facts/fleet/gate-template-moved-at.ts";
import { codesOf, derive, evidenceOf, instant } from "../derive.ts";
import { withMarkers } from "../gate/gate-subject.ts";
import {
  type FleetCase,
  fleetOf,
  fleetSnapshot,
  type RevisionCase,
  revisionKey,
  seedRevisions,
} from "./cilium-fleet.ts";

const [r19, r20] = seedRevisions;
if (!(r19 && r20)) throw new Error("the seed has five revisions");

function subjectOf(given: FleetCase, ...markers: readonly string[]) {
  return fleetOf({ ...fleetSnapshot(given), git: { files: withMarkers(...markers) } });
}

const cut = (revision: RevisionCase, createdAt: string): RevisionCase => ({
  ...revision,
  createdAt,
});

describe("gate.templateMovedAt", () => {
  it.each<{ given: FleetCase; markers: string[]; at: string; why: string }>([
    {
      given: {},
      markers: ["2026-07-26"],
      at: "2026-07-28T18:19:31Z",
      why: "of four that were cut under the gate, the first counts",
    },
    {
      given: { revisions: [r19] },
      markers: ["2026-07-26"],
      at: "absent",
      why: "only the activation's own template is there",
    },
    {
      given: { revisions: [r19, cut(r20, "2026-07-26T23:59:59Z")] },
      markers: ["2026-07-26"],
      at: "absent",
      why: "the last second of the day of activation is still its own",
    },
    {
      given: { revisions: [r19, cut(r20, "2026-07-27T00:00:00Z")] },
      markers: ["2026-07-26"],
      at: "2026-07-27T00:00:00Z",
      why: "the day after has begun",
    },
    { given: {}, markers: [], at: "absent", why: "no day is known" },
    { given: {}, markers: ["2026-08-09"], at: "absent", why: "the day is to come" },
    {
      given: {
        revisions: [
          cut({ ...r19, number: 21 }, "2026-07-20T00:00:00Z"),
          cut(r20, "2026-07-24T00:00:00Z"),
        ],
      },
      markers: ["2026-07-26"],
      at: "NotRecorded",
      why: "an older template came back, and nobody records when",
    },
    {
      given: {
        revisions: [
          cut({ ...r19, number: 21 }, "2026-07-20T00:00:00Z"),
          cut(r20, "2026-07-28T00:00:00Z"),
        ],
      },
      markers: ["2026-07-26"],
      at: "2026-07-28T00:00:00Z",
      why: "an older template came back, but another was cut under the gate before",
    },
    {
      given: { revisions: [cut(r19, "yesterday")] },
      markers: ["2026-07-26"],
      at: "Unparsable",
      why: "a revision has no date",
    },
    {
      given: { coverage: [] },
      markers: ["2026-07-26"],
      at: "NotRead",
      why: "revisions were not listed whole",
    },
    {
      given: { coverage: [] },
      markers: ["2026-07-26", "2026-07-27"],
      at: "absent",
      why: "no day is known, whatever was listed",
    },
  ])("is $at where $why", ({ given, markers, at }) => {
    const fact = derive(gateTemplateMovedAt, subjectOf(given, ...markers));
    if (fact.state === "value") expect(fact.value).toEqual(instant(at));
    else expect(codesOf(fact)).toEqual([at]);
  });

  it("tells which revision it was", () => {
    expect(evidenceOf(gateTemplateMovedAt, subjectOf({}, "2026-07-26"))).toContainEqual([
      `/objects/${revisionKey(r20.hash).replaceAll("/", "~1")}/metadata/creationTimestamp`,
      r20.createdAt,
    ]);
  });
});
