import { describe, expect, it } from "vitest";
import { DEPTH_MAX } from "../../src/input/limits.ts";
import type { Parsed } from "../../src/input/problem.ts";
import type { SourceDocument } from "../../src/input/source-document.ts";
import { applyPatch } from "../../src/simulate/patch/apply-patch.ts";
import { PATCH_OPERATIONS_MAX, PATCH_SIZE_MAX } from "../../src/simulate/patch/limits.ts";
import { measure } from "../../src/simulate/patch/measure.ts";
import { readPatch } from "../../src/simulate/patch/operation.ts";
import type { Snapshot } from "../../src/snapshot/snapshot.ts";
import { patchOf } from "../support/simulated.ts";

// Goal: a patch does what RFC 6902 says to a snapshot, or its mistakes are told with their places; whatever it holds, it ends soon.

const snapshot: Snapshot = {
  apiVersion: "fleetwarrant.dev/v1alpha1",
  kind: "Snapshot",
  takenAt: "2026-08-09T20:06:00Z",
  coverage: [{ kind: "v1/Node", complete: true }],
  objects: {
    "v1/Node//a": {
      apiVersion: "v1",
      kind: "Node",
      metadata: { name: "a", annotations: { k: "v" } },
    },
  },
  talos: { a: { version: "v1.13.8" } },
};

/** As the command line does it: first its form, then what it does. */
function patchWith(document: SourceDocument): Parsed<Snapshot> {
  const patch = readPatch(document);
  return patch.ok ? applyPatch(snapshot, patch.value) : patch;
}

function patched(operations: unknown): Snapshot {
  const result = patchWith(patchOf(JSON.stringify(operations)));
  if (!result.ok) throw new Error(result.problems.map(({ message }) => message).join("\n"));
  return result.value;
}

/** `line:column code message` of each problem. */
function told(text: string, file = "patch.yaml"): readonly string[] {
  const result = patchWith(patchOf(text, file));
  if (result.ok) return [];
  return result.problems.map(({ position, code, message }) => {
    expect(position?.file).toBe(file);
    return `${position?.line}:${position?.column} ${code} ${message}`;
  });
}

describe("a patch", () => {
  it("adds, replaces, removes, copies, moves and tests", () => {
    const after = patched([
      { op: "test", path: "/talos/a/version", value: "v1.13.8" },
      { op: "copy", from: "/talos/a", path: "/talos/b" },
      { op: "replace", path: "/talos/b/version", value: "v1.14.0" },
      { op: "move", from: "/objects/v1~1Node~1~1a/metadata/annotations/k", path: "/metadata" },
      { op: "remove", path: "/metadata" },
      { op: "add", path: "/coverage/-", value: { kind: "v1/Pod", complete: false } },
      { op: "add", path: "/coverage/0", value: { kind: "v1/Secret", complete: true } },
      { op: "move", from: "/coverage/0", path: "/coverage/2" },
    ]);
    // A copy is not what it was copied from.
    expect(after.talos).toEqual({ a: { version: "v1.13.8" }, b: { version: "v1.14.0" } });
    expect(after.objects["v1/Node//a"]?.metadata.annotations).toEqual({});
    expect(after.coverage.map(({ kind }) => kind).sort()).toEqual([
      "v1/Node",
      "v1/Pod",
      "v1/Secret",
    ]);
  });

  it("gives a canonical snapshot, whatever it is written in", () => {
    const { talos } = patched([
      { op: "add", path: "/talos/c", value: { version: "v1.13.0" } },
      { op: "add", path: "/talos/b", value: {} },
    ]);
    expect(Object.keys(talos ?? {})).toEqual(["a", "b", "c"]);
  });

  it("leaves the snapshot and itself as they were", () => {
    const before = JSON.stringify(snapshot);
    const document = patchOf(
      JSON.stringify([
        { op: "add", path: "/talos/b", value: { version: "v1.13.8" } },
        { op: "replace", path: "/talos/b/version", value: "v1.14.0" },
      ]),
    );
    const text = JSON.stringify(document.value);
    expect(patchWith(document)).toEqual(patchWith(document));
    expect(JSON.stringify(document.value)).toBe(text);
    expect(JSON.stringify(snapshot)).toBe(before);
  });

  const mistakes: readonly { readonly why: string; readonly patch: string; readonly is: string }[] =
    [
      {
        why: "no list",
        patch: "op: remove\n",
        is: "1:1 PATCH_INVALID a patch is a list of operations (RFC 6902)",
      },
      {
        why: "no operation",
        patch: "- remove\n",
        is: "1:3 PATCH_INVALID an operation is a map with `op` and `path`",
      },
      {
        why: "an operation that RFC 6902 does not have",
        patch: "- op: delete\n  path: /talos\n",
        is: "1:7 PATCH_INVALID there is no such operation",
      },
      {
        why: "no pointer",
        patch: "- op: remove\n  path: talos\n",
        is: "2:9 PATCH_INVALID `path` is no JSON Pointer",
      },
      {
        why: "a tilde that escapes nothing",
        patch: "- op: remove\n  path: /talos/~2\n",
        is: "2:9 PATCH_INVALID `path` is no JSON Pointer",
      },
      {
        why: "nothing to write",
        patch: "- op: add\n  path: /talos\n",
        is: "1:3 PATCH_INVALID `add` lacks its `value`",
      },
      {
        why: "nothing there",
        patch: "- op: remove\n  path: /talos/b\n",
        is: "2:9 PATCH_INVALID there is nothing at this pointer: `/talos` has no `b`",
      },
      {
        why: "nothing to copy",
        patch: "- op: copy\n  from: /tolas\n  path: /talos/b\n",
        is: "2:9 PATCH_INVALID there is nothing at this pointer: `/` has no `tolas`",
      },
      {
        why: "nowhere to add to",
        patch: "- op: add\n  path: /git/files/a\n  value: {}\n",
        is: "2:9 PATCH_INVALID there is nothing at this pointer: `/` has no `git`",
      },
      {
        why: "inside of a text",
        patch: "- op: add\n  path: /takenAt/0\n  value: x\n",
        is: "2:9 PATCH_INVALID `/takenAt` is neither a map nor a list",
      },
      {
        why: "an inherited name is no key",
        patch: "- op: copy\n  from: /objects/toString\n  path: /talos/b\n",
        is: "2:9 PATCH_INVALID there is nothing at this pointer: `/objects` has no `toString`",
      },
      {
        why: "beyond the end of a list",
        patch: "- op: add\n  path: /coverage/2\n  value: {}\n",
        is: "2:9 PATCH_INVALID the list has no such place",
      },
      {
        why: "an index with a leading zero",
        patch: "- op: add\n  path: /coverage/00\n  value: {}\n",
        is: "2:9 PATCH_INVALID the list has no such place",
      },
      {
        why: "a value into itself",
        patch: "- op: move\n  from: /talos\n  path: /talos/a/b\n",
        is: "3:9 PATCH_INVALID a value cannot be moved into itself",
      },
      {
        why: "a test that fails",
        patch: "- op: test\n  path: /talos/a/version\n  value: v1.14.0\n",
        is: "3:10 PATCH_TEST_FAILED the test fails: another value stands at this pointer",
      },
      {
        why: "the outcome is no snapshot: the place is in what was written",
        patch: "- op: add\n  path: /talos/b\n  value:\n    version: 1.13\n",
        is: "4:14 SNAPSHOT_INVALID `version` has a value of the wrong type",
      },
      {
        why: "the outcome is no snapshot: a key that must be there is gone",
        patch: "- op: remove\n  path: /takenAt\n",
        is: "2:9 SNAPSHOT_INVALID the document lacks the key `takenAt`",
      },
      {
        why: "a day that does not exist",
        patch: "- { op: replace, path: /takenAt, value: '2026-02-30T00:00:00Z' }\n",
        is: "1:41 SNAPSHOT_TIME_INVALID `takenAt` is an instant that does not exist",
      },
      {
        why: "a Secret cannot come in by a patch either",
        patch:
          "- op: add\n  path: /objects/v1~1Secret~1x~1s\n  value:\n    apiVersion: v1\n    kind: Secret\n    metadata: { name: s, namespace: x }\n    data: { p: aHVudGVyMg== }\n",
        is: "7:5 SNAPSHOT_SECRET_REFUSED a snapshot cannot hold the `data` of a Secret",
      },
    ];
  it.each(mistakes)("is refused at its place: $why", ({ patch, is }) => {
    expect(told(patch)).toEqual([is]);
  });

  it("tells every mistake in its form in one go", () => {
    expect(told("- op: delete\n  path: x\n- op: add\n  path: /talos\n- 1\n")).toHaveLength(4);
  });

  it("says which key was probably meant", () => {
    const result = patchWith(patchOf('[{"op":"remove","path":"/talus/a"}]'));
    expect(result.ok ? [] : result.problems).toMatchObject([{ help: "did you mean `talos`?" }]);
  });

  it.each(["__proto__", "constructor", "prototype"])("reaches no %s", (key) => {
    const operations = [
      { op: "add", path: `/${key}`, value: { polluted: true } },
      { op: "add", path: `/objects/${key}/polluted`, value: true },
      { op: "copy", from: `/talos/${key}`, path: "/talos/b" },
    ];
    for (const operation of operations) {
      expect(told(JSON.stringify([operation]), "p.json").join()).toContain("PATCH_INVALID");
    }
    expect({}).not.toHaveProperty("polluted");
  });

  it("keeps a key named __proto__ inside of a value a key like any other", () => {
    const text = `[{"op":"add","path":"/objects/v1~1Node~1~1a/spec","value":{"__proto__":{"polluted":true}}}]`;
    const result = patchWith(patchOf(text));
    expect(result.ok).toBe(true);
    expect({}).not.toHaveProperty("polluted");
    expect(JSON.stringify(result.ok && result.value)).toContain('"__proto__":{"polluted":true}');
  });
});

describe("a hostile patch ends soon", () => {
  const noop = { op: "test", path: "/talos/a/version", value: "v1.13.8" };

  it("may have so many operations and no more", () => {
    const most = Array(PATCH_OPERATIONS_MAX).fill(noop);
    expect(patched(most)).toEqual(snapshot);
    expect(told(JSON.stringify([...most, noop]), "p.json")).toEqual([
      expect.stringContaining(`INPUT_LIMIT the patch has ${PATCH_OPERATIONS_MAX + 1} operations`),
    ]);
    expect(told(JSON.stringify(Array(100_000).fill(noop)), "p.json")).toHaveLength(1);
  });

  it("may write so much and no more", () => {
    // A list of text: one for itself, and one and its characters for the text.
    const text = "x".repeat(PATCH_SIZE_MAX / 2 - 2);
    const write = { op: "add", path: "/objects/v1~1Node~1~1a/spec", value: [text] };
    const copy = { op: "copy", from: write.path, path: "/objects/v1~1Node~1~1a/status" };
    expect(told(JSON.stringify([write, copy]), "p.json")).toEqual([]);
    const one = { op: "add", path: "/talos/a/version", value: "" };
    expect(told(JSON.stringify([write, copy, one]), "p.json").join()).toContain(
      "INPUT_LIMIT the operations up to this one write too much",
    );
  });

  it("may not double what is there for ever", () => {
    const double = Array.from({ length: 200 }, (_, index) => ({
      op: "copy",
      from: "/objects/v1~1Node~1~1a/metadata",
      path: `/objects/v1~1Node~1~1a/metadata/x${index}`,
    }));
    expect(told(JSON.stringify(double), "p.json").join()).toContain("INPUT_LIMIT");
  });

  it("may nest so deeply and no more", () => {
    const path = "/objects/v1~1Node~1~1a/spec";
    const nested = (levels: number) => {
      const value = JSON.parse(`${"[".repeat(levels)}${"]".repeat(levels)}`);
      return told(JSON.stringify([{ op: "add", path, value }]), "p.json");
    };
    expect(nested(DEPTH_MAX - 3)).toEqual([]);
    expect(nested(DEPTH_MAX - 2).join()).toContain(
      "INPUT_LIMIT the value would be nested too deeply",
    );
    const deep = `/x${"/a".repeat(DEPTH_MAX - 1)}`;
    expect(told(JSON.stringify([{ op: "remove", path: deep }])).join()).toContain("nothing at");
    expect(told(JSON.stringify([{ op: "remove", path: `${deep}/a` }])).join()).toContain(
      "too deep",
    );
  });

  it("may not grow deeper copy by copy", () => {
    const steps = Array.from({ length: 100 }, () => ({
      op: "move",
      from: "/objects/v1~1Node~1~1a/spec",
      path: "/objects/v1~1Node~1~1a/status/x",
    }));
    const turns = steps.flatMap((step) => [
      { op: "add", path: "/objects/v1~1Node~1~1a/status", value: {} },
      step,
      { op: "move", from: "/objects/v1~1Node~1~1a/status", path: "/objects/v1~1Node~1~1a/spec" },
    ]);
    const start = { op: "add", path: "/objects/v1~1Node~1~1a/spec", value: {} };
    expect(told(JSON.stringify([start, ...turns]), "p.json").join()).toContain("INPUT_LIMIT");
  });

  it("is measured by values and characters", () => {
    expect(measure({ ab: ["cde", 1, null] }, 100)).toEqual({
      size: 1 + 2 + 1 + 4 + 1 + 1,
      depth: 2,
    });
    expect(measure({ ab: ["cde", 1, null] }, 10)).toEqual({ size: 10, depth: 2 });
    expect(measure({ ab: ["cde", 1, null] }, 9)).toBeUndefined();
    expect(measure("", 1)).toEqual({ size: 1, depth: 0 });
  });
});
