import { describe, expect, it } from "vitest";
import { type CoverageQuery, gapsFor, isCovered } from "../../src/snapshot/coverage.ts";
import type { Snapshot, SnapshotCoverage } from "../../src/snapshot/snapshot.ts";

const snapshot: Snapshot = {
  apiVersion: "fleetwarrant.dev/v1alpha1",
  kind: "Snapshot",
  takenAt: "2026-08-06T17:20:00Z",
  objects: {},
  coverage: [],
  gaps: [
    { part: "objects", reason: "Forbidden", name: "v1/Pod" },
    { part: "objects", reason: "NotRead", name: "v1/Pod/n/a" },
    { part: "talos", reason: "Unreachable" },
    { part: "talos", reason: "Partial", name: "one" },
  ],
};
const pods = { kind: "v1/Pod", complete: true };

describe("isCovered", () => {
  it.each<{ entry: SnapshotCoverage; query: CoverageQuery; is: string; why: string }>([
    { entry: pods, query: { kind: "v1/Pod" }, is: "complete", why: "the same" },
    { entry: pods, query: { kind: "v1/Node" }, is: "open", why: "another kind" },
    {
      entry: { ...pods, complete: false },
      query: { kind: "v1/Pod" },
      is: "open",
      why: "a list that was cut",
    },
    {
      entry: pods,
      query: { kind: "v1/Pod", namespace: "n", selector: "a=b" },
      is: "complete",
      why: "all covers some",
    },
    {
      entry: { ...pods, namespace: "n" },
      query: { kind: "v1/Pod", namespace: "n" },
      is: "complete",
      why: "the same namespace",
    },
    {
      entry: { ...pods, namespace: "n" },
      query: { kind: "v1/Pod", namespace: "m" },
      is: "open",
      why: "another namespace",
    },
    {
      entry: { ...pods, namespace: "n" },
      query: { kind: "v1/Pod" },
      is: "open",
      why: "one namespace is not all",
    },
    {
      entry: { ...pods, selector: "a=b" },
      query: { kind: "v1/Pod" },
      is: "open",
      why: "some labels are not all",
    },
    {
      entry: { ...pods, selector: "a=b,c=d" },
      query: { kind: "v1/Pod", selector: "c=d, a=b" },
      is: "complete",
      why: "the same selector in another order",
    },
    {
      entry: { ...pods, selector: "a=b" },
      query: { kind: "v1/Pod", selector: "a=b,c=d" },
      is: "open",
      why: "another selector, even a narrower one",
    },
    {
      entry: { ...pods, selector: "a in (x,w),b in (z,y)" },
      query: { kind: "v1/Pod", selector: "a in (x,y),b in (z,w)" },
      is: "open",
      why: "sets with their members exchanged",
    },
    {
      entry: { ...pods, selector: "b in (y,z),a" },
      query: { kind: "v1/Pod", selector: "a,b in (y,z)" },
      is: "complete",
      why: "sets in another order",
    },
  ])("is $is for $why", ({ entry, query, is }) => {
    expect(
      isCovered({ ...snapshot, coverage: [{ kind: "v1/Pod", complete: false }, entry] }, query),
    ).toBe(is);
  });

  it("is open when nothing was listed", () => {
    expect(isCovered(snapshot, { kind: "v1/Pod" })).toBe("open");
  });
});

describe("gapsFor", () => {
  it.each([
    { part: "objects", name: undefined, reasons: ["Forbidden", "NotRead"], why: "the part" },
    {
      part: "objects",
      name: "v1/Pod/n/a",
      reasons: ["Forbidden", "NotRead"],
      why: "an object, and its kind",
    },
    {
      part: "objects",
      name: "v1/Pod/n/ab",
      reasons: ["Forbidden"],
      why: "another object of the kind",
    },
    { part: "objects", name: "v1/PodTemplate/n/a", reasons: [], why: "a kind that begins alike" },
    {
      part: "talos",
      name: "one",
      reasons: ["Unreachable", "Partial"],
      why: "a name, and the whole part",
    },
    { part: "talos", name: "one/x", reasons: ["Unreachable"], why: "a name below another" },
    { part: "git", name: undefined, reasons: [], why: "a part without gaps" },
  ] as const)("gives $reasons for $why", ({ part, name, reasons }) => {
    expect(gapsFor(snapshot, part, name).map(({ reason }) => reason)).toEqual(reasons);
  });

  it("gives none when the snapshot has none", () => {
    const { gaps: _, ...rest } = snapshot;
    expect(gapsFor(rest, "talos")).toEqual([]);
  });
});
