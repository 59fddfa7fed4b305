import { describe, expect, it } from "vitest";
import { registryAuthEffect } from "../../../src/engine/effects/registry-auth-effect.ts";
import {
  compareTalosVersions,
  parseTalosVersion,
  type TalosVersion,
} from "../../../src/engine/effects/talos-version.ts";

function version(text: string): TalosVersion {
  const parsed = parseTalosVersion(text);
  if (parsed === undefined) throw new Error(`not a version: ${text}`);
  return parsed;
}

describe("registryAuthEffect", () => {
  it.each([
    { text: "v1.7.6", effect: "reboot", why: "an old release" },
    { text: "v1.13.8", effect: "reboot", why: "the last line that reads auth at boot" },
    { text: "v1.14.0-alpha.2", effect: "reboot", why: "an alpha of the line that changed it" },
    { text: "v1.14.0-alpha.3-12-gabcdef0", effect: "reboot", why: "a build after an alpha" },
    { text: "v1.14.0-beta.0", effect: "restart", why: "the first version with the restart" },
    { text: "v1.14.0-beta.0-3-gabcdef0", effect: "restart", why: "a build after it" },
    { text: "v1.14.0-rc.0", effect: "restart", why: "a release candidate" },
    { text: "v1.14.0", effect: "restart", why: "the release" },
    { text: "v2.0.0-alpha.0", effect: "restart", why: "a later line's alpha" },
  ])("is $effect for $text ($why)", ({ text, effect }) => {
    expect(registryAuthEffect(version(text))).toBe(effect);
  });
});

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
