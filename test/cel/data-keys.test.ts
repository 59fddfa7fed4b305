import { describe, expect, it } from "vitest";
import { CelError, type CelValue, PartialMap } from "../../src/cel/value.ts";
import { compileExpression } from "../../src/cel-library/compile-expression.ts";
import { cause, declare, dyn, evaluate, mapOf, may, type World } from "./support.ts";

// Names that every object of JavaScript has are data like any other key, and absent where they are absent.

const names = ["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf"];
const holding = (name: string): CelValue => JSON.parse(`{"${name}": 7, "plain": {"${name}": 8}}`);
const typed = (value: CelValue): World => ({ m: { type: mapOf(dyn), value } });
const raw = (value: CelValue): World => ({ m: { type: dyn, value } });

describe.each(names)("the key %s", (name) => {
  it.each([
    { text: `m.${name} == 7`, why: "selected" },
    { text: `m['${name}'] == 7`, why: "indexed" },
    { text: `m.plain.${name} == 8`, why: "at the end of a path" },
    { text: `m.plain['${name}'] == 8`, why: "indexed below a path" },
    { text: `m.?${name}.value() == 7`, why: "selected as an optional" },
    { text: `m.?plain.?${name}.orValue(0) == 8`, why: "in a chain of optionals" },
    { text: `m.?plain.${name}.orValue(0) == 8`, why: "below an optional" },
    { text: `m[?'${name}'].hasValue()`, why: "indexed as an optional" },
    { text: `has(m.${name}) && has(m.plain.${name})`, why: "asked for" },
    { text: `has(m.?${name})`, why: "asked for as an optional" },
    { text: `'${name}' in m`, why: "looked for" },
    { text: `size(m) == 2`, why: "counted" },
    { text: `m.exists(k, k == '${name}')`, why: "gone over" },
    { text: `m.exists(k, v, k == '${name}' && v == 7)`, why: "gone over with its value" },
    { text: `m.transformMap(k, v, v)['${name}'] == 7`, why: "put in a new map" },
    { text: `m == m.transformMap(k, v, v)`, why: "compared" },
    { text: `{'${name}': 1}.${name} == 1`, why: "written in a literal" },
    { text: `'${name}' in {'${name}': 1}`, why: "looked for in a literal" },
    { text: `{?'${name}': optional.of(1)} == {'${name}': 1}`, why: "written as an optional" },
    { text: `{'${name}': 1} != {'${name}': 2} && {'${name}': 1} != {}`, why: "told apart" },
  ])("is data where it is $why: $text", ({ text }) => {
    expect(evaluate(text, typed(holding(name)))).toBe(true);
    expect(evaluate(text, raw(holding(name)))).toBe(true);
  });

  it.each([
    { text: `m.${name} == 7`, set: "E" },
    { text: `m['${name}'] == 7`, set: "E" },
    { text: `m.plain.${name} == 7`, set: "E" },
    { text: `m.?${name}.hasValue()`, set: "F" },
    { text: `m.?plain.?${name}.hasValue()`, set: "F" },
    { text: `m[?'${name}'].hasValue()`, set: "F" },
    { text: `has(m.${name})`, set: "F" },
    { text: `has(m.plain.${name})`, set: "F" },
    { text: `'${name}' in m`, set: "F" },
    { text: `m.exists(k, k == '${name}')`, set: "F" },
    { text: `{}.?${name}.hasValue()`, set: "F" },
    { text: `{'a': 1}.${name} == 1`, set: "E" },
  ])("is missing where it is absent: $text is $set", ({ text, set }) => {
    expect(may(text, typed({ plain: {} }))).toBe(set);
    expect(may(text, raw({ plain: {} }))).toBe(set);
  });

  it("is not known where an open map has not shown it", () => {
    const world = typed(new PartialMap({}, [cause("m")]));
    expect(may(`'${name}' in m`, world)).toBe("TF");
    expect(may(`m.?${name}.hasValue()`, world)).toBe("TF");
    expect(may(`has(m.${name})`, world)).toBe("TF");
  });

  it("is no name that is declared", () => {
    for (const text of [name, `${name}()`, `m.${name}()`, `[1].${name}(x, x)`]) {
      expect(compileExpression(text, declare(typed({}))).ok).toBe(false);
    }
  });
});

describe("absence and null", () => {
  const world = (value: string): World => typed(JSON.parse(value));

  it.each([
    { text: "has(m.a)", value: '{"a": null}', set: "T", why: "a key with null is there" },
    { text: "m.a == null", value: '{"a": null}', set: "T", why: "and is null" },
    { text: "'a' in m", value: '{"a": null}', set: "T", why: "and is in the map" },
    { text: "m.?a.hasValue()", value: '{"a": null}', set: "T", why: "and is a value" },
    { text: "m.?a.orValue(1) == null", value: '{"a": null}', set: "T", why: "not the default" },
    { text: "has(m.a)", value: "{}", set: "F", why: "absent" },
    { text: "m.a == null", value: "{}", set: "E", why: "absence is not null" },
    { text: "m.?a.orValue(null) == null", value: "{}", set: "T", why: "unless it is said to be" },
    { text: "m == {'a': null}", value: "{}", set: "F", why: "different maps" },
    { text: "m == {'a': null}", value: '{"a": null}', set: "T", why: "the same map" },
  ])("$text of $value is $set: $why", ({ text, value, set }) => {
    expect(may(text, world(value))).toBe(set);
  });
});

describe("numbers and times", () => {
  it.each([
    { text: "1 == 1.0 && 1u == 1.0", why: "numbers are compared by value" },
    { text: "duration('1ns') > duration('0s')", why: "a nanosecond is not lost" },
    { text: "duration('1ns') + duration('1ns') == duration('2ns')", why: "nor in a sum" },
    { text: "string(duration('1ns')) == '0.000000001s'", why: "nor in text" },
    { text: "timestamp(0) + duration('1ns') != timestamp(0)", why: "nor in an instant" },
    { text: "9007199254740993 != 9007199254740992", why: "ints are exact beyond 2^53" },
    { text: "9223372036854775806 + 1 == 9223372036854775807", why: "up to the largest" },
  ])("$text: $why", ({ text }) => {
    expect(evaluate(text)).toBe(true);
  });

  it.each(["9223372036854775807 + 1", "-9223372036854775808 - 1", "18446744073709551615u + 1u"])(
    "%s is an error",
    (text) => {
      expect(evaluate(text)).toMatchObject({ code: "Overflow" });
    },
  );
});

describe("what a record inherits", () => {
  it("is no data on any way to it", () => {
    const value: CelValue = Object.create({ f: 1 });
    for (const text of ["m.f == 1", "m['f'] == 1", "m.f.g == 1"]) {
      expect(evaluate(text, typed(value))).toBeInstanceOf(CelError);
    }
    expect(evaluate("has(m.f) || 'f' in m || m.?f.hasValue()", typed(value))).toBe(false);
  });
});
