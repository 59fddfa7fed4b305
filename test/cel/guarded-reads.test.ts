import { describe, expect, it } from "vitest";
import type { CelValue } from "../../src/cel/value.ts";
import { enumOf, int, may, unknown } from "./support.ts";

const given = (value: CelValue) => ({
  x: { type: int, mayBeAbsent: true, value },
  e: { type: enumOf("a", "b"), mayBeAbsent: true, value: unknown("e") },
});

describe("a guarded read", () => {
  it.each([
    {
      text: "x != null && x < 3",
      value: unknown("x"),
      set: "TF",
      why: "an error in no completion",
    },
    { text: "x < 3 && x != null", value: unknown("x"), set: "TF", why: "in either order" },
    { text: "x == null || x < 3", value: unknown("x"), set: "TF", why: "the dual" },
    { text: "x != null ? x < 3 : true", value: unknown("x"), set: "TF", why: "the branch" },
    { text: "x != null && x < 3", value: null, set: "F", why: "known absent" },
    { text: "x == null || x < 3", value: null, set: "T", why: "known absent" },
    {
      text: "x != null && x < 3",
      value: unknown("x", { present: true }),
      set: "TF",
      why: "present",
    },
    {
      text: "x != null && x < 3",
      value: unknown("x", { oneOf: [null, 1, 2] }),
      set: "TF",
      why: "null makes it F",
    },
    {
      text: "x != null && x > 3",
      value: unknown("x", { oneOf: [null, 1, 2] }),
      set: "F",
      why: "F either way",
    },
    {
      text: "x != null && x == null",
      value: unknown("x"),
      set: "TF",
      why: "null tests are never guarded",
    },
    {
      text: "e != null && e in ['a', 'b']",
      value: null,
      set: "TF",
      why: "the guard itself is open",
    },
    {
      text: "e == null || e in ['a', 'b']",
      value: null,
      set: "T",
      why: "absent, a or b: T each time",
    },
    { text: "e == null ? true : e != 'c' + ''", value: null, set: "T", why: "neither a nor b" },
  ])("$text is $set: $why", ({ text, value, set }) => {
    expect(may(text, given(value))).toBe(set);
  });
});
