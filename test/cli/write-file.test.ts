import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { writeOutputFile } from "../../src/cli/write-file.ts";
import { folderOf } from "../support/folder.ts";

describe("writeOutputFile", () => {
  it("replaces the old text and leaves nothing else behind", () => {
    const root = folderOf({ "out.json": "old" });
    expect(writeOutputFile(join(root, "out.json"), "new")).toBeUndefined();
    expect(readFileSync(join(root, "out.json"), "utf8")).toBe("new");
    expect(readdirSync(root)).toEqual(["out.json"]);
  });

  it("writes to a device as it is", () => {
    expect(writeOutputFile("/dev/null", "text")).toBeUndefined();
  });

  it("tells why it cannot", () => {
    const root = folderOf({ file: "" });
    expect(writeOutputFile(join(root, "no/such/out"), "x")?.message).toBe(
      "cannot be written: there is no such file",
    );
    expect(writeOutputFile(root, "x")?.message).toBe("cannot be written: it is a directory");
  });
});
