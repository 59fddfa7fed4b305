import { describe, expect, it } from "vitest";
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
});
