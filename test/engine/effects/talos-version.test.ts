import { describe, expect, it } from "vitest";
import {
  compareTalosVersions,
  parseTalosVersion,
} from "../../../src/engine/effects/talos-version.ts";
import { version } from "./tables.ts";

describe("parseTalosVersion", () => {
  it.each([
    "1.13",
    "v1.13.8.1",
    "v01.2.3",
    "latest",
    "",
    "v1.2.3-",
    "v1.2.3-a..b",
    "Talos (v1.13.8)",
  ])("refuses `%s`", (text) => {
    expect(parseTalosVersion(text)).toBeUndefined();
  });

  it("reads a version without the v, and drops build metadata", () => {
    expect(parseTalosVersion("1.13.8+dirty")).toEqual(version("v1.13.8"));
  });
});

describe("compareTalosVersions", () => {
  it("orders as Semantic Versioning does", () => {
    const ordered = [
      "v1.0.0-alpha",
      "v1.0.0-alpha.1",
      "v1.0.0-alpha.beta",
      "v1.0.0-beta",
      "v1.0.0-beta.2",
      "v1.0.0-beta.11",
      "v1.0.0-rc.1",
      "v1.0.0",
      "v1.0.1",
      "v1.1.0",
      "v2.0.0",
    ];
    const signs = ordered.map((left, i) =>
      ordered.map((right, j) =>
        Math.sign(compareTalosVersions(version(left), version(right))) === Math.sign(i - j)
          ? "ordered"
          : `${left} against ${right}`,
      ),
    );
    expect(new Set(signs.flat())).toEqual(new Set(["ordered"]));
  });
});
