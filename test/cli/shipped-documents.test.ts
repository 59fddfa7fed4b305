import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { describe, expect, it } from "vitest";
import { shippedPolicyFiles } from "../../src/cli/package-files.ts";
import { shippedDocuments } from "../../src/cli/shipped-documents.ts";
import { readDocuments } from "../../src/input/read-documents.ts";

// Goal: what was read when the package was built is what reading gives now. Method: each shipped file, both ways.

const sources = shippedPolicyFiles().map((path) => ({
  file: basename(path),
  text: readFileSync(path, "utf8"),
}));

describe("shipped policies", () => {
  it.each(sources)("$file is known beforehand, places included", (source) => {
    const read = readDocuments(source);
    const known = shippedDocuments(source) ?? [];
    if (!read.ok) throw new Error("it does not parse");
    expect(known.map(({ value }) => value)).toEqual(read.value.map(({ value }) => value));
    const path = ["spec", "rules", "0", "condition"];
    for (const [index, document] of read.value.entries()) {
      expect(known[index]?.positionAt(path)).toEqual(document.positionAt(path));
      expect(known[index]?.positionInText(path, 3)).toEqual(document.positionInText(path, 3));
      expect(known[index]?.comments()).toEqual(document.comments());
      const position = document.positionAt(path);
      expect(known[index]?.lineAt(position)).toBe(document.lineAt(position));
    }
  });

  it("are read again once somebody has changed them", () => {
    const [first] = sources;
    expect(shippedDocuments({ file: "a.yaml", text: `${first?.text}\n` })).toBeUndefined();
  });
});
