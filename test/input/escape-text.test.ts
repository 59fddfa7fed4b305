import { describe, expect, it } from "vitest";
import { escapeText } from "../../src/input/escape-text.ts";

describe("escapeText", () => {
  it.each([
    { text: "plain → ünï × 雪", shown: "plain → ünï × 雪", why: "what can be read stays" },
    { text: "a\nb\tc", shown: "a\\nb\\tc", why: "breaks would start a line of their own" },
    { text: "\u001b[31m", shown: "\\u001b[31m", why: "an ANSI sequence" },
    { text: "\u009b31m", shown: "\\u009b31m", why: "the same in one character" },
    { text: "\u007f\u0000", shown: "\\u007f\\u0000", why: "delete and NUL" },
    { text: "a\u202eb\u2069", shown: "a\\u202eb\\u2069", why: "direction marks" },
    {
      text: "\u061c\u200f\u200b\ufeff",
      shown: "\\u061c\\u200f\\u200b\\ufeff",
      why: "hidden marks",
    },
    { text: "\u2028\u2029", shown: "\\u2028\\u2029", why: "separators" },
    { text: "\ud800x", shown: "\\ud800x", why: "half a pair" },
    { text: "\u{1f600}", shown: "\u{1f600}", why: "a whole pair stays" },
    { text: "\u{e0041}", shown: "\\u{e0041}", why: "tag characters" },
  ])("$why", ({ text, shown }) => {
    expect(escapeText(text)).toBe(shown);
  });
});
