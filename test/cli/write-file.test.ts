import { readdirSync, readFileSync, symlinkSync } from "node:fs";
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

  it.each([
    { path: "no/such/out", reason: "there is no such file" },
    { path: "folder", reason: "it is a directory" },
    { path: "file/out", reason: "a part of the path is no directory" },
    { path: "file/out/", reason: "a part of the path is no directory" },
    { path: "circle", reason: "too many symbolic links" },
    { path: "circle/out", reason: "too many symbolic links" },
    { path: "x".repeat(300), reason: "ENAMETOOLONG" },
    { path: "a\0b", reason: "ERR_INVALID_ARG_VALUE" },
  ])("tells why it cannot write $path, and leaves nothing behind", ({ path, reason }) => {
    const root = folderOf({ file: "", "folder/kept": "" });
    symlinkSync(join(root, "circle"), join(root, "circle"));
    expect(writeOutputFile(`${root}/${path}`, "x")?.message).toBe(`cannot be written: ${reason}`);
    expect(readdirSync(root).sort()).toEqual(["circle", "file", "folder"]);
  });
});
