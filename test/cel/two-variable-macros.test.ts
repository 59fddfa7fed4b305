import { describe, expect, it } from "vitest";
import { COST_MAX } from "../../src/cel/limits.ts";
import { type CelValue, PartialList, PartialMap } from "../../src/cel/value.ts";
import { blame, cause, evaluate, int, listOf, mapOf, may, unknown, type World } from "./support.ts";

const partial = (items: CelValue[], maybe: number[]): CelValue =>
  new PartialList(items, { open: false, causes: [cause("maybe")], maybe: new Set(maybe) });
const open = (...items: CelValue[]): CelValue =>
  new PartialList(items, { open: true, causes: [cause("open")] });
const openMap = (seen: Record<string, CelValue>): CelValue => new PartialMap(seen, [cause("map")]);
const listed = (value: CelValue): World => ({ l: { type: listOf(int), value } });
const mapped = (value: CelValue): World => ({ m: { type: mapOf(int), value } });
const e = unknown("e");

describe("macros with an index", () => {
  it.each([
    { text: "l.exists(i, x, i == 1 && x == 2)", value: [1, 2], set: "T", why: "whole" },
    { text: "l.exists(i, x, i == 1)", value: [1], set: "F", why: "no such index" },
    {
      text: "l.exists(i, x, i == 1)",
      value: [1, e],
      set: "T",
      why: "the index of an unknown element",
    },
    {
      text: "l.exists(i, x, x == 1)",
      value: open(1),
      set: "T",
      why: "a witness, wherever it stands",
    },
    {
      text: "l.exists(i, x, i == 0 && x == 1)",
      value: open(1),
      set: "TF",
      why: "its index is not known",
    },
    { text: "l.exists(i, x, i != i)", value: open(1), set: "F", why: "F whatever the element" },
    {
      text: "l.exists(i, x, i == 0 && x == 1)",
      value: partial([2, 1], [0]),
      set: "TF",
      why: "one before it is doubtful",
    },
    { text: "l.exists(i, x, 1 / x == 1)", value: [0, 1], set: "T", why: "T absorbs an error" },
    {
      text: "l.exists(i, x, 1 / x == 1)",
      value: open(0),
      set: "TE",
      why: "the seen one fails for sure",
    },
    { text: "l.all(i, x, x > 0)", value: open(0), set: "F", why: "a counterexample" },
    { text: "l.all(i, x, i >= 0)", value: open(1), set: "TF", why: "an index may be any int" },
    { text: "l.all(i, x, i == i)", value: open(1), set: "T", why: "T whatever the element" },
    {
      text: "l.all(i, x, x > 0)",
      value: partial([0], [0]),
      set: "TF",
      why: "a doubtful counterexample",
    },
    { text: "l.all(i, x, i < 2)", value: unknown("l"), set: "TF", why: "nothing is known" },
    { text: "l.existsOne(i, x, x == 1)", value: [1, 2], set: "T", why: "one" },
    { text: "l.existsOne(i, x, x == 1)", value: [1, e], set: "TF", why: "one or two" },
    { text: "l.existsOne(i, x, x == 1)", value: open(1, 1), set: "F", why: "two are seen" },
    {
      text: "l.existsOne(i, x, 1 / x == 1)",
      value: [0, 1],
      set: "E",
      why: "errors are not absorbed",
    },
    {
      text: "l.existsOne(i, x, 1 / x == 1)",
      value: partial([0, 1], [0]),
      set: "TE",
      why: "E only if it is there",
    },
    { text: "l.transformList(i, x, x + i) == [1, 3]", value: [1, 2], set: "T", why: "whole" },
    {
      text: "size(l.transformList(i, x, x > 1, x)) == 1",
      value: [2, e],
      set: "TF",
      why: "one or two",
    },
    {
      text: "size(l.transformList(i, x, x > 1, x)) >= 1",
      value: open(2),
      set: "T",
      why: "one is seen",
    },
    { text: "size(l.transformList(i, x, 1 / x)) == 1", value: [0], set: "E", why: "an E is E" },
    {
      text: "size(l.transformList(i, x, 1 / x)) == 0",
      value: partial([0], [0]),
      set: "TE",
      why: "E only if it is there",
    },
    {
      text: "size(l.transformList(i, x, x == 1, 1 / 0)) == 0",
      value: [e],
      set: "TE",
      why: "E only if it is in",
    },
    { text: "l.transformMap(i, x, x) == {0: 1}", value: [1], set: "T", why: "keys are indexes" },
    {
      text: "l.transformMap(i, x, x == 1, x) == {0: 1}",
      value: [e],
      set: "TF",
      why: "the predicate is not known",
    },
    { text: "l.transformMap(i, x, x == 1, x) == {}", value: [2, 3], set: "T", why: "none" },
    { text: "l.transformMap(i, x, x) == {0: 1}", value: open(1), set: "TF", why: "open as well" },
    {
      text: "l.transformMap(i, x, x != x, x) == {}",
      value: open(1),
      set: "T",
      why: "none, whatever comes",
    },
    { text: "l.transformMap(i, x, 1 / x) == {}", value: [0], set: "E", why: "an E is E" },
    {
      text: "l.transformMap(i, x, x == 1, 1 / 0) == {}",
      value: [e],
      set: "TE",
      why: "E only if it is in",
    },
    { text: "l.transformMap(i, x, x)[0] == 1", value: [e], set: "TF", why: "the key is there" },
  ])("$text is $set: $why", ({ text, value, set }) => {
    expect(may(text, listed(value))).toBe(set);
  });
});

describe("macros with a key", () => {
  it.each([
    { text: "m.exists(k, v, k == 'a' && v == 1)", value: { a: 1 }, set: "T", why: "whole" },
    { text: "m.exists(k, v, v == 1)", value: { a: e }, set: "TF", why: "the value is not known" },
    { text: "m.exists(k, v, k == 'a')", value: { a: e }, set: "T", why: "its key is" },
    { text: "m.exists(k, v, v == 1)", value: openMap({ a: 1 }), set: "T", why: "a seen witness" },
    { text: "m.exists(k, v, v == 2)", value: openMap({ a: 1 }), set: "TF", why: "others may be" },
    { text: "m.all(k, v, v == 1)", value: openMap({ a: 2 }), set: "F", why: "a counterexample" },
    { text: "m.all(k, v, v == 1)", value: openMap({ a: 1 }), set: "TF", why: "others may not be" },
    { text: "m.all(k, v, k == k)", value: unknown("m"), set: "T", why: "T whatever the entry" },
    {
      text: "m.existsOne(k, v, v == 1)",
      value: openMap({ a: 1, b: 1 }),
      set: "F",
      why: "two are seen",
    },
    { text: "m.existsOne(k, v, v == 1)", value: openMap({ a: 1 }), set: "TF", why: "one or more" },
    {
      text: "1 in m.transformList(k, v, v)",
      value: openMap({ a: 1 }),
      set: "T",
      why: "one is seen",
    },
    {
      text: "size(m.transformList(k, v, v)) == 1",
      value: openMap({ a: 1 }),
      set: "TF",
      why: "open as well",
    },
    { text: "m.transformMap(k, v, v + 1) == {'a': 2}", value: { a: 1 }, set: "T", why: "whole" },
    {
      text: "m.transformMap(k, v, v == 1, v) == {'a': 1}",
      value: { a: e },
      set: "TF",
      why: "the predicate is not known",
    },
    {
      text: "m.transformMap(k, v, v).a == 1",
      value: openMap({ a: 1 }),
      set: "TFE",
      why: "nothing is kept of an open map",
    },
    { text: "m.transformMap(k, v, 1 / v) == {}", value: { a: 0 }, set: "E", why: "an E is E" },
    {
      text: "'__proto__' in m.transformMap(k, v, v)",
      value: JSON.parse('{"__proto__": 1}'),
      set: "T",
      why: "a key like any other",
    },
  ])("$text is $set: $why", ({ text, value, set }) => {
    expect(may(text, mapped(value))).toBe(set);
  });

  it("blame the list, its elements, or both", () => {
    expect(blame("l.exists(i, x, x == 1)", listed(open(e)))).toEqual(["e", "open"]);
    expect(blame("l.transformMap(i, x, x == 1, x) == {0: 1}", listed([e]))).toEqual(["e"]);
    expect(blame("m.all(k, v, v == 1)", mapped(openMap({ a: e })))).toEqual(["e", "map"]);
    expect(blame("m.all(k, v, v == 1)", mapped(openMap({ a: 2 })))).toEqual([]);
  });
});

describe("a map under indexes that are not known", () => {
  // One before the last may not be there, so that 3 stands at 1 or at 2.
  const doubtful = listed(partial([1, 2, 3], [0]));
  const map = "l.transformMap(i, x, x == 3, x)";
  it.each([
    { text: `1 in ${map}`, set: "TF" },
    { text: `2 in ${map}`, set: "TF" },
    { text: `1 in ${map} || 2 in ${map}`, set: "TF" },
    { text: `${map} == {1: 3}`, set: "TF" },
    { text: `${map}[1] == 3`, set: "TFE" },
  ])("is not known: $text is $set", ({ text, set }) => {
    expect(may(text, doubtful)).toBe(set);
    expect(blame(text, doubtful)).toEqual(["maybe"]);
  });
});

describe("the budget", () => {
  const long = Array.from({ length: COST_MAX / 2 }, (_, index) => index);
  it.each([
    "l.all(i, x, i + x + i + x >= 0)",
    "l.exists(i, x, i + x + i + x < 0)",
    "l.existsOne(i, x, i + x + i + x < 0)",
    "l.transformList(i, x, i + x + i + x) == []",
    "l.transformMap(i, x, i + x + i + x) == {}",
  ])("ends %s, known or not", (text) => {
    expect(evaluate(text, listed(long))).toMatchObject({ code: "CostExceeded" });
    const some = new PartialList(long, { open: true, causes: [cause("open")] });
    // With fewer elements it may be short.
    const bounds = { mayBeError: { code: "CostExceeded" } };
    expect(evaluate(text, listed(some))).toMatchObject({ bounds });
  });
});
