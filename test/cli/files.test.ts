import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createFileReader } from "../../src/cli/file-reader.ts";
import { readFiles } from "../../src/cli/files.ts";
import { folderOf } from "../support/folder.ts";

function namesBelow(root: string, paths: readonly string[] = [root]): readonly string[] {
  const { sources, problems } = readFiles(paths, createFileReader());
  expect(problems).toEqual([]);
  return sources.map(({ file }) => file.slice(root.length + 1));
}

function problemsBelow(root: string): readonly string[] {
  return readFiles([root], createFileReader()).problems.map(
    ({ code, message, position }) =>
      `${position?.file.slice(root.length + 1)}: ${code}: ${message}`,
  );
}

describe("readFiles", () => {
  it("walks directories in byte order, dot files included, .git left out", () => {
    const root = folderOf({
      "b.yaml": "",
      "a/z.yaml": "",
      "a.yaml": "",
      "Z.yaml": "",
      ".hidden": "",
      ".git/config": "",
      "a/.git/config": "",
      "node_modules/x.json": "",
      "é.yaml": "",
      "\u{1f600}.yaml": "",
      "\uff5e.yaml": "",
    });
    expect(namesBelow(root)).toEqual([
      ".hidden",
      "Z.yaml",
      "a.yaml",
      "a/z.yaml",
      "b.yaml",
      "node_modules/x.json",
      "é.yaml",
      "\uff5e.yaml",
      "\u{1f600}.yaml",
    ]);
  });

  it("reads a file once however often it is named", () => {
    const root = folderOf({ "a.yaml": "" });
    expect(namesBelow(root, [join(root, "a.yaml"), root, `${root}/./a.yaml`])).toEqual(["a.yaml"]);
  });

  it("follows linked files but walks into no linked directory", () => {
    const root = folderOf({ "real/a.yaml": "a" });
    symlinkSync(join(root, "real"), join(root, "loop"));
    symlinkSync(root, join(root, "real", "up"));
    symlinkSync(join(root, "real", "a.yaml"), join(root, "b.yaml"));
    expect(namesBelow(root)).toEqual(["b.yaml", "real/a.yaml"]);
  });

  it("drops a byte order mark and keeps the rest as it is", () => {
    const root = folderOf({ "a.yaml": "\ufeffa: ü\r\n" });
    const { sources } = readFiles([root], createFileReader());
    expect(sources[0]?.text).toBe("a: ü\r\n");
  });

  it("takes a file named `-` for a file", () => {
    const root = folderOf({ "-": "a: 1\n", "b.yaml": "b: 1\n" });
    const before = process.cwd();
    process.chdir(root);
    try {
      for (const path of [".", "./", root, "./-"]) {
        const { sources, problems } = readFiles([path], createFileReader());
        expect(problems).toEqual([]);
        expect(sources[0]?.text).toBe("a: 1\n");
        expect(sources[0]?.file).not.toBe("-");
      }
    } finally {
      process.chdir(before);
    }
  });

  it("gives nothing for an empty folder", () => {
    expect(namesBelow(folderOf())).toEqual([]);
  });

  it("tells every file that is no text, and none of its bytes", () => {
    const root = folderOf({
      "a.bin": new Uint8Array([0x61, 0x00]),
      "b.bin": new Uint8Array([0xc3, 0x28]),
      "c.yaml": "fine: true",
    });
    symlinkSync(join(root, "gone"), join(root, "d.yaml"));
    execFileSync("mkfifo", [join(root, "e.pipe")]);
    symlinkSync(join(root, "f.loop"), join(root, "f.loop"));
    symlinkSync(join(root, "c.yaml/below"), join(root, "g.yaml"));
    symlinkSync("x".repeat(300), join(root, "h.yaml"));
    expect(problemsBelow(root)).toEqual([
      "a.bin: INPUT_UNREADABLE: is not text: byte 2 is NUL",
      "b.bin: INPUT_UNREADABLE: is not UTF-8",
      "d.yaml: INPUT_UNREADABLE: cannot be read: there is no such file",
      "e.pipe: INPUT_UNREADABLE: is not a regular file",
      "f.loop: INPUT_UNREADABLE: cannot be read: too many symbolic links",
      "g.yaml: INPUT_UNREADABLE: cannot be read: a part of the path is no directory",
      "h.yaml: INPUT_UNREADABLE: cannot be read: ENAMETOOLONG",
    ]);
    expect(readFiles([root], createFileReader()).sources).toHaveLength(1);
  });

  it("bounds the files of each directory, at the bound and one beyond", () => {
    const root = folderOf({ "a.txt": "", "b/c.txt": "", "b/d.txt": "", "b/.git/x": "" });
    const named = join(root, "b/c.txt");
    expect(readFiles([root, named], createFileReader(), 3)).toMatchObject({
      sources: [{}, {}, {}],
      problems: [],
    });
    expect(readFiles([root, named], createFileReader(), 2)).toMatchObject({
      sources: [{ file: named }],
      problems: [{ code: "INPUT_LIMIT", position: { file: root }, expected: "at most 2 files" }],
    });
  });

  it("tells paths that are not there", () => {
    const { problems } = readFiles(["no/such/file"], createFileReader());
    expect(problems).toMatchObject([
      {
        code: "INPUT_UNREADABLE",
        message: "cannot be read: there is no such file",
        position: { file: "no/such/file", line: 1, column: 1 },
      },
    ]);
  });

  it("never waits for a pipe that it only came across", () => {
    const root = folderOf();
    mkdirSync(join(root, "sub"));
    execFileSync("mkfifo", [join(root, "sub", "pipe")]);
    expect(problemsBelow(root)).toEqual(["sub/pipe: INPUT_UNREADABLE: is not a regular file"]);
  });
});

describe("createFileReader", () => {
  it("bounds all files of a run together, at the bound and one beyond", () => {
    const root = folderOf({ "a.txt": "12345", "b.txt": "12345", "c.txt": "1" });
    expect(readFiles([root], createFileReader(11)).problems).toEqual([]);
    const { sources, problems } = readFiles([root], createFileReader(10));
    expect(sources).toHaveLength(2);
    expect(problems).toMatchObject([{ code: "INPUT_LIMIT", expected: "at most 10 bytes in all" }]);
  });
});
