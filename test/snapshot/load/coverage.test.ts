import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { assembledOf, listOf, node, placesOf, problemsOf, snapshotOf } from "./load-support.ts";

const pod = {
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name: "p", namespace: "a", uid: "u" },
};
const own = "fleetwarrant.dev/v1alpha1";
const manifestHead = `apiVersion: ${own}\nkind: SnapshotManifest\n`;

describe("coverage", () => {
  it.each([
    { why: "a list of Nodes", list: listOf([node("a", "1.1.1.1")]), complete: [true] },
    { why: "an empty typed list of Nodes", list: listOf([], "NodeList"), complete: [true] },
    {
      why: "a typed list whose items are bare",
      list: JSON.stringify({
        apiVersion: "v1",
        kind: "NodeList",
        items: [{ metadata: { name: "a", uid: "u" } }],
      }),
      complete: [true],
    },
    {
      why: "a typed list with null items",
      list: '{"apiVersion":"v1","kind":"NodeList","items":null}',
      complete: [true],
    },
    {
      why: "a page",
      list: listOf([node("a", "1.1.1.1")], "List", { continue: "x" }),
      complete: [false],
    },
    {
      why: "a page with a remainder",
      list: listOf([node("a", "1.1.1.1")], "NodeList", { remainingItemCount: 3 }),
      complete: [false],
    },
    { why: "an untyped empty list", list: listOf([]), complete: [] },
    { why: "a list of namespaced objects", list: listOf([pod], "PodList"), complete: [] },
    { why: "an empty list of a namespaced kind", list: listOf([], "PodList"), complete: [] },
    { why: "a single object", list: JSON.stringify(node("a", "1.1.1.1")), complete: [] },
  ])("of $why", ({ list, complete }) => {
    const { coverage } = snapshotOf({ files: { "l.json": list } });
    expect(coverage.map((entry) => entry.complete)).toEqual(complete);
  });

  it("is that of the manifest for the kinds it speaks of", () => {
    const manifest = `${manifestHead}coverage:\n- {kind: v1/Node, selector: role=w, complete: true}\n- {kind: v1/Pod, namespace: a, complete: true, readAt: "2026-08-06T17:00:00Z"}\n`;
    const files = { "m.yaml": manifest, "n.json": listOf([node("a", "1.1.1.1")]) };
    expect(snapshotOf({ files }).coverage).toEqual([
      { kind: "v1/Node", selector: "role=w", complete: true },
      { kind: "v1/Pod", namespace: "a", complete: true, readAt: "2026-08-06T17:00:00Z" },
    ]);
  });

  it("tells parts that were read too far apart", () => {
    const manifest = (later: string) =>
      `${manifestHead}coverage:\n- {kind: v1/Node, complete: true, readAt: "2026-08-06T17:00:00Z"}\n- {kind: v1/Pod, complete: true, readAt: "${later}"}\n`;
    const gaps = (later: string) => snapshotOf({ files: { "m.yaml": manifest(later) } }).gaps;
    expect(gaps("2026-08-06T18:00:00Z")).toBeUndefined();
    expect(gaps("2026-08-06T18:00:01Z")).toMatchObject([
      { part: "objects", name: "v1/Node", reason: "Skewed" },
    ]);
  });
});

describe("manifest", () => {
  it("gives name, time and gaps", () => {
    const text = `${manifestHead}metadata: {name: prod}\ntakenAt: "2026-08-06T17:00:00Z"\ngaps: [{part: talos, reason: Forbidden}]\n`;
    const { snapshot, takenAtFrom } = assembledOf({ files: { "m.yaml": text } });
    expect(takenAtFrom).toBe("manifest");
    expect(snapshot).toMatchObject({
      metadata: { name: "prod" },
      takenAt: "2026-08-06T17:00:00Z",
      gaps: [{ part: "talos", reason: "Forbidden" }],
    });
  });

  it("tells every mistake with its place", () => {
    const text = `${manifestHead}takenAt: yesterday\nextra: 1\ncoverage:\n- {kind: Pod, complete: maybe}\n- 5\n- {complete: true}\ngaps:\n- {part: moon, reason: Lost}\n`;
    expect(placesOf({ files: { "m.yaml": text } })).toEqual([
      "SNAPSHOT_INVALID m.yaml:3:10",
      "SNAPSHOT_INVALID m.yaml:4:1",
      "SNAPSHOT_INVALID m.yaml:6:10",
      "SNAPSHOT_INVALID m.yaml:6:25",
      "SNAPSHOT_INVALID m.yaml:7:3",
      "SNAPSHOT_INVALID m.yaml:8:3",
      "SNAPSHOT_INVALID m.yaml:10:10",
      "SNAPSHOT_INVALID m.yaml:10:24",
    ]);
  });

  it("is told what was meant", () => {
    const text = `${manifestHead}takenat: x\ntakenAt: yesterday\ngaps:\n- {part: objects, reason: NotRed}\n`;
    expect(problemsOf({ files: { "m.yaml": text } })).toMatchObject([
      { message: "the document has a key that is not known", help: "did you mean `takenAt`?" },
      { expected: "text such as `2026-08-06T17:20:00Z`" },
      { expected: expect.stringContaining("`NotRead`, `Forbidden`") },
    ]);
  });

  it("says things in the words of the snapshot that it goes into", () => {
    const definitionsOf = (name: string) =>
      JSON.parse(readFileSync(`schemas/${name}.schema.json`, "utf8")).definitions;
    // A manifest is written by hand, so its texts are held to more.
    const plain = (definition: unknown) =>
      JSON.stringify(definition)
        .replaceAll('"$ref":"#/definitions/text"', '"type":"string"')
        .replace('"pattern":"^[^/]+(/[^/]+){1,2}$","examples":["v1/Pod"]', "")
        .replace('"string",}', '"string"}');
    const [manifest, snapshot] = [definitionsOf("manifest"), definitionsOf("snapshot")];
    for (const name of ["instant", "coverage", "gap", "unknownReason"]) {
      expect(plain(manifest[name])).toBe(plain(snapshot[name]));
    }
  });

  it("is one voice: two that disagree about the time are a problem", () => {
    const at = (time: string) => `${manifestHead}takenAt: "${time}"\n`;
    const files = { "a.yaml": at("2026-08-06T17:00:00Z"), "b.yaml": at("2026-08-06T18:00:00Z") };
    expect(placesOf({ files })).toEqual(["SNAPSHOT_AMBIGUOUS b.yaml:3:10"]);
  });
});

describe("takenAt", () => {
  const manifest = `${manifestHead}takenAt: "2026-08-06T17:00:00Z"\n`;
  it("is what the caller says, else the fallback", () => {
    const told = assembledOf({ files: { "m.yaml": manifest }, takenAt: "2026-08-07T00:00:00Z" });
    expect(told).toMatchObject({
      takenAtFrom: "flag",
      snapshot: { takenAt: "2026-08-07T00:00:00Z" },
    });
    expect(told.notices).toHaveLength(1);
    const alike = assembledOf({ files: { "m.yaml": manifest }, takenAt: "2026-08-06T17:00:00.0Z" });
    expect(alike.notices).toEqual([]);
    expect(assembledOf({}).takenAtFrom).toBe("fallback");
  });
  it.each(["2026-02-30T00:00:00Z", "0000-06-01T00:00:00Z"])("%s must exist", (takenAt) => {
    expect(placesOf({ takenAt })).toEqual(["SNAPSHOT_TIME_INVALID undefined:undefined:undefined"]);
    const text = `${manifestHead}takenAt: "${takenAt}"\n`;
    expect(placesOf({ files: { "m.yaml": text } })).toEqual(["SNAPSHOT_TIME_INVALID m.yaml:3:10"]);
  });

  it("of several snapshots is the latest, to the nanosecond", () => {
    const at = (takenAt: string) =>
      JSON.stringify({ apiVersion: own, kind: "Snapshot", takenAt, objects: {}, coverage: [] });
    const files = {
      "a.json": at("2026-08-06T17:00:00.0001Z"),
      "b.json": at("2026-08-06T17:00:00Z"),
    };
    expect(snapshotOf({ files }).takenAt).toBe("2026-08-06T17:00:00.0001Z");
  });
});
