import { describe, expect, it } from "vitest";
import { YAML_TEXT_LENGTH_MAX } from "../../src/input/limits.ts";
import { createLineIndex } from "../../src/input/line-index.ts";
import { composeYaml } from "../../src/input/yaml-text.ts";

describe("composeYaml", () => {
  // Reading as many tokens as the limit allows takes seconds, so the limit is given here.
  it("takes so many tokens, and no more", () => {
    const text = " \n".repeat(10);
    const compose = (tokensMax: number) =>
      composeYaml(text, createLineIndex("f", text), { tokensMax }).problems;
    expect(compose(20)).toEqual([]);
    expect(compose(19)).toEqual([
      expect.objectContaining({
        code: "INPUT_LIMIT",
        message: "more than 19 tokens of YAML",
        position: { file: "f", line: 10, column: 2 },
      }),
    ]);
  });

  it("takes a text of so many characters, and no more", () => {
    const text = `a: "${"x".repeat(20)}"`;
    const compose = (lengthMax: number) =>
      composeYaml(text, createLineIndex("f", text), { lengthMax });
    expect(compose(text.length)).toMatchObject({ problems: [], documents: [{}] });
    expect(compose(text.length - 1)).toEqual({
      documents: [],
      problems: [
        {
          code: "INPUT_LIMIT",
          message: "the YAML is longer than 24 characters",
          position: { file: "f", line: 1, column: 1 },
          help: "give it as JSON (`-o json`), which has no such limit",
        },
      ],
    });
  });

  it.each([
    { why: "a quoted scalar", before: 'a: "', unit: "x", after: '"' },
    { why: "a block scalar", before: "a: |\n", unit: "  x\n", after: "" },
    { why: "a plain scalar", before: "a: ", unit: "x", after: "" },
  ])("bounds $why at the real limit", ({ before, unit, after }) => {
    const count = Math.ceil(YAML_TEXT_LENGTH_MAX / unit.length);
    const text = `${before}${unit.repeat(count)}${after}`;
    const { problems } = composeYaml(text, createLineIndex("f", text));
    expect(problems.map(({ code }) => code)).toEqual(["INPUT_LIMIT"]);
  });
});
