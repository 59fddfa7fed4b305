import { describe, expect, it } from "vitest";
import { EXIT, exitCodeOf, mostPressing } from "../../src/cli/exit-codes.ts";

describe("exitCodeOf", () => {
  it.each([
    { verdict: "allow", vacuous: false, code: 0 },
    { verdict: "deny", vacuous: false, code: 1 },
    { verdict: "indeterminate", vacuous: false, code: 3 },
    { verdict: "indeterminate", vacuous: true, code: 4 },
    { verdict: "allow", vacuous: true, code: 4 },
    { verdict: "deny", vacuous: true, code: 4 },
  ] as const)("is $code for $verdict, vacuous $vacuous", ({ verdict, vacuous, code }) => {
    expect(exitCodeOf({ verdict, vacuous })).toBe(code);
  });
});

describe("mostPressing", () => {
  it("puts 2 before 1 before 3 before 4 before 0", () => {
    const { ok, denied, badInput, indeterminate, vacuous } = EXIT;
    const order = [badInput, denied, indeterminate, vacuous, ok];
    for (const [index, code] of order.entries()) {
      expect(mostPressing(order.slice(index).toReversed())).toBe(code);
    }
    expect(mostPressing([])).toBe(0);
  });
});
