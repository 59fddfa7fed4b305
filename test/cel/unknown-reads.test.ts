import { describe, expect, it } from "vitest";
import type { CelType } from "../../src/cel/type.ts";
import { type CelValue, PartialList, PartialMap } from "../../src/cel/value.ts";
import {
  blame,
  bool,
  cause,
  dyn,
  evaluate,
  int,
  listOf,
  mapOf,
  may,
  string,
  unknown,
  type World,
} from "./support.ts";

const record: CelType = {
  kind: "struct",
  name: "Record",
  fields: {
    f: { type: dyn, mayBeAbsent: true },
    n: { type: int, mayBeAbsent: true },
    items: { type: listOf(string), mayBeAbsent: false },
  },
};

const withX = (value: CelValue, type: CelType = record): World => ({ x: { type, value } });
const closed: CelValue = { f: "a" };
const openMap = (seen: Record<string, CelValue>): PartialMap => new PartialMap(seen, [cause("x")]);

describe("field reads", () => {
  // One row of the table each: has(x.f), x.f == null, x.f == "a", x.f < 3. The last is asked of `dyn`,
  // which needs no guard.
  it.each([
    { state: "a value", world: withX({ f: "a" }), sets: "T F T E" },
    { state: "another value", world: withX({ f: 2 }), sets: "T F F T" },
    { state: "known absent", world: withX({}), sets: "F T F E" },
    {
      state: "absent with its struct",
      world: { x: { type: record, mayBeAbsent: true, value: null } },
      sets: "F T F E",
    },
    {
      state: "unknown, present",
      world: withX({ f: unknown("f", { present: true }) }),
      sets: "T F TF TFE",
    },
    { state: "unknown, presence too", world: withX({ f: unknown("f") }), sets: "TF TF TF TFE" },
    { state: "below an unknown struct", world: withX(unknown("x")), sets: "TF TF TF TFE" },
    { state: "a key of a whole map", world: withX(closed, mapOf(dyn)), sets: "T F T E" },
    { state: "a key with null", world: withX({ f: null }, mapOf(dyn)), sets: "T T F E" },
    { state: "no key of a whole map", world: withX({}, mapOf(dyn)), sets: "F E E E" },
    {
      state: "not seen in an open map",
      world: withX(openMap({}), mapOf(dyn)),
      sets: "TF TFE TFE TFE",
    },
    {
      state: "seen in an open map",
      world: withX(openMap({ f: "a" }), mapOf(dyn)),
      sets: "T F T E",
    },
    { state: "a key of dyn", world: withX({ f: "a" }, dyn), sets: "T F T E" },
    { state: "below unknown dyn", world: withX(unknown("x"), dyn), sets: "TFE TFE TFE TFE" },
  ])("of $state may give $sets", ({ world, sets }) => {
    const texts = ["has(x.f)", "x.f == null", 'x.f == "a"', "dyn(x.f == null ? dyn({}) : x.f) < 3"];
    const found = texts.map((text) => may(text, world));
    expect(found.join(" ")).toBe(sets);
  });

  it.each([
    {
      why: "a typed int that is present",
      value: { n: unknown("n", { present: true }) },
      set: "TF",
    },
    { why: "a typed int that is there", value: { n: 2 }, set: "T" },
  ])("compare $why under a guard as $set", ({ value, set }) => {
    expect(may("x.n == null || x.n < 3", withX(value))).toBe(set);
  });

  it.each([
    {
      why: "one is seen",
      items: new PartialList(["a"], { open: true, causes: [cause("x")] }),
      set: "T",
    },
    { why: "it is whole and empty", items: [], set: "F" },
    {
      why: "it is open and none is seen",
      items: new PartialList([], { open: true, causes: [cause("x")] }),
      set: "TF",
    },
    { why: "it is whole and has one", items: ["a"], set: "T" },
    {
      why: "its only element is doubtful",
      items: new PartialList(["a"], { open: false, causes: [cause("x")], maybe: new Set([0]) }),
      set: "TF",
    },
  ])("have a list field $set when $why", ({ items, set }) => {
    expect(may("has(x.items)", withX({ items }))).toBe(set);
    expect(may("x.items == null", withX({ items }))).toBe("F");
  });

  it("blame what the struct blames", () => {
    expect(blame("x.n == 1", withX(unknown("x")))).toEqual(["x"]);
  });

  it("never see a prototype", () => {
    for (const key of ["__proto__", "constructor", "toString"]) {
      expect(may(`has(x.${key})`, withX({}, mapOf(dyn)))).toBe("F");
      expect(may(`'${key}' in x`, withX({}, mapOf(dyn)))).toBe("F");
    }
    const hostile: CelValue = JSON.parse('{"__proto__": {"f": 1}, "constructor": 2}');
    expect(may("has(x.f)", withX(hostile, mapOf(dyn)))).toBe("F");
    expect(may("x.constructor == 2 && x.__proto__.f == 1", withX(hostile, mapOf(dyn)))).toBe("T");
    expect(evaluate("{'__proto__': {'f': 1}}.exists(k, k == 'f')")).toBe(false);
  });
});

const element: CelType = {
  kind: "struct",
  name: "Pod",
  fields: { ready: { type: bool, mayBeAbsent: false }, n: { type: int, mayBeAbsent: false } },
};
const pod = (ready: CelValue, n: CelValue = 1): CelValue => ({ ready, n });
const u = unknown("pod");
const partial = (items: CelValue[], maybe: number[] = []): PartialList =>
  new PartialList(items, { open: false, causes: [cause("maybe")], maybe: new Set(maybe) });
const open = (items: CelValue[]): PartialList =>
  new PartialList(items, { open: true, causes: [cause("open")] });

describe("lists that may be incomplete", () => {
  const ints = (value: CelValue): World => ({
    l: { type: listOf(int), value },
    x: { type: int, value: unknown("x") },
  });
  const pods = (value: CelValue): World => ({ l: { type: listOf(element), value } });

  it.each([
    { text: "1 in l", value: [1, 2], set: "T", why: "equal to one" },
    { text: "3 in l", value: [1, 2], set: "F", why: "different from all" },
    { text: "3 in l", value: [1, unknown("e")], set: "TF", why: "one may be equal" },
    { text: "1 in l", value: [1, unknown("e")], set: "T", why: "certainly equal to one" },
    {
      text: "3 in l",
      value: [unknown("e", { oneOf: [1, 2] })],
      set: "F",
      why: "its domain differs",
    },
    { text: "1 in l", value: open([1]), set: "T", why: "one seen" },
    { text: "3 in l", value: open([1]), set: "TF", why: "never F on an open list" },
    { text: "1 in l", value: partial([1], [0]), set: "TF", why: "a doubtful element" },
    { text: "3 in l", value: partial([1], [0]), set: "F", why: "whole, and different from all" },
    { text: "x in l", value: [], set: "F", why: "nothing is in an empty list" },
    { text: "1 in l", value: unknown("l"), set: "TF", why: "nothing is known" },
    { text: "size(l) >= 1", value: open([1]), set: "T", why: "one seen" },
    { text: "size(l) < 3", value: open([1, 2, 3]), set: "F", why: "three seen" },
    { text: "size(l) < 3", value: open([1, 2]), set: "TF", why: "there may be a third" },
    {
      text: "size(l) == 2",
      value: [1, unknown("e")],
      set: "T",
      why: "elements are there, though unknown",
    },
    { text: "size(l) <= 2", value: partial([1, 2], [1]), set: "T", why: "one or two" },
    { text: "size(l) == 2", value: partial([1, 2], [1]), set: "TF", why: "one or two" },
    { text: "size(l) >= 0", value: unknown("l"), set: "T", why: "no size is negative" },
    { text: "l[0] == 1", value: [1, unknown("e")], set: "T", why: "it is there" },
    { text: "l[0] == 1", value: open([1]), set: "TF", why: "another may come before it" },
    { text: "l[1] == 1", value: open([1]), set: "TFE", why: "at most 1 is seen" },
    { text: "l[1] == 1", value: [1], set: "E", why: "out of range" },
    { text: "l[-1] == 1", value: open([1]), set: "E", why: "no list has it" },
    { text: "l[x] == 1", value: [1], set: "TFE", why: "the index is not known" },
    { text: "l == [1]", value: open([1]), set: "TF", why: "strict" },
    { text: "l == [1]", value: [unknown("e")], set: "TF", why: "strict" },
    { text: "l == [1, 2]", value: [unknown("e")], set: "F", why: "sizes differ" },
    { text: "l == l", value: open([1]), set: "T", why: "the same expression" },
    { text: "l + [2] == [1, 2]", value: open([1]), set: "TF", why: "open as well" },
    { text: "size(l + l) >= 2", value: open([1]), set: "T", why: "one seen, twice" },
  ])("$text is $set: $why", ({ text, value, set }) => {
    expect(may(text, ints(value))).toBe(set);
  });

  it.each([
    { text: "l.exists(p, p.ready)", value: [pod(false), pod(true)], set: "T", why: "a witness" },
    { text: "l.exists(p, p.ready)", value: [pod(false), pod(u)], set: "TF", why: "one unknown" },
    { text: "l.exists(p, p.ready)", value: open([pod(true)]), set: "T", why: "one seen witness" },
    { text: "l.exists(p, p.ready)", value: open([pod(false)]), set: "TF", why: "others may be" },
    {
      text: "l.exists(p, p.n < p.n)",
      value: open([pod(false)]),
      set: "TF",
      why: "operators are judged one by one",
    },
    {
      text: "l.exists(p, p.n != p.n)",
      value: open([pod(false)]),
      set: "F",
      why: "F whatever the element",
    },
    { text: "l.exists(p, 1 / p.n == 1)", value: open([]), set: "TFE", why: "an element may fail" },
    {
      text: "l.exists(p, p.ready)",
      value: partial([pod(true)], [0]),
      set: "TF",
      why: "a doubtful witness",
    },
    {
      text: "l.exists(p, 1 / p.n == 1)",
      value: [pod(true, 0), pod(true, 1)],
      set: "T",
      why: "T absorbs an error",
    },
    { text: "l.exists(p, 1 / p.n == 1)", value: [pod(true, 0)], set: "E", why: "only an error" },
    {
      text: "l.all(p, p.ready)",
      value: open([pod(false)]),
      set: "F",
      why: "one seen counterexample",
    },
    { text: "l.all(p, p.ready)", value: open([pod(true)]), set: "TF", why: "others may not be" },
    {
      text: "l.all(p, p.n == p.n)",
      value: open([pod(true)]),
      set: "T",
      why: "T whatever the element",
    },
    {
      text: "l.all(p, p.ready)",
      value: partial([pod(false)], [0]),
      set: "TF",
      why: "a doubtful counterexample",
    },
    { text: "l.all(p, p.ready)", value: [], set: "T", why: "of none" },
    { text: "l.all(p, p.ready)", value: unknown("l"), set: "TF", why: "a section never read" },
    { text: "l.exists_one(p, p.ready)", value: [pod(true), pod(false)], set: "T", why: "one" },
    { text: "l.exists_one(p, p.ready)", value: [pod(true), pod(u)], set: "TF", why: "one or two" },
    {
      text: "l.exists_one(p, p.ready)",
      value: [pod(true), pod(true), pod(u)],
      set: "F",
      why: "two or three",
    },
    {
      text: "l.exists_one(p, p.ready)",
      value: open([pod(true), pod(true)]),
      set: "F",
      why: "two seen",
    },
    { text: "l.exists_one(p, p.ready)", value: open([pod(true)]), set: "TF", why: "one or more" },
    {
      text: "l.exists_one(p, p.n != p.n || p.n == p.n)",
      value: open([pod(true)]),
      set: "TF",
      why: "others count",
    },
    {
      text: "l.exists_one(p, p.ready && p.n != p.n)",
      value: open([]),
      set: "F",
      why: "p is F whatever the element",
    },
    {
      text: "l.exists_one(p, 1 / p.n == 1)",
      value: [pod(true, 0), pod(true, 1)],
      set: "E",
      why: "errors are not absorbed",
    },
    {
      text: "l.exists_one(p, p.ready)",
      value: partial([pod(true), pod(true)], [1]),
      set: "TF",
      why: "one or two",
    },
    {
      text: "size(l.filter(p, p.ready)) == 1",
      value: [pod(true), pod(false)],
      set: "T",
      why: "one",
    },
    {
      text: "size(l.filter(p, p.ready)) >= 1",
      value: [pod(true), pod(u)],
      set: "T",
      why: "one or two",
    },
    {
      text: "size(l.filter(p, p.ready)) > 2",
      value: [pod(true), pod(u)],
      set: "F",
      why: "one or two",
    },
    {
      text: "size(l.filter(p, p.ready)) == 2",
      value: [pod(true), pod(u)],
      set: "TF",
      why: "one or two",
    },
    { text: "size(l.filter(p, p.ready)) < 1", value: open([pod(true)]), set: "F", why: "one seen" },
    {
      text: "size(l.filter(p, p.n != p.n)) == 0",
      value: open([pod(true)]),
      set: "T",
      why: "none, whatever comes",
    },
    {
      text: "size(l.filter(p, 1 / p.n == 1)) == 0",
      value: [pod(true, 0)],
      set: "E",
      why: "an E is E",
    },
    {
      text: "size(l.filter(p, 1 / p.n == 1)) >= 0",
      value: open([]),
      set: "TE",
      why: "any element may fail",
    },
    { text: "l.map(p, p.n) == [1]", value: [pod(true)], set: "T", why: "whole" },
    { text: "l.map(p, p.n) == [1]", value: open([pod(true)]), set: "TF", why: "open as well" },
    { text: "1 in l.map(p, p.n)", value: open([pod(true)]), set: "T", why: "one seen" },
    {
      text: "1 in l.map(p, p.ready, p.n)",
      value: [pod(u), pod(true)],
      set: "T",
      why: "one for sure",
    },
    { text: "1 in l.map(p, p.ready, p.n)", value: [pod(u)], set: "TF", why: "a doubtful one" },
    { text: "size(l.map(p, 1 / p.n)) == 1", value: [pod(true, 0)], set: "E", why: "an E is E" },
    {
      text: "size(l.map(p, p.ready, 1 / p.n)) == 0",
      value: [pod(u, 0)],
      set: "TE",
      why: "E only if it is in",
    },
  ])("$text is $set: $why", ({ text, value, set }) => {
    expect(may(text, pods(value))).toBe(set);
  });

  it("blame `x` as well as the open list", () => {
    expect(blame("x in l", ints(open([1])))).toEqual(["x", "open"]);
    expect(blame("l.exists(e, e == x)", ints(open([])))).toEqual(["open", "x"]);
  });

  it("blame only elements that matter", () => {
    expect(blame("l.exists(p, p.ready)", pods([pod(false), pod(u)]))).toEqual(["pod"]);
    expect(blame("l.exists(p, p.ready)", pods(open([pod(true)])))).toEqual([]);
  });
});

describe("maps that may be incomplete", () => {
  const world = (m: CelValue): World => ({ m: { type: mapOf(string), value: m } });
  it.each([
    { text: "'k' in m", value: { k: "v" }, set: "T", why: "there" },
    { text: "'k' in m", value: {}, set: "F", why: "whole" },
    { text: "'k' in m", value: openMap({ k: "v" }), set: "T", why: "seen" },
    { text: "'k' in m", value: openMap({}), set: "TF", why: "open" },
    { text: "'k' in m", value: unknown("m"), set: "TF", why: "unknown" },
    { text: "m.exists(k, k == 'k')", value: openMap({ k: "v" }), set: "T", why: "a seen key" },
    { text: "size(m) >= 1", value: openMap({ k: "v" }), set: "T", why: "one seen" },
    { text: "m == {}", value: openMap({}), set: "TF", why: "strict" },
    { text: "m['k'] == 'v'", value: openMap({}), set: "TFE", why: "it may not be there" },
    { text: "'k' in m && m['k'] == 'v'", value: openMap({}), set: "TF", why: "guarded" },
    { text: "has(m.k) && m.k == 'v'", value: openMap({}), set: "TF", why: "guarded" },
    {
      text: "has(m.k) && m['k'] == 'v'",
      value: unknown("m"),
      set: "TF",
      why: "guarded, written otherwise",
    },
    {
      text: "'j' in m && m['k'] == 'v'",
      value: openMap({}),
      set: "TFE",
      why: "another key guards nothing",
    },
  ])("$text is $set: $why", ({ text, value, set }) => {
    expect(may(text, world(value))).toBe(set);
  });
});
