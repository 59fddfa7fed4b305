import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatPointer, parsePointer, valueAt } from "../../src/input/json-pointer.ts";

describe("JSON Pointers", () => {
  it.each([
    { path: [], pointer: "", why: "the root" },
    { path: [""], pointer: "/", why: "an empty key" },
    { path: ["a/b", "m~n", "~1"], pointer: "/a~1b/m~0n/~01", why: "keys that need escapes" },
  ])("writes and parses $why", ({ path, pointer }) => {
    expect(formatPointer(path)).toBe(pointer);
    expect(parsePointer(pointer)).toEqual(path);
  });

  it.each(["a", "#/a", "/a~", "/a~2"])("refuses %s", (text) => {
    expect(parsePointer(text)).toBeUndefined();
  });

  it("parses what it wrote", () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (path) => {
        expect(parsePointer(formatPointer(path))).toEqual(path);
      }),
    );
  });
});

describe("valueAt", () => {
  const value = { a: [{ b: null }, "text"], "": 1 };
  it.each([
    { path: [], found: value, why: "the root" },
    { path: ["a", "0", "b"], found: null, why: "null is a value" },
    { path: ["a", "1"], found: "text", why: "an item" },
    { path: [""], found: 1, why: "an empty key" },
    { path: ["a", "2"], found: undefined, why: "beyond the end" },
    { path: ["a", "01"], found: undefined, why: "a leading zero" },
    { path: ["a", "-1"], found: undefined, why: "a negative index" },
    { path: ["a", "length"], found: undefined, why: "no item" },
    { path: ["a", "1", "0"], found: undefined, why: "inside a text" },
    { path: ["a", "0", "b", "c"], found: undefined, why: "inside null" },
    { path: ["constructor"], found: undefined, why: "an inherited key" },
    { path: ["__proto__"], found: undefined, why: "the prototype" },
  ])("gives $found: $why", ({ path, found }) => {
    expect(valueAt(value, path)).toEqual(found);
  });
});
