import { describe, expect, it } from "vitest";
import { createObjectIndex } from "../../src/snapshot/object-index.ts";
import type { ClusterObject, Snapshot } from "../../src/snapshot/snapshot.ts";

const owner = (uid: string) => ({ kind: "DaemonSet", name: "d", uid });
const pod = (name: string, more: object = {}, owners: string[] = []): ClusterObject => ({
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name, namespace: "n", ownerReferences: owners.map(owner) },
  ...more,
});

const objects = {
  "v1/Pod/n/b": pod("b", { spec: { nodeName: "one" } }, ["d1"]),
  "v1/Pod/n/a": pod("a", { spec: { nodeName: "one" } }, ["d1", "d2", "d1"]),
  "v1/Pod/n/c": pod("c", { spec: { nodeName: 7 } }),
  "v1/Pod/n/d": pod("d"),
  "apps/v1/DaemonSet/n/d": {
    apiVersion: "apps/v1",
    kind: "DaemonSet",
    metadata: { name: "d", namespace: "n", uid: "d1" },
    spec: { nodeName: "one" },
  },
} satisfies Snapshot["objects"];
const index = createObjectIndex({
  apiVersion: "fleetwarrant.dev/v1alpha1",
  kind: "Snapshot",
  takenAt: "2026-08-06T17:20:00Z",
  coverage: [],
  objects,
});
const keys = (entries: readonly { key: string }[]) => entries.map(({ key }) => key);

describe("createObjectIndex", () => {
  it("gets an object by its key, and nothing that is inherited", () => {
    expect(index.get("v1/Pod/n/a")).toBe(objects["v1/Pod/n/a"]);
    expect(index.get("v1/Pod/n/x")).toBeUndefined();
    expect(index.get("constructor")).toBeUndefined();
    expect(index.get("__proto__")).toBeUndefined();
  });

  it("lists a kind in the order of keys, with group and version", () => {
    expect(keys(index.ofKind("v1/Pod"))).toEqual([
      "v1/Pod/n/a",
      "v1/Pod/n/b",
      "v1/Pod/n/c",
      "v1/Pod/n/d",
    ]);
    expect(keys(index.ofKind("apps/v1/DaemonSet"))).toEqual(["apps/v1/DaemonSet/n/d"]);
    expect(index.ofKind("v1/DaemonSet")).toEqual([]);
  });

  it("lists the pods of a node, and nothing but pods", () => {
    expect(keys(index.podsByNode("one"))).toEqual(["v1/Pod/n/a", "v1/Pod/n/b"]);
    expect(index.podsByNode("7")).toEqual([]);
  });

  it("lists what a UID owns, each once", () => {
    expect(keys(index.ownedBy("d1"))).toEqual(["v1/Pod/n/a", "v1/Pod/n/b"]);
    expect(keys(index.ownedBy("d2"))).toEqual(["v1/Pod/n/a"]);
    expect(index.ownedBy("d3")).toEqual([]);
  });
});
