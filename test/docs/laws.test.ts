import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { shippedLaws } from "../properties/shipped-laws.ts";
import { tableOf } from "./read-page.ts";

const page = readFileSync(join(import.meta.dirname, "../../docs/laws.md"), "utf8");

describe("docs/laws.md", () => {
  it("states every law as the law does", () => {
    expect(tableOf(page, "law", "says that")).toEqual(
      shippedLaws().map(({ name, statement }) => [name, statement]),
    );
  });

  it("tells every floor, in percent of the runs", () => {
    const floors = shippedLaws().flatMap(({ name, floors: shares }) =>
      Object.entries(shares).map(([what, share]) => [
        name,
        what,
        `${Number((100 * share).toFixed(2))} %`,
      ]),
    );
    expect(tableOf(page, "law", "what must come up", "at least")).toEqual(floors);
  });
});
