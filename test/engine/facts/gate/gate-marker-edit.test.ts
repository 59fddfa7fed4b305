import { describe, expect, it } from "vitest";
import { createFactSource } from "../../../../src/engine/fact-source.ts";
import {
  gateEarlierDay,
  gateMarkerEdit,
} from "../../../../src/engine/facts/gate/gate-marker-edit.ts";
import type { GateSubject } from "../../../../src/engine/facts/subject.ts";
import type { Snapshot } from "../../../../src/snapshot/snapshot.ts";
import { codesOf, derive, sourceOf } from "../derive.ts";
import { componentFile, gate, kustomization, onDelete, withMarkers } from "./gate-subject.ts";
import { shown } from "./known.ts";

type Files = NonNullable<Snapshot["git"]>["files"];

function subjectOf(then: Files | undefined, now: Files): GateSubject {
  const earlier = then && sourceOf({ git: { files: then } }, {}, "2026-08-01T12:00:00Z").snapshot;
  const { snapshot, profile } = sourceOf({ git: { files: now } });
  return { source: createFactSource(snapshot, profile, { earlier }), gate };
}

const day = "2026-07-26";
const undeclared: Files = { [kustomization]: { components: [] } };

describe("gate.markerEdit", () => {
  it.each<{ before: Files | undefined; now: Files; edit: string; why: string }>([
    { before: withMarkers(day), now: withMarkers(day), edit: "none", why: "nobody touched it" },
    {
      before: withMarkers(day),
      now: withMarkers("2026-07-27"),
      edit: "later",
      why: "a day was given away",
    },
    {
      before: withMarkers(day),
      now: withMarkers("2026-07-25"),
      edit: "earlier",
      why: "a day was taken",
    },
    {
      before: withMarkers(day),
      now: withMarkers("2027-07-26"),
      edit: "later",
      why: "a day to come is a later day too",
    },
    { before: withMarkers(day), now: withMarkers(), edit: "other", why: "it is gone" },
    { before: withMarkers(), now: withMarkers(day), edit: "other", why: "it came" },
    {
      before: withMarkers(day),
      now: withMarkers(day, day),
      edit: "other",
      why: "it is there twice",
    },
    { before: withMarkers(), now: withMarkers("soon"), edit: "other", why: "a word came" },
    {
      before: withMarkers("soon"),
      now: withMarkers("later"),
      edit: "none",
      why: "words that are no days are not compared: their digests hang on a key",
    },
    {
      before: withMarkers(day, day),
      now: withMarkers(day, "soon", day),
      edit: "none",
      why: "several were several before",
    },
    {
      before: undefined,
      now: withMarkers(day),
      edit: "absent",
      why: "no earlier snapshot was given",
    },
    { before: undeclared, now: withMarkers(day), edit: "absent", why: "it was put up in between" },
    { before: withMarkers(day), now: undeclared, edit: "absent", why: "it was lifted in between" },
    { before: {}, now: withMarkers(day), edit: "unknown", why: "Git was not read then" },
    { before: withMarkers(day), now: {}, edit: "unknown", why: "Git was not read now" },
    {
      before: { [componentFile]: { strategies: [onDelete] } },
      now: withMarkers(day),
      edit: "unknown",
      why: "one of its files was not read then",
    },
  ])("is $edit where $why", ({ before, now, edit }) => {
    expect(shown(derive(gateMarkerEdit, subjectOf(before, now)))).toBe(edit);
  });

  it("tells the earlier day", () => {
    const now = withMarkers("2026-07-27");
    expect(shown(derive(gateEarlierDay, subjectOf(withMarkers(day), now)))).toBe(day);
    expect(shown(derive(gateEarlierDay, subjectOf(withMarkers(), now)))).toBe("absent");
    expect(shown(derive(gateEarlierDay, subjectOf(undefined, now)))).toBe("absent");
    expect(codesOf(derive(gateEarlierDay, subjectOf({}, now)))).toEqual(["NotRead"]);
  });
});
