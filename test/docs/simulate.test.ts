import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { EVENTS } from "../../src/simulate/events.ts";
import { eventUsage } from "../../src/simulate/parse-event.ts";
import { PATCH_OPERATIONS_MAX, PATCH_SIZE_MAX } from "../../src/simulate/patch/limits.ts";
import { examplesFolder, tableOf, yamlBlocks } from "./read-page.ts";

// Goal: docs/simulate.md has every event as it is, the patch that stands in the examples, and the bounds that hold.

const text = readFileSync(join(import.meta.dirname, "../../docs/simulate.md"), "utf8");
const flowing = text.replaceAll("\n", " ");

describe("docs/simulate.md", () => {
  it("has every event, as help writes it", () => {
    const cells = tableOf(text, "event").map(([event = ""]) => event.replaceAll("\\|", "|"));
    const shown = cells.flatMap((cell) => cell.replaceAll("`", "").split(", "));
    expect(shown.sort()).toEqual(EVENTS.map(eventUsage).sort());
  });

  it("shows the patch of its example", () => {
    const file = join(examplesFolder, "credential-not-collected.patch.yaml");
    expect(yamlBlocks(text)).toContain(readFileSync(file, "utf8"));
  });

  it("says the bounds of patches", () => {
    expect(flowing).toContain(`${PATCH_OPERATIONS_MAX.toLocaleString("en")} operations`);
    expect(flowing).toContain(`${PATCH_SIZE_MAX / 1024 / 1024} Mi values and characters`);
  });
});
