import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonValue } from "../../src/input/json-value.ts";
import { canonicalJson } from "../../src/snapshot/canonical-json.ts";
import { digestOf } from "../../src/snapshot/digest.ts";

const json = fc
  .jsonValue({ maxDepth: 4 })
  .map((value): JsonValue => JSON.parse(JSON.stringify(value)));

/** The same value with the keys of every map in reverse order. */
function reversed(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, item]): [string, JsonValue] => [key, reversed(item)])
      .reverse(),
  );
}

describe("canonicalJson", () => {
  it.each([
    {
      value: { b: 1, a: [true, null, "x"] },
      text: '{"a":[true,null,"x"],"b":1}',
      why: "sorted keys",
    },
    {
      value: { "10": 1, "9": 2, "": 3 },
      text: '{"":3,"10":1,"9":2}',
      why: "keys that look like numbers",
    },
    {
      value: { "\ufb33": 1, "\ud83d\ude00": 2 },
      text: '{"\ud83d\ude00":2,"\ufb33":1}',
      why: "UTF-16 order, not code points",
    },
    {
      value: [-0, 1e21, 1e-7, 0.1],
      text: "[0,1e+21,1e-7,0.1]",
      why: "numbers as RFC 8785 has them",
    },
    {
      value: "\ud800\u2028\u0007",
      text: '"\\ud800\u2028\\u0007"',
      why: "a lone surrogate, escaped",
    },
    { value: {}, text: "{}", why: "nothing" },
  ])("writes $why", ({ value, text }) => {
    expect(canonicalJson(value)).toBe(text);
  });

  it("breaks lines and ends in a newline with an indent only", () => {
    expect(canonicalJson({ b: [1, {}], a: [] }, 2)).toBe(
      '{\n  "a": [],\n  "b": [\n    1,\n    {}\n  ]\n}\n',
    );
    expect(canonicalJson({ b: [1] })).toBe('{"b":[1]}');
  });

  it("keeps __proto__ as a key", () => {
    expect(canonicalJson(JSON.parse('{"b":1,"__proto__":{"x":1}}'))).toBe(
      '{"__proto__":{"x":1},"b":1}',
    );
  });

  it("does not depend on the order of keys, and is JSON of the same value", () => {
    fc.assert(
      fc.property(json, fc.constantFrom(undefined, 0, 2), (value, indent) => {
        const text = canonicalJson(value, indent);
        expect(canonicalJson(reversed(value), indent)).toBe(text);
        expect(canonicalJson(JSON.parse(text), indent)).toBe(text);
        expect(JSON.parse(text, (_key, item) => (item === 0 ? 0 : item))).toEqual(
          JSON.parse(JSON.stringify(value)),
        );
      }),
    );
  });
});

describe("digestOf", () => {
  it("is SHA-256 of the canonical text, with the recipe's name", () => {
    // printf '{"a":1,"b":"é"}' | sha256sum
    expect(digestOf({ b: "é", a: 1 })).toBe(
      "sha256/v1:09ad9fd2fb648cb2f62141215828ea00a62c299db05d20aa9ade2f527a301cc6",
    );
  });

  it("differs when values differ", () => {
    expect(digestOf({ a: 1 })).not.toBe(digestOf({ a: "1" }));
  });
});
