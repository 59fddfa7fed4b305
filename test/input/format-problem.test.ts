import { describe, expect, it } from "vitest";
import { escapeText } from "../../src/input/escape-text.ts";
import { formatProblem } from "../../src/input/format-problem.ts";
import type { Problem } from "../../src/input/problem.ts";

const problem: Problem = {
  code: "POLICY_INVALID",
  message: "`spec` has no key `ruels`",
  position: { file: "p.yaml", line: 2, column: 5 },
  expected: "one of `rules`",
  help: "did you mean `rules`?",
};

describe("formatProblem", () => {
  it("shows place, line, caret, expectation and help", () => {
    expect(
      formatProblem(problem, ({ file, line }) =>
        file === "p.yaml" && line === 2 ? "\t  \truels: []" : undefined,
      ),
    ).toBe(
      [
        "p.yaml:2:5: POLICY_INVALID: `spec` has no key `ruels`",
        "      ruels: []",
        "      ^",
        "  expected: one of `rules`",
        "  help: did you mean `rules`?",
      ].join("\n"),
    );
  });

  it("shows no line of a source that may hold secrets", () => {
    const { code, message, position } = problem;
    expect(formatProblem({ code, message, position })).toBe(
      "p.yaml:2:5: POLICY_INVALID: `spec` has no key `ruels`",
    );
  });

  it("leaves out the place where there is none", () => {
    const found: Problem = {
      code: "USAGE_INVALID",
      message: "unknown option",
      position: undefined,
    };
    expect(formatProblem(found, () => "text")).toBe("USAGE_INVALID: unknown option");
  });

  it("escapes what could drive a terminal, and keeps the caret in place", () => {
    const text = formatProblem(
      { ...problem, message: "a\u001b[31m\nb", position: { file: "\u202ep", line: 1, column: 2 } },
      () => "\u001bx",
    );
    expect(text.split("\n").slice(0, 3)).toEqual([
      "\\u202ep:1:2: POLICY_INVALID: a\\u001b[31m\\nb",
      "  \\u001bx",
      "        ^",
    ]);
  });

  it("escapes everywhere what the report escapes", () => {
    const unsafe = [
      "\u061c",
      "\u2060",
      "\u2065",
      "\u206f",
      "\u00ad",
      "\ufff9",
      "\u{e0041}",
      "\ud800",
    ];
    for (const character of unsafe) {
      const text = formatProblem(
        {
          code: "POLICY_INVALID",
          message: character,
          position: { file: character, line: 1, column: 1 },
          expected: character,
          help: character,
        },
        () => character,
      );
      expect(text).not.toContain(character);
      expect(text.split(escapeText(character))).toHaveLength(6);
    }
  });

  it("cuts a wide line at whole characters", () => {
    const wide = "\u{1f600}".repeat(300);
    for (const column of [1, 2, 300, 301, 302, 303, 599, 601]) {
      const text = formatProblem(
        { ...problem, position: { file: "f", line: 1, column } },
        () => wide,
      );
      expect(text).not.toContain("\\ud");
    }
  });

  it("cuts a wide line around the caret", () => {
    const [, source = "", caret = ""] = formatProblem(
      { ...problem, position: { file: "f", line: 1, column: 501 } },
      () => `${"a".repeat(500)}X${"b".repeat(500)}`,
    ).split("\n");
    expect(source.length).toBeLessThan(170);
    expect(source.charAt(caret.indexOf("^"))).toBe("X");
    expect([source.slice(2, 3), source.slice(-1)]).toEqual(["…", "…"]);
  });
});
