import { describe, expect, it } from "vitest";
import { compileExpression } from "../../src/cel-library/compile-expression.ts";
import { partsOf, partTruths } from "../../src/policy-tests/condition-parts.ts";

// Goal: a condition's parts are shown as they were written, and each with what it gave.

describe("the parts of a condition", () => {
  it.each<{ text: string; parts: readonly string[]; gave: readonly (string | undefined)[] }>([
    { text: "1 == 2", parts: ["1 == 2"], gave: ["false"] },
    { text: " !(1 == 1 && 2 == 2) ", parts: ["!(1 == 1 && 2 == 2)"], gave: ["false"] },
    { text: "1 == 1 && 2 == 3", parts: ["1 == 1", "2 == 3"], gave: ["true", "false"] },
    { text: "1 == 2 && 2 == 2", parts: ["1 == 2", "2 == 2"], gave: ["false", undefined] },
    {
      text: "1 == 1 && (2 == 3 || (4 == 4 && 5 == 5))",
      parts: ["1 == 1", "(2 == 3 || (4 == 4 && 5 == 5))"],
      gave: ["true", "true"],
    },
    {
      text: "(1 == 2 && 2 == 2) || 3 == 3 || 4 == 5",
      parts: ["(1 == 2 && 2 == 2)", "3 == 3", "4 == 5"],
      gave: ["false", "true", undefined],
    },
    { text: "(1 == 1 && (2 == 2))", parts: ["1 == 1", "(2 == 2)"], gave: ["true", "true"] },
    {
      text: '"a&&b" == "c" || 1 == 1',
      parts: ['"a&&b" == "c"', "1 == 1"],
      gave: ["false", "true"],
    },
    { text: "1 / 0 == 1 || 1 == 2", parts: ["1 / 0 == 1", "1 == 2"], gave: ["error", "false"] },
  ])("of $text", ({ text, parts, gave }) => {
    const compiled = compileExpression(text, []);
    if (!compiled.ok) throw new Error(compiled.problems.map(({ message }) => message).join("\n"));
    expect(partsOf(compiled.program)).toEqual(parts);
    const trace = compiled.program.trace({ at: () => null });
    expect(partTruths(compiled.program, trace)).toEqual(gave);
  });
});
