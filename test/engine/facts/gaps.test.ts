import { describe, expect, it } from "vitest";
import { gapsOf, missingReasons } from "../../../src/engine/facts/gaps.ts";
import type { SnapshotGap } from "../../../src/snapshot/snapshot.ts";
import { sourceOf } from "./derive.ts";

function gap(part: SnapshotGap["part"], name?: string): SnapshotGap {
  return { part, reason: "Forbidden", ...(name === undefined ? {} : { name }) };
}

const gaps = [
  gap("talos"),
  gap("talos", "worker-1"),
  gap("proofs", "hand-off.json"),
  gap("git", "k8s/a.yaml"),
  gap("git", "k8s/a.yaml#strategies"),
  gap("objects", "v1/Pod"),
  gap("objects", "v1/Pod/kube-system"),
  gap("objects", "v1/Pod/kube-system/agent"),
  gap("objects", "v1/Pod/default/web"),
  gap("objects", "v1/PodTemplate"),
];
const { on, within } = gapsOf(sourceOf({ gaps }));

function namesOf(found: readonly SnapshotGap[]): readonly (string | undefined)[] {
  return found.map(({ name }) => name);
}

describe("gaps", () => {
  it.each<{ part: SnapshotGap["part"]; name: string; found: (string | undefined)[] }>([
    { part: "talos", name: "worker-1", found: [undefined, "worker-1"] },
    { part: "talos", name: "worker-2", found: [undefined] },
    { part: "git", name: "worker-1", found: [] },
    { part: "git", name: "k8s/a.yaml", found: ["k8s/a.yaml"] },
    { part: "git", name: "k8s/a.yaml#markers", found: ["k8s/a.yaml"] },
    { part: "git", name: "k8s/a.yaml#strategies", found: ["k8s/a.yaml", "k8s/a.yaml#strategies"] },
    { part: "git", name: "k8s/b.yaml#strategies", found: [] },
    {
      part: "objects",
      name: "v1/Pod/kube-system/agent",
      found: ["v1/Pod", "v1/Pod/kube-system", "v1/Pod/kube-system/agent"],
    },
    {
      part: "objects",
      name: "v1/Pod/kube-system/agent-2",
      found: ["v1/Pod", "v1/Pod/kube-system"],
    },
    { part: "objects", name: "v1/Node//worker-1", found: [] },
  ])("on $name of $part are those of it and of what it lies below", ({ part, name, found }) => {
    expect(namesOf(on(part, name))).toEqual(found);
  });

  it.each<{ part: SnapshotGap["part"]; place?: string; found: (string | undefined)[] }>([
    { part: "talos", found: [undefined, "worker-1"] },
    { part: "proofs", found: ["hand-off.json"] },
    { part: "git", found: ["k8s/a.yaml", "k8s/a.yaml#strategies"] },
    { part: "rendered", found: [] },
    {
      part: "objects",
      place: "v1/Pod/kube-system",
      found: ["v1/Pod", "v1/Pod/kube-system", "v1/Pod/kube-system/agent"],
    },
    { part: "objects", place: "v1/PodTemplate", found: ["v1/PodTemplate"] },
  ])("within $place of $part are those at, below and above it", ({ part, place, found }) => {
    expect(namesOf(within(part, place))).toEqual(found);
  });
});

describe("missing reasons", () => {
  const sought = { detail: "a not read", cure: "read a" };

  it("are that nobody read it where no gap says more", () => {
    expect(missingReasons([], sought)).toEqual([{ code: "NotRead", ...sought }]);
  });

  it("are those of each gap, with what it adds", () => {
    expect(
      missingReasons([{ part: "git", reason: "Skewed", detail: "b" }, gap("git")], sought),
    ).toEqual([
      { code: "Skewed", detail: "a not read: b", cure: "read a" },
      { code: "Forbidden", ...sought },
    ]);
  });
});
