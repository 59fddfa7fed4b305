import { describe, expect, it } from "vitest";
import { CelDouble, CelError, type CelValue } from "../../src/cel/value.ts";
import { formatValue } from "../../src/messages/format.ts";
import { dyn, evaluate, int, mapOf, string } from "./support.ts";

describe("has() of what is no map", () => {
  it.each(['has(dyn(["constructor"]).constructor)', 'has(dyn(["a"]).a)'])(
    "is an error: %s",
    (text) => {
      expect(evaluate(text)).toMatchObject({ code: "NoSuchOverload" });
    },
  );
});

describe("values", () => {
  it.each([
    { text: "0xff", shown: "255", why: "hexadecimal" },
    { text: "-0x10", shown: "-16", why: "with a sign" },
    { text: "-9223372036854775808", shown: "-9223372036854775808", why: "the least int" },
    { text: "9007199254740993", shown: "9007199254740993", why: "exact beyond 2^53" },
    { text: "1u + 2u", shown: "3", why: "uints" },
    { text: "1.5e3", shown: "1500", why: "a double" },
    { text: ".5", shown: "0.5", why: "no digit before the dot" },
    { text: "'a\\'b'", shown: '"a\'b"', why: "an escaped quote" },
    { text: '"\\u00e9\\x41\\101\\U0001F600"', shown: '"éAA😀"', why: "code escapes" },
    { text: "r'\\n'", shown: '"\\\\n"', why: "raw" },
    { text: "'''a\n'b'''", shown: '"a\\n\'b"', why: "three quotes hold lines and quotes" },
    { text: "b'\\xff\\303é' == b'\\377\\xc3\\xc3\\xa9'", shown: "true", why: "bytes are bytes" },
    { text: "[1, [2], {'a': 3}]", shown: '[1, [2], {"a": 3}]', why: "nested" },
    { text: "[1, 2,]", shown: "[1, 2]", why: "a comma may close a list" },
    { text: "{1: 'a', true: 'b'}", shown: '{1: "a", true: "b"}', why: "keys that are no text" },
    { text: "1 // one\n + 1", shown: "2", why: "a comment" },
    {
      text: "type(1) == int && type([]) == list && type(null) == null_type",
      shown: "true",
      why: "types",
    },
    {
      text: "type(timestamp(0)) == google.protobuf.Timestamp",
      shown: "true",
      why: "a dotted type",
    },
    { text: "{'a-b': 1}.`a-b`", shown: "1", why: "a quoted field" },
  ])("$text is $shown: $why", ({ text, shown }) => {
    expect(formatValue(evaluate(text))).toBe(shown);
  });
});

describe("operators", () => {
  it.each([
    { text: "1 + 2 * 3 - 4 / 2 % 3", shown: "5", why: "precedence" },
    { text: "7 / -2 == -3 && 7 % -2 == 1 && -7 % 2 == -1", shown: "true", why: "towards zero" },
    {
      text: "9223372036854775807 + 1",
      shown: "error (int is out of the range of 64 bits)",
      why: "overflow",
    },
    {
      text: "-(-9223372036854775807 - 1)",
      shown: "error (int is out of the range of 64 bits)",
      why: "no such positive int",
    },
    {
      text: "(-9223372036854775807 - 1) / -1",
      shown: "error (int is out of the range of 64 bits)",
      why: "overflow",
    },
    {
      text: "4611686018427387904 * 2 == 1",
      shown: "error (int is out of the range of 64 bits)",
      why: "overflow",
    },
    { text: "9007199254740991 + 2 - 2", shown: "9007199254740991", why: "beyond 2^53 and back" },
    { text: "3037000500 * 3037000499", shown: "9223372033963249500", why: "exact products" },
    {
      text: "0u - 1u",
      shown: "error (uint is out of the range of 64 bits)",
      why: "no uint is negative",
    },
    { text: "1 / 0", shown: "error (division by zero)", why: "ints" },
    { text: "1 % 0", shown: "error (division by zero)", why: "ints" },
    { text: "1.0 / 0.0", shown: "Infinity", why: "doubles" },
    { text: "0 * -1 == 0 && string(0 * -1) == '0'", shown: "true", why: "no negative zero" },
    { text: "1 == 1.0 && 1u == 1 && 1.0 == 1u", shown: "true", why: "numbers by value" },
    {
      text: "9007199254740993 == 9007199254740992.0",
      shown: "true",
      why: "an int beside a double counts as a double, as in the official tests of `<`",
    },
    { text: "9007199254740993 == 9007199254740992", shown: "false", why: "ints exactly" },
    {
      text: "1 < 1.5 && 2u > 1.5 && 9007199254740994 > 9007199254740992.0",
      shown: "true",
      why: "ordered by value",
    },
    { text: "optional.of([1])", shown: "optional.of([1])", why: "what is there" },
    { text: "optional.none()", shown: "optional.none()", why: "or is not" },
    { text: "dyn(1) == dyn('1')", shown: "false", why: "types differ" },
    {
      text: "dyn(1) < dyn('1')",
      shown: "error (no order between int and string)",
      why: "no order",
    },
    { text: "0.0 / 0.0 == 0.0 / 0.0", shown: "false", why: "NaN" },
    { text: "'\u{1F600}' > '\uffff'", shown: "true", why: "by code points, not by UTF-16" },
    { text: "'a' < 'ab' && false < true && b'a' < b'b'", shown: "true", why: "orders" },
    { text: "[1, 2] == [1.0, 2u] && [1] != [2] && [] == []", shown: "true", why: "lists" },
    { text: "{'a': 1, 'b': 2} == {'b': 2.0, 'a': 1}", shown: "true", why: "maps" },
    { text: "{1: 'a'}[1.0] == 'a' && 1u in {1: 'a'}", shown: "true", why: "keys by value" },
    { text: "9007199254740992.0 in {9007199254740993: 1}", shown: "false", why: "keys exactly" },
    { text: "9007199254740992.0 in {9007199254740992: 1}", shown: "true", why: "keys exactly" },
    { text: "'a' + 'b' + string(1)", shown: '"ab1"', why: "texts" },
    { text: "[1] + [2]", shown: "[1, 2]", why: "lists" },
    { text: "true || 1 / 0 == 1", shown: "true", why: "absorbs" },
    { text: "1 / 0 == 1 || true", shown: "true", why: "absorbs from the left, too" },
    { text: "1 / 0 == 1 && false", shown: "false", why: "absorbs" },
    { text: "1 / 0 == 1 && true", shown: "error (division by zero)", why: "does not absorb" },
    { text: "dyn(1) && true", shown: "error (expected a bool)", why: "no bool" },
    { text: "false ? 1 / 0 : 2", shown: "2", why: "one branch only" },
    { text: "{'a': 1}.b", shown: 'error (no such key "b")', why: "whole" },
    { text: "{'a': 1, 'a': 2}", shown: "error (a key occurs twice)", why: "as CEL says" },
    { text: "[1][1]", shown: "error (no element at index 1)", why: "out of range" },
    {
      text: "null == [null][1]",
      shown: "error (no element at index 1)",
      why: "an error is no null",
    },
    { text: "[1][0.0]", shown: "1", why: "an index that is whole" },
    { text: "[1, 2].exists(x, 2 / (x - 1) == 2)", shown: "true", why: "absorbs" },
    { text: "[1, 2].map(x, [3].map(y, x * y))", shown: "[[3], [6]]", why: "nested macros" },
    {
      text: "[1].exists(x, [2].exists(x, x == 2) && x == 1)",
      shown: "true",
      why: "inner names shadow",
    },
    { text: "{'a': 1, 'b': 2}.map(k, k)", shown: '["a", "b"]', why: "keys of a map" },
    { text: "[1, 2, 3].map(x, x > 1, x * x)", shown: "[4, 9]", why: "with a predicate" },
  ])("$text is $shown: $why", ({ text, shown }) => {
    expect(formatValue(evaluate(text))).toBe(shown);
  });
});

describe("functions", () => {
  it.each([
    {
      text: "size('h\u{1F600}') + size(b'\\xff') + [1].size() + size({'a': 1})",
      shown: "5",
      why: "code points",
    },
    {
      text: "'abc'.startsWith('ab') && 'abc'.endsWith('bc') && 'abc'.contains('b')",
      shown: "true",
      why: "texts",
    },
    { text: "int('-12') + int(3.9) + int(2u) + int(timestamp(5))", shown: "-2", why: "to int" },
    { text: "int('1x')", shown: "error (string cannot be read as int)", why: "no int" },
    { text: "int(9.3e18)", shown: "error (double cannot be read as int)", why: "out of range" },
    { text: "uint(-1)", shown: "error (int cannot be read as uint)", why: "negative" },
    { text: "double('1e3') + double(1)", shown: "1001", why: "to double" },
    {
      text: "string(1.5) + string(true) + string(b'a') + string(7u)",
      shown: '"1.5truea7"',
      why: "to text",
    },
    { text: "string(b'\\xff')", shown: "error (bytes cannot be read as string)", why: "no UTF-8" },
    {
      text: "string(duration('90m')) + string(timestamp(0))",
      shown: '"5400s1970-01-01T00:00:00Z"',
      why: "times",
    },
    { text: "bool('true') && !bool('0')", shown: "true", why: "to bool" },
    {
      text: "timestamp('2026-02-30T00:00:00Z')",
      shown: "error (string cannot be read as timestamp)",
      why: "no such day",
    },
    {
      text: "timestamp('0000-12-31T00:00:00Z')",
      shown: "error (string cannot be read as timestamp)",
      why: "before year 1",
    },
    {
      text: "timestamp('9999-12-31T23:59:59Z') + duration('1s')",
      shown: "error (timestamp is out of range)",
      why: "after year 9999",
    },
    {
      text: "timestamp('2026-01-01T00:00:00.5+01:00')",
      shown: "2025-12-31T23:00:00.500Z",
      why: "in UTC",
    },
    {
      text: "timestamp('2026-01-02T00:00:00Z') - timestamp('2026-01-01T00:00:00.25Z')",
      shown: "23h59m59.75s",
      why: "a span",
    },
    {
      text: "timestamp(0) - duration('1ns')",
      shown: "1969-12-31T23:59:59.999999999Z",
      why: "below 1970",
    },
    {
      text: "timestamp(0) < timestamp(1) && duration('1h') > duration('59m59s')",
      shown: "true",
      why: "ordered",
    },
    {
      text: "duration('-1.5h') + duration('1us')",
      shown: "-1h29m59.999999s",
      why: "Go's way of writing",
    },
    { text: "duration('1.5ms')", shown: "1.5ms", why: "below one second" },
    {
      text: "duration('1d')",
      shown: "error (string cannot be read as duration)",
      why: "no such unit",
    },
    {
      text: "duration('320000000000s')",
      shown: "error (string cannot be read as duration)",
      why: "out of range",
    },
    {
      text: "timestamp('2024-12-31T01:02:03.004Z').getDayOfYear()",
      shown: "365",
      why: "a leap year, from 0",
    },
    {
      text: "timestamp('2024-12-31T01:02:03.004Z').getMilliseconds()",
      shown: "4",
      why: "of the second",
    },
    { text: "duration('90m').getHours()", shown: "1", why: "whole hours" },
  ])("$text is $shown: $why", ({ text, shown }) => {
    expect(formatValue(evaluate(text))).toBe(shown);
  });

  it("say where an error arose", () => {
    const error = evaluate("1 + 2 / 0");
    expect(error).toBeInstanceOf(CelError);
    expect(error).toMatchObject({ code: "DivisionByZero", offset: 4 });
  });
});

describe("raw JSON", () => {
  const world = (value: CelValue) => ({ m: { type: mapOf(dyn), value } });
  it.each([
    { text: "m.a == 1 && type(m.a) == int", value: '{"a": 1}', why: "whole numbers are ints" },
    { text: "m.a == 1.5 && type(m.a) == double", value: '{"a": 1.5}', why: "others are doubles" },
    { text: "type(m.a) == double", value: '{"a": 1e300}', why: "too large for an int" },
    { text: "m.a + 0.25 == 1.75", value: '{"a": 1.5}', why: "calculates with doubles" },
    { text: "has(m.a) && m.a == null", value: '{"a": null}', why: "null is not absence" },
    { text: "m.a.b[0] == 'c'", value: '{"a": {"b": ["c"]}}', why: "nested" },
  ])("$text: $why", ({ text, value }) => {
    expect(evaluate(text, world(JSON.parse(value)))).toBe(true);
  });

  it("gives boxed doubles and plain ints", () => {
    expect(evaluate("1.0")).toEqual(new CelDouble(1));
    expect(evaluate("9007199254740991 + 1")).toBe(9007199254740992n);
    expect(evaluate("9007199254740992 - 1")).toBe(9007199254740991);
  });
});

describe("names", () => {
  const world = {
    node: { type: mapOf(string), value: { ready: "map" } },
    "node.ready": { type: string, value: "dotted" },
    x: { type: int, value: 1 },
  };
  it.each([
    { text: "node.ready", result: "dotted", why: "the longest declared name" },
    { text: "node['ready']", result: "map", why: "the shorter name's key" },
    { text: "[2].map(x, x)[0]", result: 2, why: "a macro's variable shadows" },
    { text: "[2].map(x, .x)[0]", result: 1, why: "a dot in front asks for the declared one" },
    {
      text: "[{'ready': 'inner'}].map(node, node.ready)[0]",
      result: "inner",
      why: "shadows dotted names",
    },
  ])("$text is $result: $why", ({ text, result }) => {
    expect(evaluate(text, world)).toBe(result);
  });
});
