import { describe, expect, test } from "vitest";
import { CelDouble, CelError, CelUint, type CelValue, Unknown } from "../../../src/cel/value.ts";
import { Duration, Timestamp } from "../../../src/time/time.ts";
import { describeValue } from "./describe-value.ts";
import { differencesFrom, type Expectation, nextExpectation } from "./expectation.ts";
import { filterReasonOf } from "./filters.ts";
import { toType, toValue } from "./from-proto.ts";
import { reportOf } from "./report.ts";
import { runTest } from "./run-test.ts";
import type { ProtoType, ProtoValue, SimpleTest } from "./simple-test.ts";
import { tallyOf } from "./tally.ts";

const int: ProtoType = { primitive: "INT64" };
const double: ProtoType = { primitive: "DOUBLE" };
const listOf = (elemType: ProtoType): ProtoType => ({ listType: { elemType } });
const evalError = { errors: [{ message: "some text" }] };

describe("a test passes", () => {
  test.each<SimpleTest>([
    { expr: "1 + 1", value: { int64Value: "2" } },
    { expr: "9223372036854775807", value: { int64Value: "9223372036854775807" } },
    { expr: "-0.0", value: { doubleValue: -0 } },
    { expr: "0.0 / 0.0", value: { doubleValue: "NaN" } },
    { expr: "b'\\xff'", value: { bytesValue: "/w==" } },
    { expr: "1 < 2" },
    { expr: "1 / 0 > 1", evalError },
    { expr: "[1]", typedResult: { result: list({ int64Value: "1" }), deducedType: listOf(int) } },
    { expr: "1 / 0", checkOnly: true, typedResult: { deducedType: int } },
    {
      expr: "{'b': 1, 'a': 2u}",
      value: mapOf(["a", { uint64Value: "2" }], ["b", { int64Value: "1" }]),
    },
    {
      expr: "x.y + 1",
      typeEnv: [{ name: "x.y", ident: { type: int } }],
      bindings: { "x.y": { value: { int64Value: "1" } } },
      value: { int64Value: "2" },
    },
    {
      expr: "x == 1",
      disableCheck: true,
      bindings: { x: { value: { int64Value: "1" } } },
    },
  ])("$expr", (made) => {
    expect(runTest(made)).toBeUndefined();
  });
});

describe("a test fails", () => {
  test.each<[string, SimpleTest, string, string]>([
    ["a wrong value", { expr: "1 + 1", value: { int64Value: "3" } }, "3", "2"],
    ["false for no result", { expr: "2 < 1" }, "true", "false"],
    ["an int for a double", { expr: "1", value: { doubleValue: 1 } }, "double(1)", "1"],
    ["an int for a uint", { expr: "1", value: { uint64Value: "1" } }, "1u", "1"],
    ["text for bytes", { expr: "'a'", value: { bytesValue: "YQ==" } }, "bytes(61)", '"a"'],
    ["0.0 for -0.0", { expr: "0.0", value: { doubleValue: -0 } }, "double(-0)", "double(0)"],
    [
      "a key of another type",
      { expr: "{1: true}", value: mapOf(["1", { boolValue: true }]) },
      '{"1": true}',
      "{1: true}",
    ],
    [
      "elements in another order",
      { expr: "[1, 2]", value: list({ int64Value: "2" }, { int64Value: "1" }) },
      "[2, 1]",
      "[1, 2]",
    ],
    ["a value for an error", { expr: "1", evalError }, "an error", "1"],
    [
      "an error for a value",
      { expr: "[true][1]" },
      "true",
      expect.stringContaining("error IndexOutOfRange"),
    ],
    [
      "another type",
      {
        expr: "[1]",
        typedResult: { result: list({ int64Value: "1" }), deducedType: listOf(double) },
      },
      '[1] of type {"kind":"list","element":{"kind":"double"}}',
      '[1] of type {"kind":"list","element":{"kind":"int"}}',
    ],
    [
      "another type alone",
      { expr: "1", checkOnly: true, typedResult: { deducedType: double } },
      'of type {"kind":"double"}',
      'of type {"kind":"int"}',
    ],
  ])("%s", (_, made, expected, got) => {
    expect(runTest(made)).toEqual({ expected, got });
  });

  test("for a syntax that is not read, even if an error is expected", () => {
    expect(runTest({ expr: "1 +", evalError })?.got).toContain("EXPRESSION_SYNTAX");
  });

  test("for what the checker refuses, even if an error is expected", () => {
    expect(runTest({ expr: "1 + 'a'", evalError })?.got).toContain("EXPRESSION_TYPE");
    expect(runTest({ expr: "f(1)", evalError })?.got).toContain("EXPRESSION_UNKNOWN_NAME");
  });

  test("for an error that only says that the budget is spent", () => {
    const many = `[${"1,".repeat(900)}]`;
    const expr = `${many}.all(x, ${many}.all(y, ${many}.all(z, x + y + z == 1 / 0 || true)))`;
    expect(runTest({ expr, evalError })?.got).toContain("CostExceeded");
  });

  test.each<[string, object]>([
    ["a container", { container: "cel.expr" }],
    ["an unknown as result", { unknown: {} }],
    ["parser options", { disableMacros: true }],
    ["an enum value", { value: { enumValue: { type: "E", value: 1 } } }],
    ["a message", { value: { objectValue: { "@type": "type.googleapis.com/other.Message" } } }],
    ["two values", { value: { boolValue: true, int64Value: "1" } }],
    ["a wrapper type", { checkOnly: true, typedResult: { deducedType: { wrapper: "INT64" } } }],
    ["a type parameter", { checkOnly: true, typedResult: { deducedType: { typeParam: "T" } } }],
    ["a variable without a value", { typeEnv: [{ name: "x", ident: { type: int } }] }],
    ["a type without a value", { typedResult: { deducedType: { primitive: "BOOL" } } }],
  ])("for data that is not understood: %s", (_, data) => {
    expect(runTest({ expr: "true", ...data })).toMatchObject({ expected: "no exception" });
  });
});

describe("values and types of the official data", () => {
  test("instants and spans", () => {
    expect(toValue(time("Timestamp", "1969-12-31T23:59:59.5Z"))).toEqual(
      new Timestamp(-1, 500_000_000),
    );
    expect(toValue(time("Duration", "-1.000000001s"))).toEqual(new Duration(-1, -1));
    expect(() => toValue(time("Duration", "1m"))).toThrow("no such value");
  });

  test("types", () => {
    const key: ProtoType = { messageType: "google.protobuf.Timestamp" };
    expect(toType({ mapType: { keyType: key, valueType: { dyn: {} } } })).toEqual({
      kind: "map",
      key: { kind: "timestamp" },
      value: { kind: "dyn" },
    });
    const optional = { abstractType: { name: "optional_type", parameterTypes: [{ null: null }] } };
    expect(toType(optional)).toEqual({ kind: "optional", value: { kind: "null" } });
  });

  test("no two values have one text", () => {
    const values: CelValue[] = [
      1,
      1n,
      -0,
      0,
      0.5,
      new CelDouble(1),
      new CelDouble(0),
      new CelDouble(-0),
      new CelUint(1n),
      2n ** 53n,
      "1",
      true,
      null,
      [],
      [1],
      {},
      { 1: 1 },
      new Map([[1, 1]]),
      new Uint8Array([1]),
      new Timestamp(1, 0),
      new Duration(1, 0),
      new CelError("Overflow", "1"),
      new Unknown([]),
    ];
    expect(new Set(values.map(describeValue)).size).toBe(values.length);
  });
});

describe("filters", () => {
  test.each<[string, object]>([
    ["message literal", { expr: "TestAllTypes{single_int64: 1}.single_int64" }],
    ["message literal", { expr: "google.protobuf.BoolValue{} == false" }],
    ["message literal", { expr: "[. proto3 . TestAllTypes // @\n { a : 1 } ]" }],
    ["message variable", { typeEnv: [{ name: "x", ident: { type: { messageType: "a.B" } } }] }],
    ["string.format", { expr: "'%s'.format([1])" }],
  ])("%s: %j", (reason, data) => {
    expect(filterReasonOf({ expr: "true", ...data })).toBe(reason);
  });

  const spanType: ProtoType = { messageType: "google.protobuf.Duration" };
  test.each<object>([
    { expr: "type(x) == google.protobuf.Timestamp" },
    { expr: "'a' in {'a': 1}" },
    { expr: "{'{0}': 1}" },
    { typeEnv: [{ name: "x", ident: { type: spanType } }] },
    { value: { typeValue: "google.protobuf.Timestamp" } },
    { value: time("Timestamp", "1970-01-01T00:00:00Z") },
    { disableCheck: true },
  ])("none for %j", (data) => {
    expect(filterReasonOf({ expr: "true", ...data })).toBeUndefined();
  });
});

const cases = [
  { suite: "a", id: "a/s/good", test: { expr: "true" } },
  { suite: "a", id: "a/s/bad", test: { expr: "1 >\n2 // \u0000" } },
  { suite: "b", id: "b/s/left out", test: { expr: "''.format([])" } },
];
const tally = tallyOf(cases);
const committed: Expectation = {
  suites: {
    a: { passed: 1, run: 2, filtered: {} },
    b: { passed: 0, run: 0, filtered: { "string.format": 1 } },
  },
  knownFailures: { "a/s/bad": "not built yet" },
};

describe("what is committed", () => {
  test("agrees with the same results", () => {
    expect(differencesFrom(committed, tally)).toEqual([]);
  });

  test.each<[string, Partial<Expectation>, string[]]>([
    ["a failure that is not known", { knownFailures: {} }, ["a/s/bad: fails"]],
    [
      "a known failure that passes",
      { knownFailures: { ...committed.knownFailures, "a/s/good": "why" } },
      ["a/s/good: passes, or is no longer run: remove it from the known failures"],
    ],
    [
      "a known failure that is filtered",
      { knownFailures: { ...committed.knownFailures, "b/s/left out": "why" } },
      ["b/s/left out: passes, or is no longer run: remove it from the known failures"],
    ],
    [
      "fewer that pass, and are run",
      { suites: { ...committed.suites, a: { passed: 2, run: 3, filtered: {} } } },
      ["a: 1 passed, committed are 2", "a: 2 run, committed are 3"],
    ],
    [
      "more that are filtered",
      { suites: { ...committed.suites, b: { passed: 0, run: 0, filtered: {} } } },
      ['b: 1 filtered for "string.format", committed are 0'],
    ],
    [
      "a suite that is gone",
      { suites: { ...committed.suites, c: { passed: 1, run: 1, filtered: {} } } },
      ["c: 0 passed, committed are 1", "c: 0 run, committed are 1"],
    ],
  ])("disagrees with %s", (_, change, differences) => {
    expect(differencesFrom({ ...committed, ...change }, tally)).toEqual(differences);
  });

  test("is written anew with the reasons that were given before", () => {
    expect(nextExpectation(committed, tally, "other")).toEqual(committed);
  });

  test("is written with new failures only if a reason is given for them", () => {
    const empty = { suites: {}, knownFailures: {} };
    expect(nextExpectation(empty, tally)).toBeUndefined();
    expect(nextExpectation(empty, tally, "not built yet")).toEqual(committed);
  });
});

describe("the report", () => {
  const table = [
    "a                    1 /    2     0 filtered",
    "b                    0 /    0     1 filtered (string.format ×1)",
    "all                  1 /    2     1 filtered (string.format ×1)",
  ];
  const failure = "a/s/bad | 1 >\\n2 // \\u0000 | expected true | got false";
  const summary = "conformance: 1/2 passed, 1 skipped";

  test("is the table and the sum if all is as committed", () => {
    const lines = reportOf(committed, tally, { isEveryFailureShown: false });
    expect(lines).toEqual([...table, "", summary]);
  });

  test("has the known failures if they are asked for", () => {
    const lines = reportOf(committed, tally, { isEveryFailureShown: true });
    expect(lines).toEqual([...table, "", "failures:", failure, "", summary]);
  });

  test("has the failures that are not known, and what else differs", () => {
    const lines = reportOf({ ...committed, knownFailures: {} }, tally, {
      isEveryFailureShown: false,
    });
    const title = "not what is committed in test/cel/conformance/expected.json:";
    const failures = ["", "failures:", failure, "", title, "a/s/bad: fails"];
    expect(lines).toEqual([...table, ...failures, "", summary]);
  });
});

function list(...values: ProtoValue[]): ProtoValue {
  return { listValue: { values } };
}

function mapOf(...entries: [string, ProtoValue][]): ProtoValue {
  return {
    mapValue: { entries: entries.map(([key, value]) => ({ key: { stringValue: key }, value })) },
  };
}

function time(name: string, value: string): ProtoValue {
  return { objectValue: { "@type": `type.googleapis.com/google.protobuf.${name}`, value } };
}
