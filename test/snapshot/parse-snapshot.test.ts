import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonValue } from "../../src/input/json-value.ts";
import { parseSnapshot } from "../../src/snapshot/parse-snapshot.ts";
import { objectKey, type Snapshot } from "../../src/snapshot/snapshot.ts";
import { writeSnapshot } from "../../src/snapshot/write-snapshot.ts";

function snapshotOf(text: string): Snapshot {
  const result = parseSnapshot(text, "s");
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.value;
}

function problemsOf(text: string): readonly string[] {
  const result = parseSnapshot(text, "s");
  return result.ok
    ? []
    : result.problems.map(({ code, position }) => `${position?.line}:${position?.column} ${code}`);
}

const head =
  "apiVersion: fleetwarrant.dev/v1alpha1\nkind: Snapshot\ntakenAt: 2026-08-06T17:20:00Z\ncoverage: []\n";
const object = (kind: string, name: string, rest: string): string =>
  `  v1/${kind}//${name}:\n    apiVersion: v1\n    kind: ${kind}\n    ${rest}\n`;
const node = (name: string, more: string): string =>
  object("Node", name, `metadata: {name: ${name}, ${more}}`);

describe("parseSnapshot", () => {
  it("reads a snapshot in YAML", () => {
    const snapshot = snapshotOf(
      `${head}objects:\n${node("a", "uid: u1, annotations: {x: '5e10'}")}`,
    );
    expect(snapshot.objects["v1/Node//a"]?.metadata.annotations).toEqual({ x: "5e10" });
  });

  it.each([
    {
      text: `${head}objects: {}\nextra: 1`,
      problems: ["6:1 SNAPSHOT_INVALID"],
      why: "an unknown key",
    },
    {
      text: `${head}objects:\n${node("a", "uid: u").replace("//a:", "/x/a:")}`,
      problems: ["6:3 SNAPSHOT_INVALID"],
      why: "a key that is not the object's identity",
    },
    {
      text: `${head}objects:\n${node("a", "annotations: {x: 5e10}")}`,
      problems: ["9:42 SNAPSHOT_ANNOTATION_NOT_STRING"],
      why: "an annotation that YAML read as a number",
    },
    {
      text: `${head}objects:\n${node("a", "labels: {x: true}")}`,
      problems: ["9:37 SNAPSHOT_ANNOTATION_NOT_STRING"],
      why: "a label that YAML read as true",
    },
    {
      text: `${head}objects:\n${node("a", "uid: 7")}`,
      problems: ["9:30 SNAPSHOT_INVALID"],
      why: "another value that is no text",
    },
    {
      text: `${head}objects:\n${node("a", "uid: u")}${node("b", "uid: u")}`,
      problems: ["13:30 SNAPSHOT_DUPLICATE_NODE"],
      why: "two nodes of one UID",
    },
    {
      text: `${head}objects:\n${object("Secret", "a", "metadata: {name: a}\n    data: {x: aGk=}\n    stringData: {}")}`,
      problems: ["10:5 SNAPSHOT_SECRET_REFUSED", "11:5 SNAPSHOT_SECRET_REFUSED"],
      why: "a Secret with its payload",
    },
    {
      text: `${head}objects:\n${object("Secret", "a", "metadata: {name: a, annotations: {kubectl.kubernetes.io/last-applied-configuration: x}}")}`,
      problems: ["9:39 SNAPSHOT_SECRET_REFUSED"],
      why: "the copy that kubectl leaves in a Secret",
    },
    {
      text: `${head}objects: {}\nrendered: {machineConfigs: {a: {documents: [{kind: v1alpha1, digests: {}, nodeAnnotations: {x: 5e10}}]}}}`,
      problems: ["6:96 SNAPSHOT_ANNOTATION_NOT_STRING"],
      why: "an annotation of a rendered config that YAML read as a number",
    },
    {
      text: `${head}objects: {}\nrendered: {machineConfigs: {a: {updatedAt: 2026-02-30T00:00:00Z, documents: []}}}`,
      problems: ["6:44 SNAPSHOT_TIME_INVALID"],
      why: "a day that does not exist in a rendered config",
    },
    {
      text: `${head}objects: {}\nprobes: [{credential: r, through: kubelet, result: pulled, at: 2026-02-30T00:00:00Z}]`,
      problems: ["6:64 SNAPSHOT_TIME_INVALID"],
      why: "a day that does not exist in a probe",
    },
    {
      text: `${head}objects: {}\ncredentials: {r: {previous: [{lastDeclaredAt: 2026-02-30T00:00:00Z}]}}`,
      problems: ["6:47 SNAPSHOT_TIME_INVALID"],
      why: "a day that does not exist in a history",
    },
    {
      text: `${head.replace("08-06", "02-30")}objects: {}`,
      problems: ["3:10 SNAPSHOT_TIME_INVALID"],
      why: "a day that does not exist",
    },
    {
      text: `${head}objects: {}\ntalos: {a: {runtimeStartedAt: 2026-08-06T24:00:00Z}}`,
      problems: ["6:31 SNAPSHOT_TIME_INVALID"],
      why: "an hour that does not exist",
    },
    {
      text: `${head.replace("T17:20:00Z", "")}objects: {}`,
      problems: ["3:10 SNAPSHOT_INVALID"],
      why: "a day where an instant belongs",
    },
    { text: "", problems: ["1:1 SNAPSHOT_INVALID"], why: "nothing" },
    { text: "[]", problems: ["1:1 SNAPSHOT_INVALID"], why: "a list" },
    {
      text: '{"objects":{"x":[],"y":{"metadata":null}}}',
      problems: expect.arrayContaining(["1:1 SNAPSHOT_INVALID"]),
      why: "objects that are none",
    },
  ])("refuses $why", ({ text, problems }) => {
    expect(problemsOf(text)).toEqual(problems);
  });

  it("tells every mistake in one run, in the order of the file, and no value", () => {
    const text = `${head.replace("17:20", "25:20")}objects:\n${node("a", "uid: u, annotations: {hash: 642e5}")}${node("b", "uid: u")}${object("Secret", "c", "metadata: {name: c}\n    data: {x: aHVudGVyMg==}")}more: hunter2`;
    expect(problemsOf(text)).toEqual([
      "3:10 SNAPSHOT_TIME_INVALID",
      "9:53 SNAPSHOT_ANNOTATION_NOT_STRING",
      "13:30 SNAPSHOT_DUPLICATE_NODE",
      "18:5 SNAPSHOT_SECRET_REFUSED",
      "19:1 SNAPSHOT_INVALID",
    ]);
    expect(JSON.stringify(parseSnapshot(text, "s"))).not.toMatch(/hunter2|aHVudGVyMg|642e5/);
  });

  it.each([
    { day: "2024-02-29", exists: true },
    { day: "2026-02-29", exists: false },
    { day: "2000-02-29", exists: true },
    { day: "1900-02-29", exists: false },
    { day: "2026-04-30", exists: true },
    { day: "2026-04-31", exists: false },
    { day: "2026-00-10", exists: false },
    { day: "2026-13-10", exists: false },
    { day: "2026-12-00", exists: false },
  ])("knows whether $day exists", ({ day, exists }) => {
    const text = `${head.replace("2026-08-06", day)}objects: {}`;
    expect(problemsOf(text)).toEqual(exists ? [] : ["3:10 SNAPSHOT_TIME_INVALID"]);
  });
});

const word = fc.stringMatching(/^[a-z]{1,5}$/);
const clusterObject = fc.record(
  {
    kind: fc.constantFrom("Pod", "Node", "ConfigMap"),
    namespace: fc.option(word, { nil: undefined }),
    name: fc.oneof(word, fc.constantFrom("__proto__", "constructor", "a/b")),
    annotations: fc.dictionary(fc.string(), fc.string()),
    rest: fc.jsonValue({ maxDepth: 3 }),
  },
  { noNullPrototype: true },
);
const coverage = fc.record(
  { kind: word, namespace: word, complete: fc.boolean() },
  { requiredKeys: ["kind", "complete"], noNullPrototype: true },
);
const gap = fc.record(
  {
    part: fc.constantFrom("talos", "git"),
    name: word,
    reason: fc.constantFrom("Forbidden", "NotRead"),
  },
  { requiredKeys: ["part", "reason"], noNullPrototype: true },
);
const safe = (_key: string, item: unknown): unknown =>
  Number.isInteger(item) && !Number.isSafeInteger(item) ? 0 : item;
const anySnapshot = fc
  .record({
    objects: fc.array(clusterObject, { maxLength: 6 }),
    coverage: fc.array(coverage, { maxLength: 4 }),
    gaps: fc.array(gap, { maxLength: 4 }),
    proofs: fc.array(fc.record({ version: fc.jsonValue({ maxDepth: 1 }) }), { maxLength: 3 }),
  })
  .map(({ objects, ...lists }): JsonValue => {
    const entries = objects.map(({ kind, namespace, name, annotations, rest }) => [
      objectKey("v1", kind, namespace, name),
      { apiVersion: "v1", kind, rest, metadata: { name, namespace, annotations } },
    ]);
    const snapshot = {
      takenAt: "2026-08-06T17:20:00Z",
      apiVersion: "fleetwarrant.dev/v1alpha1",
      kind: "Snapshot",
      objects: Object.fromEntries(entries),
      ...lists,
    };
    return JSON.parse(JSON.stringify(snapshot), safe);
  });

/** The same snapshot with keys, coverage, gaps and proofs in reverse order. */
function shuffled(value: JsonValue, key = ""): JsonValue {
  if (Array.isArray(value)) {
    const items = value.map((item) => shuffled(item));
    return ["coverage", "gaps", "proofs"].includes(key) ? items.reverse() : items;
  }
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([name, item]) => [
    name,
    shuffled(item, key === "" ? name : "-"),
  ]);
  return Object.fromEntries(entries.reverse());
}

describe("canonical form of snapshots", () => {
  it("parse after write is the identity, and write after parse too", () => {
    fc.assert(
      fc.property(anySnapshot, (value) => {
        const snapshot = snapshotOf(JSON.stringify(value));
        const text = writeSnapshot(snapshot);
        expect(snapshotOf(text)).toEqual(snapshot);
        expect(writeSnapshot(snapshotOf(text))).toBe(text);
        expect(JSON.stringify(snapshotOf(text))).toBe(JSON.stringify(snapshot));
      }),
    );
  });

  it("does not depend on the order of keys, coverage, gaps and proofs", () => {
    fc.assert(
      fc.property(anySnapshot, (value) => {
        expect(JSON.stringify(snapshotOf(JSON.stringify(shuffled(value))))).toBe(
          JSON.stringify(snapshotOf(JSON.stringify(value))),
        );
      }),
    );
  });

  it("knows one zero only", () => {
    const text = (zero: string): string => `${head}objects:\n${node("a", `generation: ${zero}`)}`;
    expect(snapshotOf(text("-0"))).toEqual(snapshotOf(text("0")));
  });

  it("writes two-space JSON that ends in a newline", () => {
    const snapshot = snapshotOf(`${head}objects: {}`);
    expect(writeSnapshot(snapshot)).toBe(
      '{\n  "apiVersion": "fleetwarrant.dev/v1alpha1",\n  "coverage": [],\n  "kind": "Snapshot",\n  "objects": {},\n  "takenAt": "2026-08-06T17:20:00Z"\n}\n',
    );
  });
});
