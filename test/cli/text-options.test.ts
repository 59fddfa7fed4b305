import { describe, expect, it } from "vitest";
import { textOptions } from "../../src/cli/text-options.ts";
import { recordingIo } from "../support/recording-io.ts";

describe("textOptions", () => {
  it.each([
    { env: {}, isTerminal: false, color: false },
    { env: {}, isTerminal: true, color: true },
    { env: { TERM: "dumb" }, isTerminal: true, color: false },
    { env: { NO_COLOR: "1" }, isTerminal: true, color: false },
    { env: { NO_COLOR: "" }, isTerminal: true, color: true },
    { env: { FORCE_COLOR: "1" }, isTerminal: false, color: true },
    { env: { FORCE_COLOR: "0" }, isTerminal: true, color: false },
    { env: { FORCE_COLOR: "1", NO_COLOR: "1" }, isTerminal: false, color: true },
    { env: { FORCE_COLOR: "" }, isTerminal: false, color: false },
  ])("color is $color with $env on a terminal: $isTerminal", ({ env, isTerminal, color }) => {
    expect(textOptions(recordingIo({ env, isTerminal })).color).toBe(color);
  });

  it.each([
    { isTerminal: false, columns: undefined, width: 100 },
    { isTerminal: false, columns: 70, width: 100 },
    { isTerminal: true, columns: 80, width: 80 },
    { isTerminal: true, columns: 20, width: 60 },
    { isTerminal: true, columns: 300, width: 140 },
  ])("is $width wide with $columns columns", ({ isTerminal, columns, width }) => {
    expect(textOptions(recordingIo({ isTerminal, columns })).width).toBe(width);
  });
});
