import { describe, expect, it } from "vitest";
import type { CelType } from "../../src/cel/type.ts";
import { CelError, type CelValue, PartialList, PartialMap } from "../../src/cel/value.ts";
import {
  blame,
  bool,
  cause,
  dyn,
  enumOf,
  evaluate,
  int,
  listOf,
  mapOf,
  may,
  problemsOf,
  unknown,
  type World,
} from "./support.ts";

const inner: CelType = {
  kind: "struct",
  name: "Inner",
  fields: {
    f: { type: int, mayBeAbsent: true },
    sure: { type: int, mayBeAbsent: false },
    flag: { type: bool, mayBeAbsent: true },
  },
};
const outer: CelType = {
  kind: "struct",
  name: "Outer",
  fields: { s: { type: inner, mayBeAbsent: true } },
};
const struct = (value: CelValue): World => ({ x: { type: inner, mayBeAbsent: true, value } });
const map = (value: CelValue): World => ({ x: { type: mapOf(int), mayBeAbsent: true, value } });
const raw = (value: CelValue): World => ({ x: { type: dyn, value } });
const list = (value: CelValue): World => ({ x: { type: listOf(int), mayBeAbsent: true, value } });
const openMap = (seen: Record<string, CelValue>): CelValue => new PartialMap(seen, [cause("x")]);
const openList = (items: CelValue[], isOpen = true, maybe: number[] = []): CelValue =>
  new PartialList(items, { open: isOpen, causes: [cause("x")], maybe: new Set(maybe) });

describe("optional reads", () => {
  // One row each: hasValue(), has(), orValue(0) == 0, orValue(0) == 1.
  it.each([
    { state: "a field", read: "x.?f", world: struct({ f: 1 }), sets: "T T F T" },
    { state: "a field known absent", read: "x.?f", world: struct({}), sets: "F F T F" },
    { state: "a field of an absent struct", read: "x.?f", world: struct(null), sets: "F F T F" },
    {
      state: "a field unknown, present",
      read: "x.?f",
      world: struct({ f: unknown("f", { present: true }) }),
      sets: "T T TF TF",
    },
    {
      state: "a field unknown, presence too",
      read: "x.?f",
      world: struct({ f: unknown("f") }),
      sets: "TF TF TF TF",
    },
    {
      state: "a field unknown, 1 if there",
      read: "x.?f",
      world: struct({ f: unknown("f", { oneOf: [1, null] }) }),
      sets: "TF TF TF TF",
    },
    {
      state: "a field unknown, 2 or 3",
      read: "x.?f",
      world: struct({ f: unknown("f", { oneOf: [2, 3] }) }),
      sets: "T T F F",
    },
    {
      state: "below an unknown struct",
      read: "x.?f",
      world: struct(unknown("x")),
      sets: "TF TF TF TF",
    },
    {
      state: "a field that is never absent, of a struct that is there",
      read: "x.?sure",
      world: struct({ sure: unknown("f") }),
      sets: "T T TF TF",
    },
    { state: "a key of a whole map", read: "x.?k", world: map({ k: 1 }), sets: "T T F T" },
    { state: "no key of a whole map", read: "x.?k", world: map({}), sets: "F F T F" },
    { state: "an absent map", read: "x[?'k']", world: map(null), sets: "F F T F" },
    {
      state: "a key seen in an open map",
      read: "x.?k",
      world: map(openMap({ k: 1 })),
      sets: "T T F T",
    },
    {
      state: "a key not seen in an open map",
      read: "x.?k",
      world: map(openMap({})),
      sets: "TF TF TF TF",
    },
    {
      state: "below an unknown map",
      read: "x[?'k']",
      world: map(unknown("x")),
      sets: "TF TF TF TF",
    },
    { state: "an element", read: "x[?0]", world: list([1]), sets: "T T F T" },
    { state: "no element of a whole list", read: "x[?1]", world: list([1]), sets: "F F T F" },
    { state: "an index below 0", read: "x[?-1]", world: list(openList([])), sets: "F F T F" },
    {
      state: "an element of an open list",
      read: "x[?0]",
      world: list(openList([1])),
      sets: "TF TF TF TF",
    },
    {
      state: "a doubtful element",
      read: "x[?0]",
      world: list(openList([1], false, [0])),
      sets: "TF TF TF TF",
    },
    {
      state: "below an unknown list",
      read: "x[?0]",
      world: list(unknown("x")),
      sets: "TF TF TF TF",
    },
    { state: "a key of raw JSON", read: "x.?k", world: raw({ k: 1 }), sets: "T T F T" },
    {
      state: "a raw key with null, which is a value",
      read: "x.?k",
      world: raw({ k: null }),
      sets: "T T F F",
    },
    { state: "no key of raw JSON", read: "x.?k", world: raw({}), sets: "F F T F" },
    { state: "a key of a raw text", read: "x.?k", world: raw("a"), sets: "E E E E" },
    {
      state: "below unknown dyn, which may be no map",
      read: "x.?k",
      world: raw(unknown("x")),
      sets: "TFE TFE TFE TFE",
    },
  ])("of $state may give $sets", ({ read, world, sets }) => {
    const texts = [
      `${read}.hasValue()`,
      read.includes("[") ? `${read}.hasValue()` : `has(${read})`,
      `${read}.orValue(0) == 0`,
      `${read}.orValue(0) == 1`,
    ];
    expect(texts.map((text) => may(text, world)).join(" ")).toBe(sets);
  });

  const gate = (value: CelValue, flag: CelValue = null): World => ({
    "gate.ageDays": { type: int, mayBeAbsent: true, value },
    "gate.isOpen": { type: bool, mayBeAbsent: true, value: flag },
    "gate.state": { type: enumOf("a", "b"), mayBeAbsent: true, value: flag === true ? "a" : flag },
  });
  const absent = gate(null);
  const open = gate(unknown("gate.ageDays"), unknown("gate.isOpen"));

  it.each([
    {
      text: "gate.?ageDays.orValue(0) == 0",
      world: absent,
      set: "T",
      why: "absent is the default",
    },
    { text: "gate.?ageDays.orValue(0) == 5", world: gate(5), set: "T", why: "a value is itself" },
    {
      text: "gate.?ageDays.orValue(0) == 0",
      world: open,
      set: "TF",
      why: "unknown, never the default",
    },
    {
      text: "gate.?ageDays.orValue(0) < 3",
      world: open,
      set: "TF",
      why: "an int either way: no error",
    },
    {
      text: "gate.?isOpen.orValue(false)",
      world: open,
      set: "TF",
      why: "a bool either way: no error",
    },
    { text: "gate.?isOpen.orValue(false)", world: absent, set: "F", why: "the default" },
    {
      text: "gate.?state.orValue('c') in ['a', 'b', 'c']",
      world: open,
      set: "T",
      why: "a closed domain",
    },
    {
      text: "gate.?ageDays.hasValue()",
      world: gate(unknown("g", { present: true })),
      set: "T",
      why: "present",
    },
    { text: "has(gate.?ageDays)", world: open, set: "TF", why: "presence is not known" },
    { text: "has(gate.?ageDays)", world: absent, set: "F", why: "known absent" },
  ])("of declared names: $text is $set: $why", ({ text, world, set }) => {
    expect(may(text, world)).toBe(set);
  });

  it("blame the fact", () => {
    expect(blame("gate.?ageDays.orValue(0) < 3", open)).toEqual(["gate.ageDays"]);
  });
});

describe("optionals", () => {
  const error = new CelError("NoSuchKey", "no such key");
  const world: World = {
    s: { type: inner, value: { f: unknown("f"), flag: unknown("flag") } },
    t: { type: outer, value: { s: unknown("t") } },
    none: { type: inner, value: {} },
    one: { type: inner, value: { f: 1 } },
    u: { type: int, value: unknown("u") },
    m: { type: int, mayBeAbsent: true, value: unknown("m") },
    d: { type: dyn, value: unknown("d") },
    e: { type: int, value: unknown("e", { mayBeError: error }) },
    l: { type: listOf(int), value: openList([1]) },
    i: { type: dyn, value: unknown("i") },
  };

  it.each([
    { text: "one.?f.orValue(1 / 0) == 1", set: "T", why: "the argument is not evaluated" },
    { text: "one.?f.or(optional.of(1 / 0)).value() == 1", set: "T", why: "nor that of `or`" },
    { text: "none.?f.orValue(1 / 0) == 1", set: "E", why: "it is where there is no value" },
    { text: "s.?f.orValue(1 / 0) == 1", set: "TFE", why: "an error only if it is absent" },
    { text: "s.?f.or(one.?f).hasValue()", set: "T", why: "both ways hold something" },
    { text: "s.?f.or(none.?f).hasValue()", set: "TF", why: "one way does not" },
    { text: "none.?f.or(optional.none()).hasValue()", set: "F", why: "neither" },
    { text: "none.?f.optMap(x, 1 / 0).hasValue()", set: "F", why: "nothing is mapped" },
    { text: "s.?f.optMap(x, x < 3).orValue(true)", set: "TF", why: "what is held is an int" },
    { text: "s.?f.optMap(x, x == x).orValue(true)", set: "T", why: "true either way" },
    { text: "s.?f.optMap(x, 1 / x).hasValue()", set: "TFE", why: "an error is not hidden inside" },
    { text: "optional.of(u).optMap(x, 1 / x).hasValue()", set: "TE", why: "held for sure" },
    { text: "s.?f.optFlatMap(x, optional.of(2)).orValue(2) == 2", set: "T", why: "2 either way" },
    { text: "s.?f.optFlatMap(x, none.?f).hasValue()", set: "F", why: "none either way" },
    { text: "t.?s.?f.hasValue()", set: "TF", why: "below an unknown struct" },
    { text: "t.?s.f.orValue(0) < 1", set: "TF", why: "a chain stays optional" },
    { text: "s.?f.value() < 3", set: "TFE", why: "an error if it is absent" },
    { text: "s.?flag.value()", set: "TFE", why: "an error if it is absent" },
    { text: "none.?f.value() == 1", set: "E", why: "none has no value" },
    { text: "optional.of(null).value() == null", set: "T", why: "null can be held" },
    { text: "optional.of(u).hasValue()", set: "T", why: "that something is held is known" },
    { text: "optional.of(e).hasValue()", set: "TE", why: "the operand may be an error" },
    { text: "optional.of(m).orValue(1) == null", set: "TF", why: "a null that may be held" },
    { text: "optional.ofNonZeroValue(u).hasValue()", set: "TF", why: "it may be 0" },
    { text: "optional.ofNonZeroValue(l).hasValue()", set: "T", why: "one is seen" },
    { text: "optional.ofNonZeroValue(0).hasValue()", set: "F", why: "a zero value" },
    { text: "s.?f == none.?f", set: "TF", why: "it may be absent" },
    { text: "optional.of(u) == optional.none()", set: "F", why: "something against nothing" },
    { text: "l[?i].hasValue()", set: "TFE", why: "an index of dyn may be no int" },
    { text: "d.hasValue()", set: "TFE", why: "dyn may be no optional" },
    { text: "d.orValue(1) == 1", set: "TFE", why: "dyn may be no optional" },
  ])("$text is $set: $why", ({ text, set }) => {
    expect(may(text, world)).toBe(set);
  });

  it.each([
    { text: "size([?s.?f, 1]) <= 2", set: "T", why: "one or two" },
    { text: "size([?s.?f, 1]) == 2", set: "TF", why: "one or two" },
    { text: "1 in [?s.?f, 1]", set: "T", why: "a sure element" },
    { text: "3 in [?s.?f, 1]", set: "TF", why: "a doubtful one" },
    { text: "[?s.?f, 1][0] < 3", set: "TF", why: "an int either way" },
    { text: "[?s.?f, 1][1] == 1", set: "TFE", why: "there may be one only" },
    { text: "[?one.?f, ?none.?f] == [1]", set: "T", why: "known either way" },
    { text: "size([?optional.of(u)]) == 1", set: "T", why: "there for sure" },
    { text: "size([?d]) >= 0", set: "TE", why: "dyn may be no optional" },
    { text: "[?s.?f].all(x, x < 3)", set: "TF", why: "no error in any completion" },
    { text: "size({?'a': s.?f, 'b': 1}) >= 1", set: "T", why: "distinct keys never clash" },
    { text: "{?'a': s.?f, 'b': 1}.b == 1", set: "T", why: "a sure entry" },
    { text: "'a' in {?'a': s.?f, 'b': 1}", set: "TF", why: "a doubtful entry" },
    { text: "size({?'a': s.?f, 'a': 1}) == 1", set: "TFE", why: "a key that may occur twice" },
    { text: "{?'a': none.?f} == {}", set: "T", why: "nothing is put in" },
    { text: "{?'a': one.?f} == {'a': 1}", set: "T", why: "what is held is put in" },
    { text: "size({?'a': d}) >= 0", set: "TE", why: "dyn may be no optional" },
  ])("in literals: $text is $set: $why", ({ text, set }) => {
    expect(may(text, world)).toBe(set);
  });

  it("evaluate an argument once, however they are nested", () => {
    const text = `${"s.?f.optMap(x, ".repeat(40)}1${")".repeat(40)}.hasValue()`;
    const startedAt = performance.now();
    expect(may(text, world)).toBe("TF");
    expect(performance.now() - startedAt).toBeLessThan(1_000);
  });

  it("ask for a guard where absence would get into a list", () => {
    for (const text of ["[m]", "{'a': m}", "[1].map(x, m)", "[1].transformMap(i, x, m)"]) {
      expect(problemsOf(text, world)).toMatchObject([{ code: "EXPRESSION_UNGUARDED" }]);
    }
    expect(problemsOf("[?optional.of(m)]", world)).toEqual([]);
    expect(problemsOf("[dyn(null)]", world)).toEqual([]);
    expect(evaluate("m != null ? [m] : [0]", world)).not.toBeInstanceOf(CelError);
  });
});
