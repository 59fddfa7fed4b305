import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

// An engine that borrows from the other agrees with its mistakes.

const files = readdirSync(import.meta.dirname).filter(
  (file) => file.endsWith(".ts") && !file.endsWith(".test.ts") && file !== "judges.ts",
);

const allowed =
  /^import (type .*|\{[^}]*\}) from "(\.\/[a-z-]+\.ts|\.\.\/\.\.\/src\/(profile|snapshot)\/[a-z-]+\.ts)";$/s;

describe("the second engine", () => {
  it("is read at all", () => expect(files.length).toBeGreaterThan(20));

  it.each(files)("%s takes nothing from the first", (file) => {
    const text = readFileSync(`${import.meta.dirname}/${file}`, "utf8");
    const imports = text.match(/^import [^;]*;$/gms) ?? [];
    expect(imports.filter((each) => !allowed.test(each))).toEqual([]);
  });
});
