import { describe, expect, it } from "vitest";
import { DOCUMENTS_PER_FILE_MAX } from "../../src/input/limits.ts";
import { readDocuments } from "../../src/input/read-documents.ts";

// `talosctl get … -o json` prints one JSON value after the other, with no list around them.

function read(text: string) {
  return readDocuments({ file: "talos.json", text });
}

describe("JSON values one after the other", () => {
  it("are documents of their own, with positions in the whole text", () => {
    const result = read('{"id": "a"}\n{\n  "id": "b",\n  "list": [1, {"deep": true}]\n}\n');
    if (!result.ok) throw new Error(result.problems[0]?.message);
    expect(result.value.map(({ index, value }) => [index, value])).toEqual([
      [0, { id: "a" }],
      [1, { id: "b", list: [1, { deep: true }] }],
    ]);
    expect(result.value[1]?.positionAt(["list", "1", "deep"], "key")).toEqual({
      file: "talos.json",
      line: 4,
      column: 16,
    });
    expect(result.value[1]?.positionInText(["id"], 1)).toEqual({
      file: "talos.json",
      line: 3,
      column: 11,
    });
    expect(result.value[1]?.lineAt({ line: 3, column: 1 })).toBe('  "id": "b",');
  });

  it.each([
    {
      text: '{"a": 1}{"a": 1, "a": 2}',
      code: "INPUT_DUPLICATE_KEY",
      column: 18,
      why: "in the second value, at its place in the text",
    },
    {
      text: '{"a": 1} {"b": 9007199254740993}',
      code: "INPUT_UNSAFE_INTEGER",
      column: 16,
      why: "in the second value",
    },
  ])("report $code $why", ({ text, code, column }) => {
    const result = read(text);
    expect(result.ok ? [] : result.problems).toMatchObject([
      { code, position: { line: 1, column } },
    ]);
  });

  it.each([
    { text: '{"a": 1}\n{"b": ', why: "the last one is cut off" },
    { text: '{"a": 1}\nb', why: "something else follows" },
    { text: '{"a": 1}\n]', why: "a bracket follows" },
  ])("are refused when $why", ({ text }) => {
    const result = read(text);
    expect(result.ok ? "read" : result.problems[0]?.code).toBe("INPUT_SYNTAX");
  });

  it("have the same limit as other documents", () => {
    expect(read("{}\n".repeat(DOCUMENTS_PER_FILE_MAX)).ok).toBe(true);
    const result = read("{}\n".repeat(DOCUMENTS_PER_FILE_MAX + 1));
    expect(result.ok ? [] : result.problems).toMatchObject([{ code: "INPUT_LIMIT" }]);
  });
});
