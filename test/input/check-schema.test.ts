import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { checkSchema } from "../../src/input/check-schema.ts";
import { readDocuments } from "../../src/input/read-documents.ts";
import type { SchemaValidator } from "../../src/input/schema-validator.ts";

const compiled = new Ajv({ allErrors: true, verbose: true }).compile({
  type: "object",
  additionalProperties: false,
  required: ["kind"],
  properties: {
    kind: { const: "Policy" },
    mode: { enum: ["first", "all"] },
    name: { type: "string", pattern: "^[a-z]+$" },
    count: { type: ["integer", "null"], minimum: 1 },
    rules: { type: "array", minItems: 1, items: { type: "object", required: ["id"] } },
    either: {
      anyOf: [
        { type: "string" },
        { type: "object", properties: { a: { type: "string" } }, additionalProperties: false },
      ],
    },
    named: { type: "object", propertyNames: { pattern: "^[A-Z]" } },
    branch: { type: "object", if: { not: { required: ["x"] } }, else: { required: ["y"] } },
  },
});
const validate: SchemaValidator = (data) => {
  compiled(data);
  return compiled.errors ?? [];
};

function check(text: string) {
  const result = readDocuments({ file: "f", text });
  const document = result.ok ? result.value[0] : undefined;
  if (document === undefined) throw new Error(JSON.stringify(result));
  return checkSchema(document, validate, "POLICY_INVALID").map(
    ({ position, message, expected, help }) => ({
      at: `${position?.line}:${position?.column}`,
      message,
      ...(expected === undefined ? {} : { expected }),
      ...(help === undefined ? {} : { help }),
    }),
  );
}

describe("checkSchema", () => {
  it("finds nothing wrong with a valid document", () => {
    expect(check("kind: Policy\nrules: [{id: 1}]\neither: x")).toEqual([]);
  });

  it.each([
    {
      text: "kind: Policy\nruels: []",
      problem: {
        at: "2:1",
        message: "the document has no key `ruels`",
        expected: "one of `kind`, `mode`, `name`, `count`, `rules`, `either`, `named`, `branch`",
        help: "did you mean `rules`?",
      },
      why: "an unknown key",
    },
    {
      text: "knid: Policy",
      problem: {
        at: "1:1",
        message: "the document has no key `knid`",
        expected: "one of `kind`, `mode`, `name`, `count`, `rules`, `either`, `named`, `branch`",
        help: "did you mean `kind`?",
      },
      why: "a misspelt key, and not that the right one is lacking",
    },
    {
      text: "kind: Polciy",
      problem: {
        at: "1:7",
        message: "`kind` has a value that is not allowed",
        expected: '"Policy"',
        help: "did you mean `Policy`?",
      },
      why: "a word that was probably meant to be the only one",
    },
    {
      text: "kind: Policy\nmode: frist",
      problem: {
        at: "2:7",
        message: "`mode` has a value that is not allowed",
        expected: "one of `first`, `all`",
        help: "did you mean `first`?",
      },
      why: "a misspelt word",
    },
    {
      text: "kind: Policy\nnamed: {Good: 1, bad: 2}",
      problem: {
        at: "2:18",
        message: "the key `bad` of `named` is not written as it must be",
      },
      why: "a key that is not written as it must be",
    },
    {
      text: "mode: all",
      problem: { at: "1:1", message: "the document lacks the key `kind`" },
      why: "a missing key",
    },
    {
      text: "kind: Policy\nrules:\n  - id: 1\n  - {}",
      problem: { at: "4:5", message: "item 1 of `rules` lacks the key `id`" },
      why: "a missing key of an item",
    },
    {
      text: "kind: Policy\nbranch:\n  x: 1",
      problem: { at: "2:1", message: "`branch` lacks the key `y`" },
      why: "a condition, told once",
    },
    {
      text: "kind: Plan",
      problem: {
        at: "1:7",
        message: "`kind` has a value that is not allowed",
        expected: '"Policy"',
      },
      why: "a constant",
    },
    {
      text: "kind: Policy\nmode: one",
      problem: {
        at: "2:7",
        message: "`mode` has a value that is not allowed",
        expected: "one of `first`, `all`",
      },
      why: "a choice of values",
    },
    {
      text: "kind: Policy\ncount: x",
      problem: {
        at: "2:8",
        message: "`count` has a value of the wrong type",
        expected: "integer or null",
      },
      why: "a type",
    },
    {
      text: "kind: Policy\nname: A1",
      problem: {
        at: "2:7",
        message: "`name` is not written as it must be",
        expected: "text that matches ^[a-z]+$",
      },
      why: "a pattern",
    },
    {
      text: "kind: Policy\ncount: 0",
      problem: { at: "2:8", message: "`count` must be >= 1" },
      why: "a bound",
    },
    {
      text: "kind: Policy\nrules: []",
      problem: { at: "2:8", message: "`rules` must NOT have fewer than 1 items" },
      why: "a size",
    },
    {
      text: "kind: Policy\neither: 1",
      problem: { at: "2:9", message: "`either` fits none of the forms that are allowed here" },
      why: "no form fits",
    },
    {
      text: "kind: Policy\neither: {a: 1}",
      problem: { at: "2:13", message: "`a` has a value of the wrong type", expected: "string" },
      why: "a form that nearly fits",
    },
  ])("tells one problem at its place for $why", ({ text, problem }) => {
    expect(check(text)).toEqual([problem]);
  });

  it("tells all problems in the order of the file, and no value", () => {
    const found = check(
      "kind: hunter2\nname: hunter2!\nmode: hunter2\ncount: hunter2\nrules: hunter2",
    );
    expect(found.map(({ at }) => at)).toEqual(["1:7", "2:7", "3:7", "4:8", "5:8"]);
    expect(JSON.stringify(found)).not.toContain("hunter2");
  });
});
